/** Remembers which definitions may run. What cannot be understood of it may not. */
import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { TrustRecord } from '../../shared/servers/configuration'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { StateFile, type StateFileOptions } from '../disk/state-file'
import {
  definitionHash,
  fileLines,
  linesOf,
  whatOf,
  type FileVariables,
  type TrustSnapshot
} from './trust'

const Decision = z.enum(['trusted', 'refused'])
export type Decision = z.infer<typeof Decision>

const Entry = z.looseObject({
  hash: z.string(),
  decision: Decision,
  time: z.number(),
  name: z.string(),
  source: z.string(),
  what: z.string(),
  lines: z.array(
    z.looseObject({ label: z.string(), text: z.string(), digest: z.string().exactOptional() })
  ),
  serverVersion: z.string().exactOptional(),
  /** The lines have the names in its env file, too. */
  hasFileNames: z.boolean().exactOptional()
})
type Entry = z.infer<typeof Entry>

const TrustFile = z.object({
  version: z.number().default(1),
  /** Without it the digests of hidden values could be guessed from a copy of another profile. */
  key: z.base64().exactOptional(),
  entries: z.array(Entry).default([])
})
type TrustContent = Required<z.infer<typeof TrustFile>>

const KEY_BYTES = 32

export class TrustStore {
  private readonly file: StateFile<typeof TrustFile>

  constructor(
    path: string,
    private readonly clock: { readonly wall: () => number },
    options: Pick<StateFileOptions<never>, 'onLoss' | 'isReader'> = {}
  ) {
    this.file = new StateFile(path, TrustFile, { clock, ...options })
  }

  decisionOf(hash: string): Decision | undefined {
    return this.find(hash)?.decision
  }

  decide(
    definition: ServerDefinition,
    source: string,
    decision: Decision,
    fileVariables: FileVariables = {}
  ): void {
    const hash = definitionHash(definition, source)
    this.update((content) => {
      const digestOf = digesterOf(content.key)
      const earlier = content.entries.find((entry) => entry.hash === hash)
      const entry: Entry = {
        hash,
        decision,
        time: this.clock.wall(),
        name: definition.name,
        source,
        what: whatOf(definition),
        hasFileNames: true,
        lines: [...linesOf(definition), ...fileLines(fileVariables)].map(
          ({ label, kept, written }) => ({
            label,
            text: kept,
            ...(written !== kept && { digest: digestOf(written) })
          })
        ),
        ...(earlier?.serverVersion !== undefined && { serverVersion: earlier.serverVersion })
      }
      return [...content.entries.filter((each) => each.hash !== hash), entry]
    })
  }

  revoke(hashes: readonly string[]): void {
    this.update(({ entries }) => {
      const left = entries.filter(({ hash }) => !hashes.includes(hash))
      return left.length < entries.length ? left : undefined
    })
  }

  records(): readonly Omit<TrustRecord, 'isUnused'>[] {
    return this.content().entries.map(({ hash, decision, name, source, time, what }) => ({
      hash,
      decision,
      name,
      source,
      time,
      what
    }))
  }

  /** The last one under this name in this file that was trusted. */
  snapshotOf(source: string, name: string): TrustSnapshot | undefined {
    const { key, entries } = this.content()
    const last = entries.findLast(
      (entry) => entry.decision === 'trusted' && entry.source === source && entry.name === name
    )
    return last && snapshotIn(last, key)
  }

  /** What was trusted under this hash; undefined when it is not trusted. */
  trustedAs(hash: string): TrustSnapshot | undefined {
    const entry = this.find(hash)
    return entry?.decision === 'trusted' ? snapshotIn(entry, this.content().key) : undefined
  }

  /** Remembers the version that a server says it has; gives the earlier one when it was another. */
  versionSeen(hash: string, version: string): string | undefined {
    const earlier = this.find(hash)
    if (!earlier || earlier.serverVersion === version) return undefined
    this.update(({ entries }) =>
      entries.map((entry) => (entry.hash === hash ? { ...entry, serverVersion: version } : entry))
    )
    return earlier.serverVersion
  }

  private update(change: (content: TrustContent) => readonly Entry[] | undefined): void {
    this.file.update((before) => {
      const content = { ...this.fresh, ...before }
      const entries = change(content)
      return entries && { ...content, entries: [...entries] }
    })
  }

  private find(hash: string): Entry | undefined {
    return this.content().entries.find((entry) => entry.hash === hash)
  }

  private content(): TrustContent {
    return { ...this.fresh, ...this.file.read() }
  }

  private readonly fresh: TrustContent = {
    version: 1,
    key: randomBytes(KEY_BYTES).toString('base64'),
    entries: []
  }
}

function snapshotIn({ lines, hasFileNames }: Entry, key: string): TrustSnapshot {
  return { lines, digestOf: digesterOf(key), ...(hasFileNames === true && { hasFileNames }) }
}

function digesterOf(key: string): (value: string) => string {
  const secret = Buffer.from(key, 'base64')
  return (value) => createHmac('sha256', secret).update(value).digest('base64url')
}
