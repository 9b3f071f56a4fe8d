import { describe, expect, it } from 'vitest'
import { SystemCipher, type SystemStorage } from './secret-cipher'

type Backend = ReturnType<SystemStorage['getSelectedStorageBackend']>

/** A keyring whose encryption is writing backwards. It crashes like Electron when it has no key. */
function keyring(backend: Backend = 'gnome_libsecret') {
  const state = { hasKey: true, isRotated: false, timesAsked: 0, failure: '' }
  const use = (): void => {
    if (!state.hasKey) throw new RangeError('segmentation fault')
    if (state.failure !== '') throw new Error(state.failure)
  }
  const storage: SystemStorage = {
    getSelectedStorageBackend: () => backend,
    isAsyncEncryptionAvailable: async () => {
      state.timesAsked++
      return state.hasKey
    },
    encryptStringAsync: async (text) => {
      use()
      return Buffer.from(reversed(text))
    },
    decryptStringAsync: async (bytes) => {
      use()
      return { result: reversed(bytes.toString()), shouldReEncrypt: state.isRotated }
    }
  }
  return { state, storage }
}

function reversed(text: string): string {
  return [...text].reverse().join('')
}

describe('the cipher of the system', () => {
  it('gives back what it encrypted', async () => {
    const { storage } = keyring()
    const cipher = new SystemCipher(storage, 'linux')
    const bytes = await cipher.encrypt('hush 🔑')
    expect(Buffer.from(bytes).toString()).toBe('🔑 hsuh')
    expect(await cipher.decrypt(bytes)).toEqual({ text: 'hush 🔑', shouldEncryptAgain: false })
    expect(cipher.storage()).toBe('system')
  })

  it('says when the key has changed', async () => {
    const { storage, state } = keyring()
    const cipher = new SystemCipher(storage, 'linux')
    const bytes = await cipher.encrypt('hush')
    state.isRotated = true
    expect(await cipher.decrypt(bytes)).toEqual({ text: 'hush', shouldEncryptAgain: true })
  })

  it.each(['basic_text', 'unknown'] as const)('takes %s for no safe place', async (backend) => {
    const { storage, state } = keyring(backend)
    const cipher = new SystemCipher(storage, 'linux')
    await cipher.prepare()
    expect(cipher.storage()).toBe('memory')
    expect(cipher.explanation()).toBe(
      'This desktop has no keyring that Patchbay can use. To keep secrets, install gnome-keyring ' +
        'or KWallet, unlock it, and start Patchbay again. Secrets are kept for this run only, and ' +
        'are gone when Patchbay ends.'
    )
    await expect(cipher.encrypt('hush')).rejects.toMatchObject({ code: 'STORAGE' })
    expect(state.timesAsked).toBe(0)
  })

  it('never encrypts without a key, and says why', async () => {
    const { storage, state } = keyring('kwallet6')
    state.hasKey = false
    const cipher = new SystemCipher(storage, 'linux')
    await expect(cipher.encrypt('hush')).rejects.toMatchObject({
      code: 'STORAGE',
      message:
        'Patchbay does not get its key from KWallet. It may be locked: unlock it and try again.'
    })
    await expect(cipher.decrypt(new Uint8Array(3))).rejects.toMatchObject({ code: 'STORAGE' })
    expect(cipher.storage()).toBe('memory')
    expect(cipher.explanation()).toContain('for this run only')
  })

  it('asks a keyring that was locked again', async () => {
    const { storage, state } = keyring()
    state.hasKey = false
    const cipher = new SystemCipher(storage, 'linux')
    await cipher.prepare()
    expect(cipher.storage()).toBe('memory')
    state.hasKey = true
    await cipher.prepare()
    expect(cipher.storage()).toBe('system')
    expect(Buffer.from(await cipher.encrypt('hush')).toString()).toBe('hsuh')
  })

  it('asks once for everybody who waits, and not again after a yes', async () => {
    const { storage, state } = keyring()
    const cipher = new SystemCipher(storage, 'linux')
    await Promise.all([cipher.encrypt('a'), cipher.encrypt('b'), cipher.prepare()])
    await cipher.encrypt('c')
    expect(state.timesAsked).toBe(1)
  })

  it('turns a failure of the system into a sentence without the secret', async () => {
    const { storage, state } = keyring()
    const cipher = new SystemCipher(storage, 'linux')
    const bytes = await cipher.encrypt('hush')
    state.failure = 'org.freedesktop.Secret.Error.IsLocked'
    await expect(cipher.decrypt(bytes)).rejects.toMatchObject({
      code: 'STORAGE',
      message:
        'The system could not decrypt a secret. Its keyring may be locked: unlock it and try again.',
      details: { reason: 'org.freedesktop.Secret.Error.IsLocked' }
    })
  })

  it.each([
    ['darwin', 'keychain', 'the macOS Keychain'],
    ['win32', 'dpapi', 'the data protection of Windows'],
    ['linux', 'kwallet5', 'KWallet']
  ] as const)('names its place on %s', (platform, backend, words) => {
    const cipher = new SystemCipher(keyring('kwallet5').storage, platform)
    expect(cipher.backend()).toBe(backend)
    expect(cipher.explanation()).toBe(`Secrets are encrypted with a key that ${words} keeps.`)
  })
})
