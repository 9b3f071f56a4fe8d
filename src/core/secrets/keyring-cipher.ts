/**
 * Encrypts sign-ins with a key that the keyring of the system keeps for us. The app and the command
 * line use the same key, so that one signs in once.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { whileHeld } from '../disk/file-lock'
import type { SecretCipher } from './secrets'
import { KeyringFault, type Keyring, type KeyringFaultKind } from './keyring'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const VERSION = 1
/** Bound to what it is for, so that nothing else that this key encrypts can take its place. */
const PURPOSE = Buffer.from('patchbay sign-in')

/** The one that the app and the command line use for the sign-ins of a profile. */
export function signInCipher(profile: string, keyring: Keyring): SecretCipher {
  return new KeyringCipher(keyring, join(profile, 'sign-ins.key'))
}

export class KeyringCipher implements SecretCipher {
  private key: Buffer | undefined
  private fault: { readonly kind: KeyringFaultKind; readonly why: string } | undefined
  private asking: Promise<void> | undefined

  constructor(
    private readonly keyring: Keyring,
    /** Held while the key is made, so that two processes do not make two. */
    private readonly lock: string
  ) {}

  /** A keyring that was locked may be open by now, so a no is asked for again. */
  async prepare(): Promise<void> {
    if (this.key) return
    this.asking ??= this.findKey().finally(() => (this.asking = undefined))
    return this.asking
  }

  /** A guess until the keyring has been asked. */
  storage(): 'system' | 'memory' {
    return this.fault ? 'memory' : 'system'
  }

  backend(): string {
    return this.keyring.backend
  }

  explanation(): string {
    const { fault } = this
    if (!fault)
      return `Sign-ins are encrypted with a key that your keyring keeps (${this.backend()}).`
    switch (fault.kind) {
      case 'none':
        return `There is no keyring that Patchbay can use (${fault.why}). ${REMEDIES[process.platform] ?? LINUX_REMEDY}`
      case 'locked':
        return 'Your keyring is locked. Unlock it and try again.'
      case 'silent':
        return 'Your keyring does not answer. If it asks for its password, type it and try again.'
      case 'broken':
        return `The process that asks your keyring has failed (${fault.why}). Try again, or restart Patchbay.`
    }
  }

  async encrypt(text: string): Promise<Uint8Array> {
    const key = await this.demandKey()
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(PURPOSE)
    const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), hidden])
  }

  async decrypt(bytes: Uint8Array): ReturnType<SecretCipher['decrypt']> {
    const key = await this.demandKey()
    const all = Buffer.from(bytes)
    const [ivEnd, tagEnd] = [1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES]
    if (all[0] !== VERSION || all.length < tagEnd) throw unreadable()
    try {
      const decipher = createDecipheriv(ALGORITHM, key, all.subarray(1, ivEnd), {
        authTagLength: TAG_BYTES
      })
      decipher.setAAD(PURPOSE).setAuthTag(all.subarray(ivEnd, tagEnd))
      const text = Buffer.concat([decipher.update(all.subarray(tagEnd)), decipher.final()])
      return { text: text.toString('utf8'), shouldEncryptAgain: false }
    } catch {
      throw unreadable()
    }
  }

  private async demandKey(): Promise<Buffer> {
    await this.prepare()
    if (this.key) return this.key
    throw new WorkbenchError(WorkbenchErrorCode.Storage, this.explanation())
  }

  private async findKey(): Promise<void> {
    try {
      this.key = (await this.keptKey()) ?? (await whileHeld(this.lock, () => this.makeKey()))
      this.fault = undefined
    } catch (error) {
      const kind = error instanceof KeyringFault ? error.kind : 'none'
      this.fault = { kind, why: messageOf(error) }
    }
  }

  private async keptKey(): Promise<Buffer | undefined> {
    const key = await this.keyring.read()
    return key?.length === KEY_BYTES ? Buffer.from(key) : undefined
  }

  private async makeKey(): Promise<Buffer> {
    const others = await this.keptKey()
    if (others) return others
    const key = randomBytes(KEY_BYTES)
    await this.keyring.write(key)
    const kept = await this.keptKey()
    if (kept?.equals(key) === true) return key
    throw new KeyringFault('none', 'it does not give back what it was given')
  }
}

const LINUX_REMEDY = 'Install gnome-keyring or KWallet, and unlock it.'
const REMEDIES: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Check in Keychain Access that the keychain “login” exists and is unlocked.',
  win32: 'Check that the service “Credential Manager” is running.'
}

function unreadable(): WorkbenchError {
  const message = 'It was encrypted with another key than the one that your keyring has now.'
  return new WorkbenchError(WorkbenchErrorCode.Storage, message)
}
