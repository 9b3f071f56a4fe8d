import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { WorkbenchErrorCode } from '../../shared/protocol/errors'
import { systemClock } from '../time/clock'
import { MetricsPoll } from '../polling/metrics-poll'
import { bench, Bench, endBenches, ID, signedIn } from './sign-in-bench'
import { PLAIN_NETWORKS } from '../network/networks'

afterEach(endBenches)

/** Answers no question, and notes when it is withdrawn. */
function slowPerson(it: Bench) {
  const asked = Promise.withResolvers<AbortSignal>()
  const withdrawn = Promise.withResolvers<boolean>()
  it.decide = (signal) => {
    signal.addEventListener('abort', () => withdrawn.resolve(false))
    asked.resolve(signal)
    return withdrawn.promise
  }
  return { asked: asked.promise, withdrawn: withdrawn.promise }
}

const REJECTED = {
  status: 401,
  headers: { 'www-authenticate': 'Bearer error="invalid_token"' }
}
const NOT_ACCEPTED =
  'The server does not accept the tokens that its authorization server gives for it, new ones included.'

/** How many different ones came with calls of tools that the server has seen. */
function tokensOfCalls({ odd }: Bench): number {
  const calls = odd.asked('mcp').filter(({ body }) => body.includes('"tools/call"'))
  const tokens = calls.map(({ headers }) => headers.authorization)
  expect(new Set(tokens).size).toBe(tokens.length)
  return tokens.length
}

describe('a sign-in', () => {
  it('is still there after a restart, and nothing of it is on disk as it is', async () => {
    const first = await signedIn()
    const second = new Bench(first.odd, first.folder)
    await second.open()
    const kept = readFileSync(join(first.folder, 'sign-ins.json'), 'utf8')
    const shown = first.hidden.filter((value) => kept.includes(value))
    expect({ opened: second.opened, shown, hides: first.hidden.length > 0 }).toEqual({
      opened: [],
      shown: [],
      hides: true
    })
  })

  it('is renewed once for all calls when the server no longer takes its token', async () => {
    const it = await signedIn()
    it.odd.authorization.tokens.expireTokens()
    const outcomes = await Promise.all([it.call('whoami'), it.call('whoami'), it.call('whoami')])
    const grants = it.odd.asked('token').map(({ form }) => form['grant_type'])
    expect({ outcomes, grants, pages: it.opened.length }).toEqual({
      outcomes: ['result', 'result', 'result'],
      grants: ['authorization_code', 'refresh_token'],
      pages: 1
    })
  })

  it('is written down before it is used when it is renewed', async () => {
    const it = await signedIn()
    const attempt = { method: 'GET', url: new URL(it.odd.url), headers: {} }
    const headersNow = async () => it.signIns.of(it.definition).headersFor(attempt)
    const before = await headersNow()
    const whileWritten: unknown[] = []
    it.onWrite = async () => void whileWritten.push(await headersNow())
    it.odd.authorization.tokens.expireTokens()
    expect(await it.call('whoami')).toBe('result')
    expect(whileWritten).toEqual([before])
    const kept = await it.store.read(ID, it.odd.url)
    const after = await headersNow()
    expect(after).toEqual({ authorization: `Bearer ${kept?.tokens?.access_token}` })
    expect(after).not.toEqual(before)
  })

  it('is renewed before its end', async () => {
    const first = await signedIn()
    const kept = await first.store.read(ID, first.odd.url)
    if (!kept?.tokens) throw new Error('Nothing is kept.')
    await first.store.write(ID, { ...kept, tokens: { ...kept.tokens, expiresAt: 1 } })
    const second = new Bench(first.odd, first.folder)
    await second.open()
    const grants = first.odd.asked('token').map(({ form }) => form['grant_type'])
    expect(grants).toEqual(['authorization_code', 'refresh_token'])
  })

  it('is needed again when it cannot be renewed', async () => {
    const it = await signedIn()
    it.odd.authorization.tokens.expireTokens()
    it.odd.authorization.tokens.expireRefreshTokens()
    expect(await it.call('whoami')).toBe('not-an-answer')
    expect(it.state).toMatchObject({
      phase: 'needed',
      why: 'The server no longer accepts your sign-in.'
    })
    await it.signIn()
    expect(await it.call('whoami')).toBe('result')
  })

  it('is not given to another authorization server when the server moves', async () => {
    const it = await signedIn()
    const other = await it.odd.startAnother()
    it.odd.server.moveTo(other)
    expect(await it.call('whoami')).toBe('not-an-answer')
    await it.signIn()
    expect(await it.call('whoami')).toBe('result')
    const atOther = it.odd.requests.filter(({ origin }) => origin === other.origin)
    expect(atOther.filter(({ endpoint }) => endpoint === 'registration')).toHaveLength(1)
    expect(atOther.flatMap(({ form }) => form['refresh_token'] ?? [])).toEqual([])
  })

  it('is renewed where the token endpoint is now when the server no longer takes its token', async () => {
    const it = await signedIn()
    const { authorization } = it.odd
    authorization.behaviour.tokenPath = '/moved/token'
    authorization.tokens.expireTokens()
    expect(await it.call('whoami')).toBe('result')
    await it.signIns.of(it.definition).refreshNow()
    expect(it.odd.asked('token').map(({ path }) => path)).toEqual([
      '/token',
      '/moved/token',
      '/moved/token'
    ])
    const kept = await it.store.read(ID, it.odd.url)
    expect(kept?.metadata?.token_endpoint).toBe(authorization.tokenEndpoint)
  })

  it('is not renewed for another resource than the server', async () => {
    const it = await signedIn()
    it.odd.authorization.tokens.expireTokens()
    it.odd.server.behaviour.resourceMetadata = { resource: 'https://other.example/mcp' }
    expect(await it.call('whoami')).toBe('not-an-answer')
    expect(it.odd.asked('token')).toHaveLength(1)
    expect(it.state).toMatchObject({
      phase: 'failed',
      why: expect.stringContaining('is about https://other.example/mcp') as string
    })
  })

  it('is tried with three tokens at a server that takes none', async () => {
    const it = await signedIn()
    it.odd.server.replyWith('mcp', REJECTED)
    expect(await it.call('whoami')).toBe('not-an-answer')
    expect(tokensOfCalls(it)).toBe(3)
    expect(it.state).toMatchObject({ phase: 'needed', why: NOT_ACCEPTED })
  })

  it('asks for more only when the person agrees, and for all of it together', async () => {
    const it = await signedIn()
    it.mayGrantMore = false
    expect(await it.call('admin-report')).toBe('not-an-answer')
    it.mayGrantMore = true
    expect(await it.call('admin-report')).toBe('result')
    expect(it.questions[1]).toEqual({
      action: 'admin-report',
      newScopes: ['mcp:admin'],
      allScopes: ['mcp:tools', 'mcp:admin'],
      ...(it.questions[1]?.reason !== undefined && { reason: it.questions[1].reason })
    })
    expect(new URL(it.opened[1] ?? '').searchParams.get('scope')).toBe('mcp:tools mcp:admin')
  })

  it('asks for nothing more where the definition leaves such a call refused', async () => {
    const it = await signedIn({}, { onInsufficientScope: 'throw' })
    expect(await it.call('admin-report')).toBe('not-an-answer')
    expect([it.questions, it.opened.length]).toEqual([[], 1])
  })

  it('asks for more at most three times', async () => {
    const it = await signedIn({ authorization: { grantedScopes: () => 'mcp:tools' } })
    for (let call = 0; call < 5; call++) await it.call('admin-report')
    expect(it.questions).toHaveLength(3)
  })

  it('asks for more again after it was granted, as often as it is needed', async () => {
    const it = await signedIn()
    for (let round = 0; round < 5; round++) {
      expect(await it.call('admin-report')).toBe('result')
      // The server wants one scope more each time, and gets it.
      it.odd.server.behaviour.toolScopes = { 'admin-report': `mcp:admin-${round}` }
    }
    expect(it.questions).toHaveLength(5)
  })

  it('withdraws its question for more when the call is cancelled', async () => {
    const it = await signedIn()
    const { asked, withdrawn } = slowPerson(it)
    const { call, done } = await it.workbench.startCall(ID, 'admin-report', {})
    const signal = await asked
    it.workbench.cancelCall(call.id)
    await done
    await withdrawn
    expect([signal.aborted, it.opened.length]).toEqual([true, 1])
  })

  it('keeps its question for more as long as another call needs it', async () => {
    const it = await signedIn()
    const { asked, withdrawn } = slowPerson(it)
    const calls = [new AbortController(), new AbortController()] as const
    const refused = calls.map(({ signal }) => ({
      method: 'POST',
      url: new URL(it.odd.url),
      headers: {},
      status: 403,
      replied: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="mcp:admin"' },
      refusals: 1,
      signal
    }))
    const credentials = it.signIns.of(it.definition)
    const answers = Promise.all(refused.map((each) => credentials.answerRefusal(each)))
    const signal = await asked
    calls[0].abort()
    expect(signal.aborted).toBe(false)
    calls[1].abort()
    await withdrawn
    expect(await answers).toEqual([false, false])
  })

  it('ends at both sides', async () => {
    const it = await signedIn()
    const { isRevoked } = await it.signIns.of(it.definition).signOut()
    expect({ isRevoked, phase: it.state.phase }).toEqual({ isRevoked: true, phase: 'unknown' })
    expect(it.odd.asked('revocation').map(({ form }) => form['token_type_hint'])).toEqual([
      'refresh_token',
      'access_token'
    ])
    const again = new Bench(it.odd, it.folder)
    await expect(again.open()).rejects.toMatchObject({ code: WorkbenchErrorCode.AuthRequired })
  })

  it('ends at an authorization server that wants the secret of the client in the form', async () => {
    const known = {
      client_id: 'known',
      client_secret: 'known-secret-1234',
      token_endpoint_auth_method: 'client_secret_post'
    }
    const metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] }
    const it = await signedIn(
      { authorization: { clients: [known], metadata } },
      { clientId: 'known', clientSecret: 'known-secret-1234' }
    )
    await it.signIns.of(it.definition).signOut()
    const proofs = it.odd
      .asked('revocation')
      .map(({ form, headers }) => [form['client_secret'], headers.authorization])
    expect(proofs).toEqual(Array(2).fill(['known-secret-1234', undefined]))
  })

  it('is not sent to another address of the same server entry', async () => {
    const it = await signedIn()
    const moved = { ...it.definition, url: `${new URL(it.odd.url).origin}/other` }
    const headers = await it.signIns
      .credentialsFor(moved)
      ?.headersFor({ method: 'GET', url: new URL(moved.url), headers: {} })
    expect(headers).toEqual({})
  })

  it('is not sent to another host, whoever asks for that', async () => {
    const it = await signedIn()
    const credentials = it.signIns.credentialsFor(it.definition)
    const own = { method: 'GET', url: new URL(it.odd.url), headers: {} }
    const foreign = { ...own, url: new URL('https://evil.example/mcp') }
    expect(Object.keys((await credentials?.headersFor(own)) ?? {})).toEqual(['authorization'])
    expect(await credentials?.headersFor(foreign)).toEqual({})
  })

  it('goes along when the server is asked for its own numbers', async () => {
    const it = await signedIn()
    const definition = { ...it.definition, metricsUrl: '/numbers' }
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const poll = new MetricsPoll({
      networks: PLAIN_NETWORKS,
      definition,
      log: it.workbench.log,
      clock: systemClock,
      credentials: it.signIns.credentialsFor(definition),
      onReport: resolve
    })
    poll.start()
    await promise
    poll.stop()
    const sent = it.odd.requests.find(({ path }) => path === '/numbers')?.headers.authorization
    expect(sent).toMatch(/^Bearer ./)
  })

  it('stays ended when somebody signs out while it is renewed', async () => {
    const it = await signedIn()
    it.odd.authorization.tokens.expireTokens()
    const { asked, release } = it.odd.authorization.hold('token')
    const call = it.call('whoami')
    await asked
    await it.signIns.of(it.definition).clear()
    release()
    await call
    const again = new Bench(it.odd, it.folder)
    await expect(again.open()).rejects.toMatchObject({ code: WorkbenchErrorCode.AuthRequired })
  })
})

describe('a sign-in that is bound to a key', () => {
  it('sends a proof with each request, and shows neither proofs nor tokens', async () => {
    const it = await signedIn(
      { authorization: { tokenFields: { token_type: 'DPoP' } } },
      { dpop: true }
    )
    expect(await it.call('whoami')).toBe('result')
    await it.signIns.of(it.definition).refreshNow()
    const proven = it.odd.requests.filter(({ headers }) => headers['dpop'] !== undefined)
    expect(new Set(proven.map(({ endpoint }) => endpoint))).toEqual(new Set(['token', 'mcp']))
    const { log } = it.workbench
    const shown = log.tail(1_000).map((entry) => JSON.stringify([entry, log.raw(entry.seq)]))
    expect(shown.filter((row) => /dpop: •••/i.test(row)).length).toBeGreaterThanOrEqual(
      proven.length
    )
    const key = String((await it.store.read(ID, it.odd.url))?.dpopKey?.['d'])
    expect(it.hidden).toContain(key)
    const secrets = proven.flatMap(({ headers }) => [
      key,
      ...String(headers['dpop']).split('.'),
      ...(headers.authorization?.split(' ').slice(1) ?? [])
    ])
    expect(secrets.filter((secret) => shown.some((row) => row.includes(secret)))).toEqual([])
  })
})

describe('a client without a person', () => {
  function robot(): Promise<Bench> {
    const client = {
      client_id: 'robot',
      client_secret: 'robot-secret-1234',
      token_endpoint_auth_method: 'client_secret_basic',
      redirect_uris: []
    }
    return bench(
      { authorization: { clients: [client] } },
      { grant: 'client-credentials', clientId: 'robot', clientSecret: 'robot-secret-1234' }
    )
  }

  it('tries three tokens at a server that takes none', async () => {
    const it = await robot()
    await it.open()
    it.odd.server.replyWith('mcp', REJECTED)
    expect(await it.call('whoami')).toBe('not-an-answer')
    expect(tokensOfCalls(it)).toBe(3)
    expect(it.state).toMatchObject({ phase: 'failed', blame: 'server', why: NOT_ACCEPTED })
  })

  it('gets its token with its secret when the server asks who it is', async () => {
    const it = await robot()
    await it.open()
    expect({ opened: it.opened, outcome: await it.call('whoami') }).toEqual({
      opened: [],
      outcome: 'result'
    })
  })
})
