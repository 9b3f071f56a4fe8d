/** Secrets by name. On disk only as the system's own store has encrypted them; otherwise in memory. */
import { z } from 'zod'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { canNameSecret, LONGEST_SECRET_NAME } from '../../shared/text/secret-name'
import { StateFile, type StateFileOptions } from '../disk/state-file'

export type SecretCipher = {
  /** Finds out whether there is a safe place, which may ask the person. Never rejects. */
  readonly prepare: () => Promise<void>
  /** `memory` when there is no safe place. */
  readonly storage: () => 'system' | 'memory'
  readonly backend: () => string
  /** A whole sentence: where secrets are kept, or why they are not. */
  readonly explanation: () => string
  readonly encrypt: (text: string) => Promise<Uint8Array>
  readonly decrypt: (
    bytes: Uint8Array
  ) => Promise<{ readonly text: string; readonly shouldEncryptAgain: boolean }>
}

const Kept = z.looseObject({
  name: z.string(),
  setAt: z.number(),
  /** What encrypted it: nothing else can read it. */
  backend: z.string(),
  data: z.base64()
})
type Kept = z.infer<typeof Kept>

const SecretFile = z.object({
  version: z.number().default(1),
  secrets: z.array(Kept).default([])
})

type Held = { readonly value: string; readonly setAt: number; readonly isKept: boolean }

const LONGEST_VALUE = 100_000

export class SecretStore {
  private readonly file: StateFile<typeof SecretFile>
  /** What is known in this run: set, or read from the file. */
  private readonly held = new Map<string, Held>()

  constructor(
    path: string,
    private readonly cipher: SecretCipher,
    private readonly clock: { readonly wall: () => number },
    options: Pick<StateFileOptions<never>, 'onLoss' | 'isReader'> = {}
  ) {
    this.file = new StateFile(path, SecretFile, { clock, ...options })
  }

  /** The keyring may ask for its password meanwhile. Once the signal is aborted, nothing is set. */
  async set(name: string, value: string, signal?: AbortSignal): Promise<void> {
    checkSecret(name, value)
    await this.cipher.prepare()
    const setAt = this.clock.wall()
    const isKept = this.cipher.storage() === 'system'
    const encrypted = isKept ? await this.encrypted(name, value) : undefined
    signal?.throwIfAborted()
    if (encrypted) this.keep({ name, setAt, ...encrypted })
    this.held.set(name, { value, setAt, isKept })
  }

  /** Refuses with what to do when it is kept and cannot be read now; the next time it tries again. */
  async get(name: string): Promise<string | undefined> {
    const kept = this.kept().find((each) => each.name === name)
    const held = this.held.get(name)
    // Another process may have set or removed a kept one since.
    if (held && (!held.isKept || held.setAt === kept?.setAt)) return held.value
    if (!kept) return undefined
    this.refuseOtherBackend(kept)
    const { text, shouldEncryptAgain } = await this.decrypted(kept)
    this.held.set(name, { value: text, setAt: kept.setAt, isKept: true })
    if (shouldEncryptAgain) await this.encryptAgain(kept, text)
    return text
  }

  /** Gives back the way to undo it. */
  async remove(name: string): Promise<() => Promise<void>> {
    const kept = this.kept().find((each) => each.name === name)
    const held = this.held.get(name)
    if (!kept && !held) {
      throw new WorkbenchError(WorkbenchErrorCode.NotFound, `There is no secret named ${name}.`)
    }
    if (kept) this.change((all) => all.filter((each) => each.name !== name))
    this.held.delete(name)
    return async () => {
      if (this.list().some((each) => each.name === name)) {
        const message = `The secret ${name} has been set again, so the earlier one is not put back.`
        throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
      }
      if (kept) this.keep(kept)
      if (held) this.held.set(name, held)
    }
  }

  list(): readonly { readonly name: string; readonly setAt: number; readonly isKept: boolean }[] {
    const kept = new Map(
      this.kept().map(({ name, setAt }) => [name, { name, setAt, isKept: true }])
    )
    for (const [name, { setAt, isKept }] of this.held) {
      if (!isKept) kept.set(name, { name, setAt, isKept })
    }
    return [...kept.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  private kept(): readonly Kept[] {
    return this.file.read()?.secrets ?? []
  }

  private keep(secret: Kept): void {
    this.change((kept) => [...kept.filter(({ name }) => name !== secret.name), secret])
  }

  private change(change: (kept: readonly Kept[]) => readonly Kept[]): void {
    this.file.update((content) => ({
      version: 1,
      ...content,
      secrets: [...change(content?.secrets ?? [])]
    }))
  }

  private async encrypted(name: string, value: string): Promise<Pick<Kept, 'backend' | 'data'>> {
    const backend = this.cipher.backend()
    try {
      const data = Buffer.from(await this.cipher.encrypt(value)).toString('base64')
      return { backend, data }
    } catch (error) {
      throw locked(`The secret ${name} could not be kept`, error)
    }
  }

  private async decrypted(kept: Kept): ReturnType<SecretCipher['decrypt']> {
    try {
      return await this.cipher.decrypt(Buffer.from(kept.data, 'base64'))
    } catch (error) {
      throw locked(`The secret ${kept.name} could not be read`, error)
    }
  }

  private async encryptAgain(kept: Kept, text: string): Promise<void> {
    try {
      const again = { ...kept, ...(await this.encrypted(kept.name, text)) }
      const isStillThere = this.kept().some(
        ({ name, data }) => name === kept.name && data === kept.data
      )
      if (isStillThere) this.keep(again)
    } catch {
      // The value is known, and the old encryption still works: the next run tries again.
    }
  }

  private refuseOtherBackend({ name, backend }: Kept): void {
    const isSystem = this.cipher.storage() === 'system'
    if (isSystem && this.cipher.backend() === backend) return
    const now = isSystem
      ? `now secrets are kept by ${this.cipher.backend()}`
      : 'it is not available'
    const message = `The secret ${name} was kept by ${backend}, and ${now}. Set it again.`
    throw new WorkbenchError(WorkbenchErrorCode.ValueMissing, message, { secret: name })
  }
}

export function refuseSecretName(name: string): void {
  if (canNameSecret(name)) return
  throw refusal(
    `A secret has a name of 1 to ${LONGEST_SECRET_NAME} characters, without braces, and without spaces around it.`
  )
}

function checkSecret(name: string, value: string): void {
  refuseSecretName(name)
  if (value === '') throw refusal(`The secret ${name} needs a value.`)
  if (value.length > LONGEST_VALUE) throw refusal(`The value of the secret ${name} is too long.`)
}

function refusal(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}

function locked(what: string, error: unknown): WorkbenchError {
  const message = `${what} (${messageOf(error)}). Unlock the keychain of your system, and try again.`
  return new WorkbenchError(WorkbenchErrorCode.Storage, message)
}
