import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../time/clock'
import { KeyringFault, SystemKeyring } from './keyring'
import { KeyringCipher } from './keyring-cipher'
import { MemoryKeyring } from './keyring-testing'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyring-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function cipherOf(keyring: MemoryKeyring): KeyringCipher {
  return new KeyringCipher(keyring, join(folder, 'sign-ins.key'))
}

describe('A cipher with its key in a keyring', () => {
  it('lets another process read what it has encrypted, and shows nothing of it', async () => {
    const keyring = new MemoryKeyring()
    const bytes = await cipherOf(keyring).encrypt('token-1234')
    expect(Buffer.from(bytes).includes('token-1234')).toBe(false)
    expect(await cipherOf(keyring).decrypt(bytes)).toEqual({
      text: 'token-1234',
      shouldEncryptAgain: false
    })
  })

  it('makes one key, however many processes need the first', async () => {
    const keyring = new MemoryKeyring()
    const all = [cipherOf(keyring), cipherOf(keyring), cipherOf(keyring)]
    const encrypted = await Promise.all(all.map((cipher) => cipher.encrypt('same')))
    const late = cipherOf(keyring)
    const read = await Promise.all(encrypted.map((bytes) => late.decrypt(bytes)))
    expect(read.map(({ text }) => text)).toEqual(['same', 'same', 'same'])
  })

  it('never encrypts the same text in the same way', async () => {
    const cipher = cipherOf(new MemoryKeyring())
    expect(await cipher.encrypt('same')).not.toEqual(await cipher.encrypt('same'))
  })

  it.each([0, 5, 20, 40])('refuses what somebody has changed at byte %i', async (at) => {
    const cipher = cipherOf(new MemoryKeyring())
    const bytes = await cipher.encrypt('a text that is long enough')
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await expect(cipher.decrypt(bytes)).rejects.toThrow('encrypted with another key')
  })

  it.each([
    ['none', 'There is no keyring that Patchbay can use (why).'],
    ['locked', 'Your keyring is locked.'],
    ['silent', 'Your keyring does not answer.'],
    ['broken', 'The process that asks your keyring has failed (why).']
  ] as const)('says so where the keyring is %s, and asks again later', async (kind, sentence) => {
    const keyring = new MemoryKeyring()
    keyring.fault = new KeyringFault(kind, 'why')
    const cipher = cipherOf(keyring)
    await expect(cipher.encrypt('token')).rejects.toThrow(sentence)
    expect([cipher.storage(), cipher.explanation().startsWith(sentence)]).toEqual(['memory', true])
    keyring.fault = undefined
    await cipher.prepare()
    expect(cipher.storage()).toBe('system')
  })
})

describe('The keyring of the system', () => {
  /** A process that takes the place of the one that asks. */
  function keyringOf(program: string, limitMs?: number): SystemKeyring {
    const script = join(folder, 'child.mjs')
    writeFileSync(script, program)
    return new SystemKeyring({
      script,
      clock: systemClock,
      ...(limitMs !== undefined && { limitMs })
    })
  }

  it('gives the key that its process answers with', async () => {
    const keyring = keyringOf(
      "process.on('message', ({ action }) => process.send(action === 'read' ? { key: 'QUJD' } : {}))"
    )
    expect(Buffer.from((await keyring.read()) ?? []).toString()).toBe('ABC')
    await keyring.write(Buffer.from('ABC'))
  })

  it.each([
    ['DBus error: The name org.freedesktop.secrets was not provided', 'none'],
    ['Secret Service: unlock prompt was dismissed', 'locked'],
    ['DBus error: Did not receive a reply.', 'silent']
  ])('tells by “%s” that it is %s', async (fault, kind) => {
    const reply = JSON.stringify({ fault })
    const keyring = keyringOf(`process.on('message', () => process.send(${reply}))`)
    await expect(keyring.read()).rejects.toMatchObject({ kind, message: fault })
  })

  it('does not wait for one that hangs', async () => {
    const keyring = keyringOf("process.on('message', () => { for (;;); })", 300)
    await expect(keyring.read()).rejects.toMatchObject({ kind: 'silent' })
  })

  it('says so when its process ends without an answer', async () => {
    const keyring = keyringOf("process.on('message', () => process.exit(3))")
    await expect(keyring.read()).rejects.toMatchObject({ kind: 'broken' })
  })
})
