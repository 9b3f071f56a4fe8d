/** A sign-in can be cancelled whatever it waits for, and a server removed, without waiting for that. */
import { afterEach, describe, expect, it } from 'vitest'
import { bench, Bench, endBenches, ID, signedIn } from './sign-in-bench'

afterEach(endBenches)

const NEVER = new Promise<never>(() => undefined)
const OAUTH = {
  clientId: 'known',
  clientSecret: 'known-secret-1234',
  registration: 'dynamic'
} as const

/** A person who answers nothing, with the signal that takes the question away. */
function silentPerson(it: Bench): Promise<AbortSignal> {
  const { promise, resolve } = Promise.withResolvers<AbortSignal>()
  it.confirm = (signal) => {
    resolve(signal)
    return NEVER
  }
  return promise
}

/** Begins a sign-in, and resolves when it waits for what the moment is about. */
type Moment = (it: Bench) => { readonly begun: Promise<void>; readonly waits: Promise<unknown> }

const MOMENTS: readonly (readonly [string, Moment])[] = [
  ['the server', (it) => ({ waits: it.odd.server.hold('mcp').asked, begun: it.signIn() })],
  [
    'the metadata of the server',
    (it) => ({ waits: it.odd.server.hold('resource-metadata').asked, begun: it.signIn() })
  ],
  [
    'the metadata of the authorization server',
    (it) => ({ waits: it.odd.authorization.hold('metadata').asked, begun: it.signIn() })
  ],
  ['the question about the issuer', (it) => ({ waits: silentPerson(it), begun: it.signIn() })],
  [
    'the registration',
    (it) => ({ waits: it.odd.authorization.hold('registration').asked, begun: it.signIn() })
  ],
  [
    'the keyring, with the registration',
    (it) => {
      const { asked, release } = it.odd.authorization.hold('registration')
      const waits = asked.then(() => {
        const keyring = keyringAsked(it)
        release()
        return keyring
      })
      return { waits, begun: it.signIn() }
    }
  ],
  [
    'the browser to open',
    (it) => {
      it.browser = NEVER
      return { waits: visited(it), begun: it.signIn() }
    }
  ],
  ['the person in the browser', (it) => ({ waits: visited(it), begun: it.signIn() })],
  ['the tokens', (it) => ({ waits: it.odd.authorization.hold('token').asked, begun: it.signIn() })],
  [
    'the keyring, with the tokens',
    (it) => {
      const { asked, release } = it.odd.authorization.hold('token')
      const waits = asked.then(() => {
        const keyring = keyringAsked(it)
        release()
        return keyring
      })
      return { waits, begun: it.signIn() }
    }
  ]
]

/** From now on the keyring does not answer. Resolves when it is asked. */
function keyringAsked(it: Bench): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.defineProperty(it, 'keyring', {
    get: () => {
      resolve()
      return NEVER
    }
  })
  return promise
}

function visited(it: Bench): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  it.visit = async () => resolve()
  return promise
}

describe.each(MOMENTS)('while it waits for %s, a sign-in', (_what, moment) => {
  it('can be cancelled', async () => {
    const it = await bench({}, OAUTH)
    const { waits, begun } = moment(it)
    begun.catch(() => undefined)
    await waits
    it.signIns.of(it.definition).cancel()
    await expect(begun).rejects.toThrow('The sign-in was cancelled.')
    expect(it.state).toMatchObject({ phase: 'failed', why: 'The sign-in was cancelled.' })
  })

  it('ends with its server', async () => {
    const it = await bench({}, OAUTH)
    const { waits, begun } = moment(it)
    begun.catch(() => undefined)
    await waits
    await it.signIns.forget(ID)
    await expect(begun).rejects.toThrow('The sign-in was cancelled.')
    expect(it.store.has(ID)).toBe(false)
  })
})

describe('cancelling', () => {
  it('takes the question about the issuer away', async () => {
    const it = await bench({}, OAUTH)
    const asked = silentPerson(it)
    const begun = it.signIn()
    const signal = await asked
    it.signIns.of(it.definition).cancel()
    await expect(begun).rejects.toThrow()
    expect([signal.aborted, it.store.boundIssuer(ID, it.odd.url)]).toEqual([true, undefined])
  })

  it('does not wait for the keyring that has an earlier sign-in', async () => {
    const first = await signedIn()
    const second = new Bench(first.odd, first.folder)
    const asked = keyringAsked(second)
    const begun = second.signIn()
    await asked
    expect(second.state.phase).toBe('under-way')
    second.signIns.of(second.definition).cancel()
    await expect(begun).rejects.toThrow('The sign-in was cancelled.')
  })

  it('writes no tokens down when the keyring answers later', async () => {
    const it = await bench()
    const { asked, release } = it.odd.authorization.hold('token')
    const keyring = Promise.withResolvers<void>()
    const begun = it.signIn()
    await asked
    const before = it.store.read(ID, it.odd.url)
    await before
    it.keyring = keyring.promise
    const hides = it.hidden.length
    release()
    await expect.poll(() => it.hidden.length).toBeGreaterThan(hides)
    it.signIns.of(it.definition).cancel()
    await expect(begun).rejects.toThrow('The sign-in was cancelled.')
    keyring.resolve()
    expect((await it.store.read(ID, it.odd.url))?.tokens).toBeUndefined()
  })
})

describe('a server without a person', () => {
  it('is removed while somebody is asked whether its client may be known', async () => {
    const it = await bench(
      {},
      { grant: 'client-credentials', clientId: 'robot', clientSecret: 'robot-secret-1234' }
    )
    const asked = silentPerson(it)
    const opening = it.open()
    opening.catch(() => undefined)
    const signal = await asked
    await it.signIns.forget(ID)
    await expect(opening).rejects.toThrow()
    expect([signal.aborted, it.odd.asked('token')]).toEqual([true, []])
  })
})
