import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { WorkbenchErrorCode } from '../../shared/protocol/errors'
import { fakeClock } from '../time/fake-clock'
import type { StateFileOptions } from '../disk/state-file'
import { SecretStore, type SecretCipher } from './secrets'

const VALUE = 'c4nary-v4lue'

/** A keychain that a test can lock, change and take away. */
function keychain() {
  const state = {
    storage: 'system' as 'system' | 'memory',
    backend: 'gnome_libsecret',
    isLocked: false,
    shouldEncryptAgain: false,
    encrypted: 0
  }
  const flip = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 0x5a)
  const unlock = (): void => {
    if (state.isLocked) throw new Error('the keychain is locked')
  }
  const cipher: SecretCipher = {
    prepare: async () => undefined,
    storage: () => state.storage,
    backend: () => state.backend,
    explanation: () => 'Kept by a test.',
    encrypt: async (text) => {
      unlock()
      state.encrypted += 1
      return flip(Buffer.from(`${state.encrypted}|${text}`))
    },
    decrypt: async (bytes) => {
      unlock()
      const text = Buffer.from(flip(bytes)).toString('utf8')
      const { shouldEncryptAgain } = state
      return { text: text.slice(text.indexOf('|') + 1), shouldEncryptAgain }
    }
  }
  return { state, cipher }
}

function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'))
  const path = join(folder, 'secrets.json')
  const clock = fakeClock()
  clock.pass(5_000)
  const { state, cipher } = keychain()
  const open = (options: Pick<StateFileOptions<never>, 'onLoss'> = {}) =>
    new SecretStore(path, cipher, clock, options)
  const onDisk = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  return { folder, path, clock, state, cipher, open, onDisk }
}

describe('SecretStore', () => {
  it('keeps a secret for the next run, encrypted and for the person only', async () => {
    const { open, path, onDisk } = setUp()
    await open().set('TOKEN', VALUE)
    const next = open()
    expect(next.list()).toEqual([{ name: 'TOKEN', setAt: 5_000, isKept: true }])
    expect(await next.get('TOKEN')).toBe(VALUE)
    expect(onDisk()).toHaveLength(1)
    for (const form of [VALUE, Buffer.from(VALUE).toString('base64'), VALUE.slice(0, 6)]) {
      expect(onDisk().join()).not.toContain(form)
    }
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('knows nothing of a secret that was never set', async () => {
    expect(await setUp().open().get('TOKEN')).toBeUndefined()
  })

  it.each(['unknown', 'basic_text'])(
    'holds secrets in memory only when there is no safe place (%s)',
    async (backend) => {
      const { open, state, folder } = setUp()
      Object.assign(state, { storage: 'memory', backend })
      const store = open()
      await store.set('TOKEN', VALUE)
      expect(await store.get('TOKEN')).toBe(VALUE)
      expect(store.list()).toEqual([{ name: 'TOKEN', setAt: 5_000, isKept: false }])
      expect(readdirSync(folder)).toEqual([])
      expect(await open().get('TOKEN')).toBeUndefined()
    }
  )

  it('says to set a secret again when something else kept it, and deletes nothing', async () => {
    const { open, state, onDisk } = setUp()
    await open().set('TOKEN', VALUE)
    const before = onDisk()
    state.backend = 'kwallet6'
    const store = open()
    await expect(store.get('TOKEN')).rejects.toMatchObject({
      code: WorkbenchErrorCode.ValueMissing,
      message:
        'The secret TOKEN was kept by gnome_libsecret, and now secrets are kept by kwallet6. Set it again.'
    })
    expect(store.list()).toHaveLength(1)
    expect(onDisk()).toEqual(before)
    await store.set('OTHER', 'other-value')
    await store.set('TOKEN', 'new-value')
    expect(await open().get('TOKEN')).toBe('new-value')
  })

  it('keeps what it cannot read now, and reads it when the first keychain is back', async () => {
    const { open, state } = setUp()
    await open().set('TOKEN', VALUE)
    Object.assign(state, { storage: 'memory', backend: 'basic_text' })
    const store = open()
    await expect(store.get('TOKEN')).rejects.toThrow('it is not available. Set it again.')
    await store.set('TOKEN', 'for-this-run')
    expect(await store.get('TOKEN')).toBe('for-this-run')
    Object.assign(state, { storage: 'system', backend: 'gnome_libsecret' })
    expect(await open().get('TOKEN')).toBe(VALUE)
  })

  it('says what to do when the keychain is locked, and tries again the next time', async () => {
    const { open, state } = setUp()
    await open().set('TOKEN', VALUE)
    const store = open()
    state.isLocked = true
    await expect(store.get('TOKEN')).rejects.toMatchObject({
      code: WorkbenchErrorCode.Storage,
      message: expect.stringContaining(
        'Unlock the keychain of your system, and try again.'
      ) as string
    })
    await expect(store.set('OTHER', 'x')).rejects.toThrow('could not be kept')
    expect(store.list().map(({ name }) => name)).toEqual(['TOKEN'])
    state.isLocked = false
    expect(await store.get('TOKEN')).toBe(VALUE)
  })

  it('encrypts again when the keychain asks for it', async () => {
    const { open, state, onDisk } = setUp()
    await open().set('TOKEN', VALUE)
    const before = onDisk()
    state.shouldEncryptAgain = true
    expect(await open().get('TOKEN')).toBe(VALUE)
    expect(onDisk()).not.toEqual(before)
    state.shouldEncryptAgain = false
    const next = open()
    expect(await next.get('TOKEN')).toBe(VALUE)
    expect(next.list()).toEqual([{ name: 'TOKEN', setAt: 5_000, isKept: true }])
  })

  it('removes a secret, and puts it back as it was', async () => {
    const { open, onDisk } = setUp()
    const store = open()
    await store.set('TOKEN', VALUE)
    const undo = await store.remove('TOKEN')
    expect(await store.get('TOKEN')).toBeUndefined()
    expect(store.list()).toEqual([])
    expect(await open().get('TOKEN')).toBeUndefined()
    await undo()
    expect(await store.get('TOKEN')).toBe(VALUE)
    expect(await open().get('TOKEN')).toBe(VALUE)
    expect(onDisk().join()).not.toContain(VALUE)
    await expect(store.remove('NONE')).rejects.toMatchObject({ code: WorkbenchErrorCode.NotFound })
  })

  it('does not put an earlier secret back over a later one', async () => {
    const { open, state } = setUp()
    state.storage = 'memory'
    const store = open()
    await store.set('TOKEN', VALUE)
    const undo = await store.remove('TOKEN')
    await store.set('TOKEN', 'a later one')
    await expect(undo()).rejects.toThrow('has been set again')
    expect(await store.get('TOKEN')).toBe('a later one')
  })

  it('sees what another process sets and removes', async () => {
    const { open, clock } = setUp()
    const store = open()
    const other = open()
    await store.set('TOKEN', VALUE)
    clock.pass(1)
    await other.set('TOKEN', 'from the other')
    expect(await store.get('TOKEN')).toBe('from the other')
    await other.remove('TOKEN')
    expect(await store.get('TOKEN')).toBeUndefined()
    expect(store.list()).toEqual([])
  })

  it('loses nothing when two are set at once', async () => {
    const { open } = setUp()
    const store = open()
    await Promise.all(['A', 'B', 'C'].map((name) => store.set(name, `value of ${name}`)))
    expect(store.list().map(({ name }) => name)).toEqual(['A', 'B', 'C'])
    expect(await open().get('B')).toBe('value of B')
  })

  it('puts a file aside that it cannot understand', async () => {
    const { open, path, folder } = setUp()
    writeFileSync(path, '{"version":1')
    const losses: string[] = []
    const store = open({ onLoss: ({ path: copy }) => void losses.push(copy) })
    expect(store.list()).toEqual([])
    expect(losses).toEqual([`${path}.broken-5000`])
    await store.set('TOKEN', VALUE)
    expect(readdirSync(folder).sort()).toEqual(['secrets.json', 'secrets.json.broken-5000'])
  })

  it.each([
    ['', 'x'],
    ['a}b', 'x'],
    [' a', 'x'],
    ['a\nb', 'x'],
    ['a'.repeat(201), 'x'],
    ['A', ''],
    ['A', 'x'.repeat(100_001)]
  ])('refuses the name %j with such a value', async (name, value) => {
    const { open } = setUp()
    const store = open()
    await expect(store.set(name, value)).rejects.toMatchObject({
      code: WorkbenchErrorCode.InvalidInput
    })
    expect(store.list()).toEqual([])
  })
})
