/** Keeps sign-ins where secrets are kept, one for each server and authorization server. */
import { createHash } from 'node:crypto'
import type { ServerId } from '../../shared/ids'
import { SecretStore, type SecretCipher } from '../config/secrets'
import type { StateFileOptions } from '../config/state-file'
import { recordIn, type SignInRecord } from './sign-in-record'

const NAME_CHARS = 32

export class SignInStore {
  private readonly secrets: SecretStore

  constructor(
    path: string,
    private readonly cipher: SecretCipher,
    clock: { readonly wall: () => number },
    options: Pick<StateFileOptions<never>, 'onLoss' | 'isReader'> = {}
  ) {
    this.secrets = new SecretStore(path, cipher, clock, options)
  }

  /** Whether what is saved is still there after Patchbay has ended. */
  get isKept(): boolean {
    return this.cipher.storage() === 'system'
  }

  /** The newest of the server; its address has to be the one that the record is for. */
  async read(serverId: ServerId, serverUrl: string): Promise<SignInRecord | undefined> {
    for (const name of this.namesOf(serverId)) {
      const text = await this.secrets.get(name)
      const record = text === undefined ? undefined : recordIn(text)
      if (record?.serverUrl === serverUrl) return record
    }
    return undefined
  }

  /** Of one authorization server, whatever was signed in to since. */
  async readFrom(serverId: ServerId, issuer: string): Promise<SignInRecord | undefined> {
    const text = await this.secrets.get(nameOf(serverId, issuer))
    return text === undefined ? undefined : recordIn(text)
  }

  async write(serverId: ServerId, record: SignInRecord): Promise<void> {
    await this.secrets.set(nameOf(serverId, record.issuer), JSON.stringify(record))
  }

  async remove(serverId: ServerId): Promise<void> {
    for (const name of this.namesOf(serverId)) await this.secrets.remove(name)
  }

  /** The server has another id from now on. */
  async move(from: ServerId, to: ServerId): Promise<void> {
    for (const name of this.namesOf(from)) {
      const text = await this.secrets.get(name)
      if (text !== undefined) await this.secrets.set(name.replace(hashOf(from), hashOf(to)), text)
      await this.secrets.remove(name)
    }
  }

  private namesOf(serverId: ServerId): readonly string[] {
    const prefix = `${hashOf(serverId)} `
    return this.secrets
      .list()
      .filter(({ name }) => name.startsWith(prefix))
      .sort((a, b) => b.setAt - a.setAt)
      .map(({ name }) => name)
  }
}

/** A name may hold neither braces nor be long, and both of these may be anything. */
function nameOf(serverId: ServerId, issuer: string): string {
  return `${hashOf(serverId)} ${hashOf(issuer)}`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, NAME_CHARS)
}
