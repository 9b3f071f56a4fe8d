/** Keeps sign-ins where secrets are kept, one for each server and authorization server. */
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerId } from '../../shared/protocol/ids'
import { whileHeld } from '../disk/file-lock'
import { SecretStore, type SecretCipher } from '../secrets/secrets'
import type { StateFileOptions } from '../disk/state-file'
import { BoundIssuers } from './bound-issuers'
import { recordIn, type SignInRecord } from './sign-in-record'

const NAME_CHARS = 32

export type KeptSignIn = {
  /** Says nothing to anybody. */
  readonly key: string
  readonly record: SignInRecord
  /** Still there after Patchbay has ended. */
  readonly isKept: boolean
  readonly isOf: (serverId: ServerId) => boolean
}

export class SignInStore {
  private readonly secrets: SecretStore
  private readonly issuers: BoundIssuers

  constructor(
    private readonly path: string,
    private readonly cipher: SecretCipher,
    clock: { readonly wall: () => number },
    options: Pick<StateFileOptions<never>, 'onLoss' | 'isReader'> = {}
  ) {
    this.secrets = new SecretStore(path, cipher, clock, options)
    this.issuers = new BoundIssuers(join(dirname(path), 'sign-in-issuers.json'), clock, options)
  }

  /** Whether what is saved is still there after Patchbay has ended. */
  get isKept(): boolean {
    return this.cipher.storage() === 'system'
  }

  /** Where sign-ins are kept, or why they are not: a whole sentence. */
  get explanation(): string {
    return this.cipher.explanation()
  }

  /** Finds out whether there is a safe place, which may ask the person. */
  prepare(): Promise<void> {
    return this.cipher.prepare()
  }

  /** Whether there is none of any server. Asks no keyring. */
  get isEmpty(): boolean {
    return this.secrets.list().length === 0
  }

  /** Whether there is anything of the server. Asks no keyring. */
  has(serverId: ServerId): boolean {
    return this.namesOf(serverId).length > 0
  }

  /** All that are kept, of whatever server, and how many cannot be read. */
  async list(): Promise<{ readonly signIns: readonly KeptSignIn[]; readonly unread: number }> {
    const signIns: KeptSignIn[] = []
    let unread = 0
    for (const { name: key, isKept } of this.secrets.list()) {
      const record = await this.recordCalled(key).catch(() => undefined)
      const isOf = (serverId: ServerId): boolean => key.startsWith(prefixOf(serverId))
      if (record) signIns.push({ key, record, isKept, isOf })
      else unread += 1
    }
    return { signIns, unread }
  }

  /**
   * Does the work while no other Patchbay renews the tokens of the same server. The signal ends the
   * waiting for another, and not the work.
   */
  async alone<Result>(
    serverId: ServerId,
    work: () => Promise<Result>,
    signal: AbortSignal
  ): Promise<Result> {
    return this.isKept ? whileHeld(`${this.path}.${hashOf(serverId)}`, work, signal) : work()
  }

  /**
   * The newest of the server with tokens, or else the newest; its address has to be the one that the
   * record is for.
   */
  async read(serverId: ServerId, serverUrl: string): Promise<SignInRecord | undefined> {
    let withoutTokens: SignInRecord | undefined
    for (const name of this.namesOf(serverId)) {
      const record = await this.recordCalled(name)
      if (record?.serverUrl !== serverUrl) continue
      if (record.tokens) return record
      withoutTokens ??= record
    }
    return withoutTokens
  }

  /** Of one authorization server, whatever was signed in to since. */
  async readFrom(serverId: ServerId, issuer: string): Promise<SignInRecord | undefined> {
    return this.recordCalled(nameOf(serverId, issuer))
  }

  /** The only authorization server that what is secret in the definition is sent to. */
  boundIssuer(serverId: ServerId, serverUrl: string): string | undefined {
    return this.issuers.of(hashOf(serverId), serverUrl)
  }

  bindIssuer(serverId: ServerId, serverUrl: string, issuer: string): void {
    this.issuers.bind(hashOf(serverId), serverUrl, issuer)
  }

  /** Rejects with the reason in whole sentences. Once the signal is aborted, nothing is written. */
  async write(serverId: ServerId, record: SignInRecord, signal?: AbortSignal): Promise<void> {
    const name = nameOf(serverId, record.issuer)
    try {
      await this.secrets.set(name, JSON.stringify(record), signal)
    } catch (error) {
      const message = messageOf(error).replaceAll(`The secret ${name}`, 'The sign-in')
      throw new WorkbenchError(WorkbenchErrorCode.Storage, message)
    }
  }

  /** The keys of those that are of none of these servers. Asks no keyring. */
  keysOfOthers(servers: readonly ServerId[]): readonly string[] {
    const prefixes = servers.map(prefixOf)
    return this.secrets
      .list()
      .map(({ name }) => name)
      .filter((name) => !prefixes.some((prefix) => name.startsWith(prefix)))
  }

  /** One of them, whatever server it is of. Gives back the way to undo it. */
  removeKey(key: string): Promise<() => Promise<void>> {
    return this.secrets.remove(key)
  }

  async remove(serverId: ServerId): Promise<void> {
    this.issuers.remove(hashOf(serverId))
    for (const name of this.namesOf(serverId)) await this.secrets.remove(name)
  }

  /** The names of sign-ins say nothing to anybody, so a refusal is put into other words. */
  private async recordCalled(name: string): Promise<SignInRecord | undefined> {
    if (!this.secrets.list().some((each) => each.name === name)) return undefined
    await this.cipher.prepare()
    try {
      const text = await this.secrets.get(name)
      return text === undefined ? undefined : recordIn(text)
    } catch (error) {
      const why = this.isKept ? 'Sign in again.' : this.explanation
      const message = `The sign-in that is kept cannot be read. ${why}`
      throw new WorkbenchError(WorkbenchErrorCode.Storage, message, { reason: messageOf(error) })
    }
  }

  private namesOf(serverId: ServerId): readonly string[] {
    const prefix = prefixOf(serverId)
    return this.secrets
      .list()
      .filter(({ name }) => name.startsWith(prefix))
      .sort((a, b) => b.setAt - a.setAt)
      .map(({ name }) => name)
  }
}

/** A name may hold neither braces nor be long, and both of these may be anything. */
function nameOf(serverId: ServerId, issuer: string): string {
  return prefixOf(serverId) + hashOf(issuer)
}

function prefixOf(serverId: ServerId): string {
  return `${hashOf(serverId)} `
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, NAME_CHARS)
}

export function keyringIsSilent(): WorkbenchError {
  const message = 'Your keyring does not answer. If it asks for its password, type it.'
  return new WorkbenchError(WorkbenchErrorCode.Storage, message)
}
