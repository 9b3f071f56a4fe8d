/** Servers that say more than anybody can read. */
import { afterEach, describe, expect, it } from 'vitest'
import { bench, endBenches, signedIn } from './sign-in-bench'
import { oauthError } from './fakes/fake-host'

afterEach(endBenches)

const LONG = 'x'.repeat(200_000)
const SCOPES = Array.from({ length: 12_000 }, (_, index) => `scope-${index}`)
/** Header and body of a state may say several things. */
const MOST_CHARS = 20_000

describe('What a server says without end', () => {
  it('in a challenge is cut, and the sign-in says so', async () => {
    const few = SCOPES.slice(0, 1_000)
    const scope = few.join(' ')
    const it = await bench({
      server: { challenge: `Bearer error_description="${'x'.repeat(3_000)}", scope="${scope}"` }
    })
    await it.open().catch(() => undefined)
    expect(it.state).toMatchObject({ phase: 'needed' })
    expect(JSON.stringify(it.state)).toContain('(the first 300 of 3000 characters)')
    await it.signIn()
    const asked = new URL(it.opened[0] ?? '').searchParams.get('scope') ?? ''
    expect(asked.split(' ')).toHaveLength(200)
    const step = it.steps.find(({ id }) => id === 'challenge')
    expect(step?.text).toContain('the first 200 of 1000')
  })

  it('in its metadata is cut', async () => {
    const it = await signedIn({
      server: { challengeScope: undefined, resourceMetadata: { scopes_supported: SCOPES } },
      authorization: { metadata: { scopes_supported: SCOPES } }
    })
    expect(new URL(it.opened[0] ?? '').searchParams.get('scope')?.split(' ')).toHaveLength(200)
    const [kept] = (await it.store.list()).signIns
    expect(JSON.stringify(kept?.record).length).toBeLessThan(MOST_CHARS)
  })

  it.each([
    ['issuer', { resourceMetadata: { authorization_servers: [`https://a.example/${LONG}`] } }],
    ['resource', { resourceMetadata: { resource: `https://a.example/${LONG}` } }]
  ])('as its %s is refused in a short sentence', async (_what, server) => {
    const it = await bench({ server })
    await it.open().catch(() => undefined)
    await expect(it.signIn()).rejects.toThrow('too long')
    expect(JSON.stringify(it.state).length).toBeLessThan(MOST_CHARS)
  })

  it.each(['registration', 'token'] as const)('when it refuses (%s) is cut', async (endpoint) => {
    const it = await bench()
    it.odd.authorization.replyWith(endpoint, oauthError('invalid_request', LONG))
    await it.open().catch(() => undefined)
    await expect(it.signIn()).rejects.toThrow('characters)')
    expect(JSON.stringify(it.state).length).toBeLessThan(MOST_CHARS)
  })

  it('of a client that it registers is not kept', async () => {
    const it = await signedIn({ authorization: { registered: { client_name: LONG } } })
    const [kept] = (await it.store.list()).signIns
    expect(JSON.stringify(kept?.record).length).toBeLessThan(MOST_CHARS)
  })

  it('as the id of a client is refused', async () => {
    const it = await bench({ authorization: { registered: { client_id: LONG } } })
    await it.open().catch(() => undefined)
    await expect(it.signIn()).rejects.toThrow('too long')
  })

  it('as the scopes of a token is cut', async () => {
    const it = await signedIn({ authorization: { tokenFields: { scope: SCOPES.join(' ') } } })
    expect(it.state).toMatchObject({
      phase: 'signed-in',
      facts: { scopes: SCOPES.slice(0, 200), scopesCutFrom: 12_000 }
    })
  })

  it('is not asked of anybody when it wants more', async () => {
    const it = await signedIn()
    it.mayGrantMore = false
    const more = SCOPES.slice(0, 1_000).join(' ')
    it.odd.server.behaviour.challenge = `Bearer error="insufficient_scope", scope="${more}"`
    await it.call('admin-report')
    expect(it.questions).toMatchObject([{ isCut: true }])
  })
})
