/**
 * The authorization server that what is secret in a definition may be sent to. A server that names
 * another one later does not get it sent there. Nothing of this is secret, so no keyring is needed.
 */
import { z } from 'zod'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import { StateFile, type StateFileOptions } from '../disk/state-file'

/**
 * Whether what is secret in a definition may go to an authorization server that it does not name. The
 * question is withdrawn when the signal says so.
 */
export type IssuerAsker = (
  definition: RemoteDefinition,
  issuer: string,
  signal: AbortSignal
) => Promise<boolean>

const Binding = z.looseObject({
  /** Stands for the server. */
  key: z.string(),
  /** Another address is another server. */
  serverUrl: z.string(),
  issuer: z.string()
})
type Binding = z.infer<typeof Binding>

const BindingFile = z.object({
  version: z.number().default(1),
  issuers: z.array(Binding).default([])
})

export class BoundIssuers {
  private readonly file: StateFile<typeof BindingFile>
  /** A file that cannot be written keeps nobody from signing in. */
  private readonly inRun = new Map<string, Binding>()

  constructor(
    path: string,
    clock: { readonly wall: () => number },
    options: Pick<StateFileOptions<never>, 'onLoss' | 'isReader'> = {}
  ) {
    this.file = new StateFile(path, BindingFile, { clock, ...options })
  }

  of(key: string, serverUrl: string): string | undefined {
    const here = this.inRun.get(key)
    if (here?.serverUrl === serverUrl) return here.issuer
    return this.all().find((each) => each.key === key && each.serverUrl === serverUrl)?.issuer
  }

  bind(key: string, serverUrl: string, issuer: string): void {
    if (this.of(key, serverUrl) === issuer) return
    const binding = { key, serverUrl, issuer }
    this.inRun.set(key, binding)
    this.change((all) => [...all.filter((each) => each.key !== key), binding])
  }

  remove(key: string): void {
    this.inRun.delete(key)
    if (!this.all().some((each) => each.key === key)) return
    this.change((all) => all.filter((each) => each.key !== key))
  }

  private all(): readonly Binding[] {
    return this.file.read()?.issuers ?? []
  }

  private change(change: (all: readonly Binding[]) => readonly Binding[]): void {
    try {
      this.file.update((content) => ({
        version: 1,
        ...content,
        issuers: [...change(content?.issuers ?? [])]
      }))
    } catch {
      // It holds for this run, and is written the next time.
    }
  }
}
