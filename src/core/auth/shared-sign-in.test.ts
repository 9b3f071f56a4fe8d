import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import type { SignInState } from '../../shared/sign-in/sign-in'
import { systemClock } from '../time/clock'
import { Workbench } from '../workbench/workbench'
import {
  authorize,
  startOddAuthorizationServer,
  type OddAuthorizationServer
} from './fakes/fake-authorization-server'
import { KeyringFault } from '../secrets/keyring'
import { KeyringCipher } from '../secrets/keyring-cipher'
import { MemoryKeyring } from '../secrets/keyring-testing'
import { SignInStore } from './sign-in-store'
import { SignIns } from './sign-ins'
import { PLAIN_NETWORKS } from '../network/networks'

const ends: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** The time of the system, and what a test adds to it. */
let addedMs = 0
const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + addedMs }

/** One that can read, and at times cannot write. */
class OddCipher extends KeyringCipher {
  canEncrypt = true

  override async encrypt(text: string): Promise<Uint8Array> {
    if (!this.canEncrypt) throw new Error('the disk is full')
    return super.encrypt(text)
  }
}

/** Stands for a Patchbay of its own: it shares only the folder and the keyring with others. */
class Patchbay {
  readonly workbench: Workbench
  readonly signIns: SignIns
  readonly definition: RemoteDefinition
  readonly cipher: OddCipher

  constructor(url: string, folder: string, keyring: MemoryKeyring) {
    this.definition = {
      id: ServerId.parse('protected'),
      name: 'protected',
      scope: 'user',
      transport: 'streamable-http',
      url,
      headers: {},
      settings: { era: 'legacy', retry: 'none', maxRestarts: 0 }
    }
    this.workbench = new Workbench({
      networks: PLAIN_NETWORKS,
      servers: [this.definition],
      version: '1',
      remoteFor: (definition) => ({ credentials: this.signIns.credentialsFor(definition) })
    })
    this.cipher = new OddCipher(keyring, join(folder, 'sign-ins.key'))
    this.signIns = new SignIns({
      networks: PLAIN_NETWORKS,
      log: this.workbench.log,
      clock,
      store: new SignInStore(join(folder, 'sign-ins.json'), this.cipher, systemClock),
      hide: () => undefined,
      openPage: async (page) => void authorize(page).then((back) => fetch(back))
    })
    ends.push(() => this.workbench.closeAll())
  }

  get state(): SignInState {
    return this.signIns.of(this.definition).state
  }

  signIn(): Promise<void> {
    return this.signIns.of(this.definition).signIn()
  }

  open(): Promise<void> {
    return this.workbench.open(this.definition.id)
  }

  async call(): Promise<string | undefined> {
    const { done } = await this.workbench.startCall(this.definition.id, 'whoami', {})
    return (await done).outcome?.kind
  }
}

type Surroundings = {
  readonly odd: OddAuthorizationServer
  readonly keyring: MemoryKeyring
  readonly start: () => Patchbay
}

async function surroundings(): Promise<Surroundings> {
  const odd = await startOddAuthorizationServer()
  const folder = mkdtempSync(join(tmpdir(), 'shared-sign-in-'))
  const keyring = new MemoryKeyring()
  ends.push(
    () => odd.close(),
    () => rmSync(folder, { recursive: true })
  )
  return { odd, keyring, start: () => new Patchbay(odd.url, folder, keyring) }
}

it('Two that renew the same tokens at once renew them once, and none loses them', async () => {
  const { odd, start } = await surroundings()
  const [first, second] = [start(), start()]
  await first.signIn()
  await Promise.all([first.open(), second.open()])
  odd.authorization.tokens.expireTokens()
  expect(await Promise.all([first.call(), second.call()])).toEqual(['result', 'result'])
  const renewals = odd.asked('token').filter(({ form }) => form['grant_type'] === 'refresh_token')
  expect(renewals).toHaveLength(1)

  const third = start()
  await third.open()
  expect(await third.call()).toBe('result')
})

it('One that has found no sign-in uses what another has signed in to since', async () => {
  const { start } = await surroundings()
  const [first, second] = [start(), start()]
  await expect(first.open()).rejects.toThrow()
  await second.signIn()
  await first.open()
  expect(await first.call()).toBe('result')
})

it('A sign-in in a keyring that is locked is asked for again once it is open', async () => {
  const { keyring, start } = await surroundings()
  await start().signIn()
  keyring.fault = new KeyringFault('locked', 'locked')
  const late = start()
  await expect(late.open()).rejects.toThrow()
  expect(late.state).toEqual({
    phase: 'needed',
    why: 'The sign-in that is kept cannot be read. Your keyring is locked. Unlock it and try again.'
  })
  keyring.fault = undefined
  addedMs = 10_000
  await late.open()
  expect(await late.call()).toBe('result')
})

it.each([
  ['none', 'There is no keyring that Patchbay can use (why).'],
  ['locked', 'Your keyring is locked.'],
  ['silent', 'Your keyring does not answer.'],
  ['broken', 'The process that asks your keyring has failed (why).']
] as const)('A sign-in that is not kept says why: %s', async (kind, sentence) => {
  const { keyring, start } = await surroundings()
  keyring.fault = new KeyringFault(kind, 'why')
  const it = start()
  await it.signIn()
  expect(it.state).toMatchObject({
    phase: 'signed-in',
    facts: { isKept: false, whyNotKept: expect.stringContaining(sentence) as string }
  })
})

it('Tokens that could not be written down after a renewal are used, and renewed in their turn', async () => {
  const { odd, start } = await surroundings()
  const it = start()
  await it.signIn()
  await it.open()
  it.cipher.canEncrypt = false
  odd.authorization.tokens.expireTokens()
  expect(await it.call()).toBe('result')
  expect(it.state).toMatchObject({
    facts: { isKept: false, whyNotKept: expect.stringContaining('the disk is full') as string }
  })
  odd.authorization.tokens.expireTokens()
  expect(await it.call()).toBe('result')
  it.cipher.canEncrypt = true
  odd.authorization.tokens.expireTokens()
  expect(await it.call()).toBe('result')
  const late = start()
  await late.open()
  expect([await late.call(), late.state.phase]).toEqual(['result', 'signed-in'])
  const renewals = odd.asked('token').filter(({ form }) => form['grant_type'] === 'refresh_token')
  expect(renewals).toHaveLength(3)
})

it('A sign-in that was kept with another key is made again', async () => {
  const { keyring, start } = await surroundings()
  await start().signIn()
  keyring.key = Buffer.alloc(32, 7)
  const late = start()
  await expect(late.open()).rejects.toThrow()
  await late.signIn()
  await late.open()
  expect(late.state).toMatchObject({ phase: 'signed-in', facts: { isKept: true } })
})
