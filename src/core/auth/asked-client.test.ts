/** Where Patchbay can be no client by itself, the person is asked for one that they have registered. */
import { afterEach, describe, expect, it } from 'vitest'
import type { ClientRegistration } from '../../shared/servers/server-access'
import type { OddOptions } from './fakes/fake-authorization-server'
import { bench, Bench, endBenches } from './sign-in-bench'

afterEach(endBenches)

const SECRET = 'canary-secret-0123456789'
const GIVEN = { clientId: 'by-hand', clientSecret: SECRET }

/** No registration, no documents, and one client that somebody has registered by hand. */
const BY_HAND: OddOptions = {
  authorization: {
    metadata: { registration_endpoint: undefined, client_id_metadata_document_supported: false },
    clients: [{ client_id: 'by-hand', client_secret: SECRET }]
  }
}

/** Offers to register, and refuses. */
const REFUSING: OddOptions = {
  authorization: {
    ...BY_HAND.authorization,
    metadata: { client_id_metadata_document_supported: false },
    isRegistrationClosed: true
  }
}

async function asked(options: OddOptions, given = GIVEN): Promise<Bench> {
  const it = await bench(options)
  it.give = async () => given
  return it
}

const cancelled = (it: Bench): void => it.signIns.of(it.definition).cancel()

describe('a client that the person has registered', () => {
  it.each([
    ['does not let clients register themselves', BY_HAND],
    ['refuses to register Patchbay (403, access_denied)', REFUSING]
  ])('is asked for and used where the authorization server %s', async (why, options) => {
    const it = await asked(options)
    await it.signIn()
    const page = new URL(it.opened[0] ?? '').searchParams
    expect(it.clients).toEqual([
      {
        issuer: it.odd.authorization.issuer,
        redirectUrl: page.get('redirect_uri'),
        why: expect.stringContaining(why) as string
      }
    ])
    expect(page.get('client_id')).toBe('by-hand')
    expect(it.state).toMatchObject({
      phase: 'signed-in',
      facts: { clientId: 'by-hand', clientSource: 'asked' }
    })
  })

  it('needs no secret', async () => {
    const clients = [{ client_id: 'public', token_endpoint_auth_method: 'none' }]
    const it = await asked({ authorization: { ...BY_HAND.authorization, clients } })
    it.give = async () => ({ clientId: 'public' })
    await it.signIn()
    expect(it.state).toMatchObject({ phase: 'signed-in', facts: { clientId: 'public' } })
  })

  it('is kept before the browser opens, and not asked for again, after a restart too', async () => {
    const first = await asked(BY_HAND)
    first.visit = async () => cancelled(first)
    await expect(first.signIn()).rejects.toThrow('The sign-in was cancelled.')
    const second = new Bench(first.odd, first.folder)
    await second.signIn()
    await second.signIn()
    const pages = [...first.opened, ...second.opened].map((page) => new URL(page).searchParams)
    expect([first.clients.length, second.clients]).toEqual([1, []])
    expect(new Set(pages.map((page) => page.get('redirect_uri'))).size).toBe(1)
    expect(second.state).toMatchObject({ facts: { clientId: 'by-hand', clientSource: 'asked' } })
  })

  it('is forgotten by Clear', async () => {
    const it = await asked(BY_HAND)
    await it.signIn()
    await it.signIns.of(it.definition).clear()
    await it.signIn()
    expect(it.clients).toHaveLength(2)
  })

  it('is asked for again at another authorization server, which does not get the first', async () => {
    const it = await asked(BY_HAND)
    await it.signIn()
    const other = await it.odd.startAnother(BY_HAND.authorization)
    it.odd.server.moveTo(other)
    it.give = async () => undefined
    await expect(it.signIn()).rejects.toThrow('does not let clients register themselves')
    expect(it.clients.map(({ issuer }) => issuer)).toEqual([
      it.odd.authorization.issuer,
      other.issuer
    ])
    expect(it.opened).toHaveLength(1)
  })

  it.each([
    ['a wrong secret', { clientId: 'by-hand', clientSecret: 'wrong-secret-0123456789' }],
    ['no secret', { clientId: 'by-hand' }]
  ])(
    'is asked for again after %s was refused, however often that is left',
    async (_what, wrong) => {
      const it = await bench(BY_HAND)
      it.give = async () => wrong
      await expect(it.signIn()).rejects.toThrow('invalid_client')
      it.give = async () => undefined
      await expect(it.signIn()).rejects.toThrow('oauth.clientId')
      await expect(it.signIn()).rejects.toThrow('oauth.clientId')
      it.give = async () => GIVEN
      await it.signIn()
      expect([it.clients.length, it.opened.length, it.state.phase]).toEqual([4, 2, 'signed-in'])
    }
  )

  it('keeps its secret out of everything that is shown and kept', async () => {
    const it = await asked(BY_HAND)
    const rows: string[] = []
    const { log } = it.workbench
    log.onAppend((entry) => rows.push(JSON.stringify([entry, log.raw(entry.seq)])))
    await it.open().catch(() => undefined)
    await it.signIn()
    await it.open()
    expect(it.odd.asked('token').map(({ headers }) => headers.authorization ?? '')).toEqual([
      `Basic ${Buffer.from(`by-hand:${SECRET}`).toString('base64')}`
    ])
    expect(it.hidden).toContain(SECRET)
    expect(`${rows.join('\n')}${JSON.stringify([it.state, it.steps])}`).not.toContain(SECRET)
  })
})

describe('the question for a client', () => {
  it('does not come where no person signs in, and the definition is what lacks something', async () => {
    const it = await asked(BY_HAND)
    const alone = new Bench(it.odd, it.folder, { grant: 'client-credentials' })
    await expect(alone.signIn()).rejects.toThrow('set "oauth.clientId" in the definition')
    expect(alone.clients).toEqual([])
    expect(alone.state).toMatchObject({ phase: 'failed', blame: 'definition' })
  })

  it('ends the sign-in as stopped by you when it is left, and says where to write instead', async () => {
    const it = await bench(BY_HAND)
    await expect(it.signIn()).rejects.toThrow('set "oauth.clientId" in the definition')
    expect(it.state).toMatchObject({ phase: 'failed', blame: 'you' })
    expect(it.opened).toEqual([])
  })

  it('is withdrawn by Cancel', async () => {
    const it = await bench(BY_HAND)
    const shown = Promise.withResolvers<AbortSignal>()
    it.give = (_wanted, signal) => {
      shown.resolve(signal)
      return new Promise(() => undefined)
    }
    const begun = it.signIn()
    begun.catch(() => undefined)
    const signal = await shown.promise
    cancelled(it)
    await expect(begun).rejects.toThrow('The sign-in was cancelled.')
    expect([signal.aborted, it.opened]).toEqual([true, []])
  })

  it.each<[ClientRegistration, string]>([
    ['preregistered', '"oauth.clientId" is missing'],
    ['document', '"oauth.clientMetadataUrl" is missing'],
    ['dynamic', '"oauth.registration": "dynamic" asks for that']
  ])('does not come where the definition forces %s', async (registration, sentence) => {
    const it = await bench(BY_HAND, { registration })
    await expect(it.signIn()).rejects.toThrow(sentence)
    expect(it.clients).toEqual([])
    expect(it.state).toMatchObject({ phase: 'failed', blame: 'definition' })
  })
})
