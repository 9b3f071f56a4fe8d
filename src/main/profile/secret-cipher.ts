/**
 * Encrypts secrets with the key that the operating system keeps for us. Where there is no keyring,
 * Electron would use a key that everybody knows; that is not a safe place, and is never used.
 */
import type { SafeStorage } from 'electron'
import type { SecretCipher } from '../../core/secrets/secrets'
import { News } from '../../core/values/news'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'

/** May be asked only when the app is ready. */
export type SystemStorage = Pick<
  SafeStorage,
  | 'isAsyncEncryptionAvailable'
  | 'encryptStringAsync'
  | 'decryptStringAsync'
  | 'getSelectedStorageBackend'
>

type Platform = NodeJS.Platform
type Decrypted = { readonly text: string; readonly shouldEncryptAgain: boolean }

const KEYRINGS: Readonly<Record<string, string>> = {
  keychain: 'the macOS Keychain',
  dpapi: 'the data protection of Windows',
  gnome_libsecret: 'the keyring of the desktop',
  kwallet: 'KWallet',
  kwallet5: 'KWallet',
  kwallet6: 'KWallet'
}

export class SystemCipher implements SecretCipher {
  /** The system has given its key, or does not give it any more. */
  readonly news = new News()
  /** Undefined until the system has been asked. */
  private isAvailable: boolean | undefined
  private asking: Promise<boolean> | undefined

  constructor(
    private readonly system: SystemStorage,
    private readonly platform: Platform
  ) {}

  /** Asks the system for its key, which may ask the person. Until then `storage` is a guess. */
  async prepare(): Promise<void> {
    await this.canUse()
  }

  storage(): 'system' | 'memory' {
    return this.hasKeyring() && this.isAvailable !== false ? 'system' : 'memory'
  }

  backend(): string {
    if (this.platform === 'darwin') return 'keychain'
    if (this.platform === 'win32') return 'dpapi'
    return this.system.getSelectedStorageBackend()
  }

  /** A whole sentence or two for the person: where secrets are, and what to do if that is nowhere. */
  explanation(): string {
    if (this.storage() === 'system') {
      const keyring = KEYRINGS[this.backend()] ?? 'the system'
      return `Secrets are encrypted with a key that ${keyring} keeps.`
    }
    const remedy = 'Secrets are kept for this run only, and are gone when Patchbay ends.'
    return `${this.reason()} ${remedy}`
  }

  async encrypt(text: string): Promise<Uint8Array> {
    await this.demandKey()
    return attempt('encrypt', () => this.system.encryptStringAsync(text))
  }

  async decrypt(bytes: Uint8Array): Promise<Decrypted> {
    await this.demandKey()
    const { result, shouldReEncrypt } = await attempt('decrypt', () =>
      this.system.decryptStringAsync(Buffer.from(bytes))
    )
    return { text: result, shouldEncryptAgain: shouldReEncrypt }
  }

  private hasKeyring(): boolean {
    return Object.hasOwn(KEYRINGS, this.backend())
  }

  private reason(): string {
    if (!this.hasKeyring()) {
      return (
        'This desktop has no keyring that Patchbay can use. To keep secrets, install ' +
        'gnome-keyring or KWallet, unlock it, and start Patchbay again.'
      )
    }
    const keyring = KEYRINGS[this.backend()] ?? 'the system'
    return (
      `Patchbay does not get its key from ${keyring}. ` +
      'It may be locked: unlock it and try again.'
    )
  }

  /** Without a key Electron does not refuse to encrypt: it crashes. */
  private async demandKey(): Promise<void> {
    if (await this.canUse()) return
    throw new WorkbenchError(WorkbenchErrorCode.Storage, this.reason())
  }

  /** A keyring that was locked may be open by now, so a no is asked for again. */
  private async canUse(): Promise<boolean> {
    if (!this.hasKeyring()) return false
    if (this.isAvailable === true) return true
    this.asking ??= this.system
      .isAsyncEncryptionAvailable()
      .catch(() => false)
      .finally(() => (this.asking = undefined))
    const before = this.isAvailable
    this.isAvailable = await this.asking
    if (this.isAvailable !== before) this.news.tell()
    return this.isAvailable
  }
}

async function attempt<T>(verb: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const message = `The system could not ${verb} a secret. Its keyring may be locked: unlock it and try again.`
    throw new WorkbenchError(WorkbenchErrorCode.Storage, message, { reason: messageOf(error) })
  }
}
