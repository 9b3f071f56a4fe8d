/** What hostile servers try, and what happens while something else does. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WorkbenchErrorCode } from '../../shared/protocol/errors'
import { Redactor } from '../redaction/redaction'
import { systemClock } from '../time/clock'
import { fakeClock } from '../time/fake-clock'
import { Callback } from './callback'
import { oauthError } from './fakes/fake-host'
import { bench, Bench, endBenches, ID, signedIn } from './sign-in-bench'
import { secretsIn, veiledBody } from './veil'

afterEach(endBenches)

const ROBOT = {
  client_id: 'robot',
  client_secret: 'robot-secret-1234',
  token_endpoint_auth_method: 'client_secret_basic'
}

/** A client that needs no person, and whose definition names no authorization server. */
function robot(): Promise<Bench> {
  return bench(
    { authorization: { clients: [ROBOT] } },
    { grant: 'client-credentials', clientId: 'robot', clientSecret: 'robot-secret-1234' }
  )
}

describe('tokens', () => {
  it('do not come back under another address when clearing them is undone', async () => {
    const it = await signedIn()
    const moved = { ...it.definition, url: `${new URL(it.odd.url).origin}/other` }
    const putBack = await it.signIns.of(it.definition).clear()
    const signIn = it.signIns.of(moved)
    await putBack()
    const attempt = { method: 'GET', url: new URL(moved.url), headers: {} }
    expect(await signIn.headersFor(attempt)).toEqual({})
  })

  it('of a removed server are gone, also when they were being renewed', async () => {
    const it = await signedIn()
    const { asked, release } = it.odd.authorization.hold('token')
    const renewal = it.signIns.of(it.definition).refreshNow()
    await asked
    const forgotten = it.signIns.forget(ID)
    release()
    await Promise.allSettled([renewal, forgotten])
    expect(it.store.has(ID)).toBe(false)
  })

  it('of a removed server do not wait for another Patchbay that renews them', async () => {
    const it = await signedIn()
    const other = new Bench(it.odd, it.folder)
    const held = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<void>()
    const work = (): Promise<void> => {
      taken.resolve()
      return held.promise
    }
    const holding = other.store.alone(ID, work, new AbortController().signal)
    await taken.promise
    const renewal = it.signIns.of(it.definition).refreshNow()
    renewal.catch(() => undefined)
    await it.signIns.forget(ID)
    await expect(renewal).rejects.toThrow()
    held.resolve()
    await holding
    expect([it.store.has(ID), it.odd.asked('token').length]).toEqual([false, 1])
  })

  it('of a removed server are off the disk before its sign-in has ended, as Patchbay may quit', async () => {
    const it = await signedIn()
    const { asked, release } = it.odd.authorization.hold('token')
    const renewal = it.signIns.of(it.definition).refreshNow()
    renewal.catch(() => undefined)
    await asked
    const forgotten = it.signIns.forget(ID)
    expect(it.store.has(ID)).toBe(false)
    release()
    await forgotten
    expect(it.store.has(ID)).toBe(false)
  })

  it('are forgotten before the authorization server is told', async () => {
    const it = await signedIn()
    const { asked, release } = it.odd.authorization.hold('revocation')
    const signOut = it.signIns.of(it.definition).signOut()
    await asked
    expect(it.store.has(ID)).toBe(false)
    release()
    await signOut
  })

  it('are not renewed at every call when their lifetime makes no sense', async () => {
    const it = await signedIn({ authorization: { tokenFields: { expires_in: 0 } } })
    await it.call('whoami')
    await it.call('whoami')
    expect(it.odd.asked('token')).toHaveLength(1)
  })
})

/** A renewal whose tokens are there, and that cannot write them down before its time is up. */
async function renewedLate(): Promise<Bench & { readonly unlock: () => void }> {
  const first = await signedIn()
  const clock = { ...fakeClock(), wall: systemClock.wall }
  const it = new Bench(first.odd, first.folder, undefined, {}, clock)
  const keyring = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  it.onWrite = () => {
    asked.resolve()
    return keyring.promise
  }
  const renewal = it.signIns.of(it.definition).refreshNow()
  await asked.promise
  clock.pass(45_000)
  await renewal
  return Object.assign(it, { unlock: keyring.resolve })
}

describe('renewed tokens that the keyring does not take in time', () => {
  it('are used, and renewed in their turn', async () => {
    const it = await renewedLate()
    expect(it.state).toMatchObject({
      phase: 'signed-in',
      facts: {
        isKept: false,
        whyNotKept: 'Your keyring does not answer. If it asks for its password, type it.'
      }
    })
    it.onWrite = async () => undefined
    await it.signIns.of(it.definition).refreshNow()
    expect(it.state).toMatchObject({ phase: 'signed-in', facts: { isKept: true } })
  })

  it('are written down when it takes them later', async () => {
    const it = await renewedLate()
    const before = await it.store.read(ID, it.odd.url)
    it.unlock()
    await expect.poll(() => it.state).toMatchObject({ phase: 'signed-in', facts: { isKept: true } })
    const after = await it.store.read(ID, it.odd.url)
    expect(after?.tokens?.refresh_token).not.toBe(before?.tokens?.refresh_token)
  })

  it('do not replace what another Patchbay has signed in to since', async () => {
    const it = await renewedLate()
    await new Bench(it.odd, it.folder).signIn()
    await it.signIns.of(it.definition).refreshNow()
    const newer = await it.store.read(ID, it.odd.url)
    it.unlock()
    await new Promise((resolve) => setImmediate(resolve))
    expect(await it.store.read(ID, it.odd.url)).toEqual(newer)
    expect(it.state).toMatchObject({ phase: 'signed-in', facts: { isKept: true } })
  })

  it.each([
    ['signed out', (it: Bench) => it.signIns.of(it.definition).signOut()],
    ['removed', (it: Bench) => it.signIns.forget(ID)]
  ])('are not written down any more once their server is %s', async (_what, leave) => {
    const it = await renewedLate()
    await leave(it)
    it.unlock()
    await new Promise((resolve) => setImmediate(resolve))
    expect(it.store.has(ID)).toBe(false)
  })
})

describe('an authorization server', () => {
  it('that never answers a renewal keeps nobody waiting longer than one request may', async () => {
    const first = await signedIn()
    const clock = fakeClock()
    const it = new Bench(first.odd, first.folder, undefined, {}, clock)
    const { asked, release } = first.odd.authorization.hold('token')
    const renewal = it.signIns.of(it.definition).refreshNow()
    await asked
    clock.pass(30_000)
    await expect(renewal).rejects.toThrow(/no answer|not answer|in time/i)
    expect([
      (await it.store.read(ID, it.odd.url))?.tokens?.refresh_token,
      clock.timers.size
    ]).toEqual([expect.any(String), 0])
    release()
  })

  it('that answers slowly is given up before another Patchbay takes us for dead', async () => {
    const first = await signedIn()
    const clock = fakeClock()
    const it = new Bench(first.odd, first.folder, undefined, {}, clock)
    first.odd.authorization.tokens.expireTokens()
    const about = first.odd.server.hold('resource-metadata')
    const token = first.odd.authorization.hold('token')
    const opening = it.open().catch((error: unknown) => error)
    await about.asked
    clock.pass(29_000)
    about.release()
    await token.asked
    // Each of them took less than one request may.
    clock.pass(17_000)
    await opening
    expect([it.state.phase, clock.timers.size]).toEqual(['failed', 0])
    token.release()
  })

  it('that is the host of the server may not speak for another', async () => {
    const it = await bench({
      isOneOrigin: true,
      server: { resourceMetadataAt: [], challengeNames: 'none' },
      authorization: { issuerOf: () => 'https://honest.example' }
    })
    await it.open().catch(() => undefined)
    await expect(it.signIn()).rejects.toThrow('which is another host')
    expect(it.opened).toEqual([])
  })

  it('that nobody lets in does not get the secret of the client', async () => {
    const it = await robot()
    it.mayConfirm = false
    await expect(it.open()).rejects.toThrow()
    expect([it.odd.asked('token'), it.issuers, it.state]).toEqual([
      [],
      [it.odd.authorization.issuer],
      expect.objectContaining({
        phase: 'failed',
        blame: 'you',
        why: expect.stringContaining('because you did not allow it') as string
      })
    ])
  })

  it('does not get the secret of a draft, which nobody is asked about', async () => {
    const it = await robot()
    const draft = it.signIns.draftCredentialsFor(it.definition)
    const refused = { method: 'POST', url: new URL(it.odd.url), headers: {}, refusals: 0 }
    const replied = { 'www-authenticate': 'Bearer' }
    expect(await draft?.answerRefusal({ ...refused, status: 401, replied })).toBe(false)
    expect([it.odd.asked('token'), it.issuers]).toEqual([[], []])
    const why = draft?.explain?.({ status: 401, headers: replied, text: '' })
    expect(why?.what).toContain(`set "oauth.issuer" in the definition`)
  })

  it('is asked about once, and is the only one also when it refuses the client', async () => {
    const it = await robot()
    it.odd.authorization.replyOnceWith('token', oauthError('invalid_client', undefined, 401))
    await expect(it.open()).rejects.toThrow()
    await it.open()
    const other = await it.odd.startAnother({ clients: [ROBOT] })
    it.odd.server.moveTo(other)
    const later = new Bench(it.odd, it.folder, it.definition.access?.oauth)
    await expect(later.open()).rejects.toThrow()
    expect([it.issuers, later.issuers]).toEqual([[it.odd.authorization.issuer], []])
    expect(it.odd.asked('token').filter(({ origin }) => origin === other.origin)).toEqual([])
  })

  it('that the server names later does not get the secret of the client', async () => {
    const it = await robot()
    await it.open()
    const other = await it.odd.startAnother({ clients: [ROBOT] })
    it.odd.server.moveTo(other)
    await it.call('whoami')
    const atOther = it.odd.asked('token').filter(({ origin }) => origin === other.origin)
    expect(atOther).toEqual([])
    expect(it.state).toMatchObject({ phase: 'failed', blame: 'server' })
  })

  it('that the server names after a restart does not get the secret of the client', async () => {
    const it = await robot()
    await it.open()
    const other = await it.odd.startAnother({ clients: [ROBOT] })
    it.odd.server.moveTo(other)
    const later = new Bench(it.odd, it.folder, it.definition.access?.oauth)
    await expect(later.workbench.open(later.definition.id)).rejects.toThrow()
    expect(it.odd.asked('token').filter(({ origin }) => origin === other.origin)).toEqual([])
    expect(later.state).toMatchObject({
      phase: 'failed',
      why: expect.stringContaining('If you trust the new one, set "oauth.issuer"') as string
    })
  })

  it('that the server names later gets the secret once the person has signed out', async () => {
    const it = await robot()
    await it.open()
    it.odd.server.moveTo(await it.odd.startAnother({ clients: [ROBOT] }))
    await it.signIns.of(it.definition).clear()
    expect(await it.call('whoami')).toBe('result')
    expect(it.issuers).toHaveLength(2)
  })

  it('that the definition does not name gets nothing that proves who we are', async () => {
    const oauth = { clientId: 'mine', clientSecret: 'secret-12345678', issuer: 'https://a.example' }
    const it = await bench({}, oauth)
    await it.open().catch(() => undefined)
    await expect(it.signIn()).rejects.toThrow('which your definition has')
    expect(it.opened).toEqual([])
  })

  it('cannot hide ordinary words by calling them secrets', () => {
    const said = '{"token":"tools","code":"name","access_token":"notifications/initialized"}'
    const redactor = new Redactor()
    redactor.add(secretsIn(said, 'application/json'))
    const frame = '{"method":"notifications/initialized","params":{"name":"tools"}}'
    expect(redactor.redactJson(frame)).toBe(frame)
  })

  it.each([
    ['[{"access_token":"abcdefgh12345678"}]', 'application/json'],
    ['access_token=abcdefgh12345678&x=1', 'text/plain'],
    ['access_token=abcdefgh12345678', 'Application/X-WWW-Form-URLencoded'],
    ['{"access_token": "abcdefgh12345678"} and more', 'application/json']
  ])('cannot show tokens in an odd form: %s as %s', (text, contentType) => {
    expect(veiledBody(text, contentType)).not.toContain('abcdefgh12345678')
    expect(secretsIn(text, contentType)).toEqual(['abcdefgh12345678'])
  })
})

describe('what is hidden for a server', () => {
  it('is only the newest of it', () => {
    const redactor = new Redactor()
    for (let round = 0; round < 100; round++)
      redactor.addNewest('server', [`token-number-${round}`])
    redactor.addNewest('other', ['another-token-77'])
    expect(redactor.size).toBe(17)
    expect(redactor.redact('token-number-99 token-number-3 another-token-77')).not.toMatch(/99|77/)
  })
})

describe('what is hidden for good', () => {
  it('stays hidden when a sign-in has used it for a time', () => {
    const redactor = new Redactor()
    redactor.add(['client-secret-4711'])
    redactor.addNewest('server', ['client-secret-4711'])
    for (let round = 0; round < 100; round++)
      redactor.addNewest('server', [`token-number-${round}`])
    expect(redactor.redact('client-secret-4711')).not.toContain('4711')
  })
})

describe('the callback', () => {
  it('does not share its port with another program', async () => {
    const squatter = createServer()
    squatter.listen(0, '::1')
    await once(squatter, 'listening')
    const address = squatter.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const redirectUrl = `http://localhost:${port}/callback`
    const opening = Callback.open({ clock: systemClock, redirectUrl })
    await expect(opening).rejects.toMatchObject({ code: WorkbenchErrorCode.InvalidInput })
    squatter.close()
  })
})
