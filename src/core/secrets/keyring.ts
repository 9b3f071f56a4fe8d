/**
 * The one key of ours in the keyring of the system. A process of its own asks for it: a keyring that
 * waits for its password, or hangs, would keep whoever asked from ending (Node waits for its threads).
 */
import { fork } from 'node:child_process'
import { z } from 'zod'
import type { Clock } from '../time/clock'

export type Keyring = {
  /** The name of what keeps the key; nothing else can read what it encrypted. */
  readonly backend: string
  /** Undefined where there is no key yet. Rejects with a `KeyringFault`. */
  readonly read: () => Promise<Uint8Array | undefined>
  readonly write: (key: Uint8Array) => Promise<void>
}

/**
 * `none`: this system has no keyring that can be used. `locked`: nobody has opened it. `broken`: the
 * process that asks it has failed, so nothing is known of it.
 */
export type KeyringFaultKind = 'none' | 'locked' | 'silent' | 'broken'

export class KeyringFault extends Error {
  constructor(
    readonly kind: KeyringFaultKind,
    message: string
  ) {
    super(message)
    this.name = 'KeyringFault'
  }
}

/** What the process is asked to do; keys are written in base64. */
export type KeyringRequest =
  { readonly action: 'read' } | { readonly action: 'write'; readonly key: string }

const KeyringReply = z.union([
  z.object({ fault: z.string() }),
  z.object({ key: z.base64().optional() })
])
export type KeyringReply = z.infer<typeof KeyringReply>

/** Long enough to type the password of a keyring. */
const LIMIT_MS = 30_000

const BACKENDS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'macOS Keychain',
  win32: 'Windows Credential Manager'
}

export type SystemKeyringOptions = {
  /** The script of the process. */
  readonly script: string
  readonly clock: Clock
  readonly limitMs?: number
}

export class SystemKeyring implements Keyring {
  readonly backend = BACKENDS[process.platform] ?? 'Secret Service'

  constructor(private readonly options: SystemKeyringOptions) {}

  async read(): Promise<Uint8Array | undefined> {
    const key = await this.ask({ action: 'read' })
    return key === undefined ? undefined : Buffer.from(key, 'base64')
  }

  async write(key: Uint8Array): Promise<void> {
    await this.ask({ action: 'write', key: Buffer.from(key).toString('base64') })
  }

  private ask(request: KeyringRequest): Promise<string | undefined> {
    const { script, clock, limitMs = LIMIT_MS } = this.options
    return new Promise((resolve, reject) => {
      const child = fork(script, [], {
        // Electron is Node only when it is told so.
        env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
        execArgv: [],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc']
      })
      // It may wait for a password, and nobody needs the key any more.
      const end = (): unknown => child.kill('SIGKILL')
      process.once('exit', end)
      const settle = (work: () => void): void => {
        stopWaiting()
        child.removeAllListeners()
        child.on('error', () => undefined) // it is being ended
        process.removeListener('exit', end)
        end()
        work()
      }
      const fail = (kind: KeyringFaultKind, why: string): void =>
        settle(() => reject(new KeyringFault(kind, why)))
      const stopWaiting = clock.after(limitMs, () =>
        fail('silent', `it did not answer within ${limitMs / 1_000} s`)
      )
      child.once('error', (error) => fail('broken', error.message))
      child.once('exit', (code) => fail('broken', `its process ended with code ${code ?? 'none'}`))
      child.once('message', (message) => {
        const { data: reply } = KeyringReply.safeParse(message)
        if (!reply) fail('broken', 'its process gave an answer that is none')
        else if ('fault' in reply) fail(kindOf(reply.fault), reply.fault)
        else settle(() => resolve(reply.key))
      })
      child.send(request, (error) => error && fail('broken', error.message))
    })
  }
}

/** The library tells faults apart by their texts only. */
function kindOf(fault: string): KeyringFaultKind {
  if (/did not receive a reply|timed? ?out/i.test(fault)) return 'silent'
  return /locked|dismissed|denied|cancel|interaction/i.test(fault) ? 'locked' : 'none'
}
