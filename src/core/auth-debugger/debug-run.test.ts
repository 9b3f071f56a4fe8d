import { afterEach, describe, expect, it } from 'vitest'
import {
  AUTH_REVISIONS,
  type AuthDebugWish,
  type AuthMistake
} from '../../shared/sign-in/auth-debug'
import type { OAuthAccess } from '../../shared/servers/server-access'
import {
  startOddAuthorizationServer,
  type OddAuthorizationServer,
  type OddOptions
} from '../auth/fakes/fake-authorization-server'
import { definitionOf, startRun, stepOf, verdicts, type Started } from './debugger-testing'

const ends: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function fake(options: OddOptions = {}): Promise<OddAuthorizationServer> {
  const odd = await startOddAuthorizationServer(options)
  ends.push(() => odd.close())
  return odd
}

async function finished(
  options: OddOptions,
  wish: Partial<AuthDebugWish> = {},
  oauth: OAuthAccess = {}
): Promise<Started> {
  const started = startRun(await fake(options), wish, { oauth })
  await started.run.done
  return started
}

describe('a run straight through', () => {
  it('finds nothing wrong with a server that keeps the rules', async () => {
    const { run } = await finished({})
    expect(verdicts(run.report)).toEqual({
      'first-request': 'ok',
      challenge: 'ok',
      'resource-metadata': 'ok',
      'server-metadata': 'ok',
      client: 'ok',
      authorization: 'ok',
      return: 'ok',
      token: 'ok',
      'token-content': 'ok',
      request: 'ok',
      refresh: 'ok'
    })
    expect(run.report.state).toEqual({ phase: 'done' })
  })

  it('ends what the authorization server says with one full stop', async () => {
    const { run } = await finished({}, { mistake: 'no-pkce' })
    expect(stepOf(run.report, 'mistake').text).toMatch(/\(invalid_request\): PKCE is required\.$/)
  })

  it.each(AUTH_REVISIONS)('comes to its end by the rules of %s', async (revision) => {
    const isOneOrigin = revision === '2025-03-26'
    const { run } = await finished(
      { isOneOrigin, server: { checksAudience: !isOneOrigin } },
      { revision }
    )
    expect(stepOf(run.report, 'request').text).toBe('The server answers 200.')
  })

  it('says of every step which clause it comes from, also of one that failed without a finding', async () => {
    const { run } = await finished({}, { registration: 'preregistered' })
    const { steps } = run.report
    const client = stepOf(run.report, 'client')
    expect([client.verdict, client.findings, client.clause]).toEqual([
      'failed',
      [],
      'MCP 2025-11-25, Authorization, Client Registration Approaches'
    ])
    expect(stepOf(run.report, 'first-request').clause).toMatch(/Error Handling$/)
    expect(steps.filter(({ clause }) => clause === '')).toEqual([])
  })

  it('leads from every step to its exchanges in the traffic', async () => {
    const { run, workbench } = await finished({})
    const [exchange] = stepOf(run.report, 'token').exchanges
    const back = stepOf(run.report, 'return').exchanges[0]
    const shown = [exchange?.request, exchange?.reply, back?.reply].map(
      (seq) => workbench.log.raw(seq ?? 0)?.split('\n')[0]
    )
    expect(shown).toEqual([
      expect.stringMatching(/^POST http.*\/token$/),
      expect.stringMatching(/^HTTP\/1.1 200/),
      expect.stringMatching(/^GET http:\/\/127.0.0.1:\d+\/callback\?code=•••/)
    ])
  })

  it('tells nothing of tokens, codes, verifiers and states', async () => {
    const { told, hidden, run } = await finished({ authorization: { tokenKind: 'jwt' } })
    const all = JSON.stringify([told, run.report])
    expect(hidden.length).toBeGreaterThan(4)
    expect(hidden.filter((value) => all.includes(value))).toEqual([])
  })

  it('needs no page for client credentials', async () => {
    const oauth: OAuthAccess = {
      grant: 'client-credentials',
      clientId: 'ci',
      clientSecret: 'hush-hush'
    }
    const clients = [{ client_id: 'ci', client_secret: 'hush-hush' }]
    const { run } = await finished({ authorization: { clients } }, {}, oauth)
    expect([run.report.steps.map(({ id }) => id), stepOf(run.report, 'request').verdict]).toEqual([
      expect.not.arrayContaining(['authorization']),
      'ok'
    ])
  })

  it.each([
    ['that you do not allow', async () => false, 'because you did not allow it'],
    ['that nobody can be asked about', undefined, 'set "oauth.issuer" in the definition']
  ])('sends no secret to an authorization server %s', async (_name, confirmIssuer, why) => {
    const oauth = {
      grant: 'client-credentials',
      clientId: 'ci',
      clientSecret: 'hush-hush'
    } as const
    const odd = await fake({ authorization: { clients: [{ client_id: 'ci' }] } })
    const { run } = startRun(odd, {}, { oauth, confirmIssuer })
    await run.done
    expect(stepOf(run.report, 'server-metadata')).toMatchObject({
      verdict: 'failed',
      text: expect.stringContaining(why) as string
    })
    expect(odd.asked('token')).toEqual([])
  })

  it('keeps the tokens only when the person says so', async () => {
    const kept: unknown[] = []
    const started = startRun(await fake(), {}, { keep: async (record) => void kept.push(record) })
    await started.run.done
    expect([kept.length, started.run.report.canKeep]).toEqual([0, true])
    await started.run.keep()
    expect([kept, started.run.report.isKept]).toEqual([
      [expect.objectContaining({ version: 1 })],
      true
    ])
  })

  it('tells no more of what a hostile server wrote than fits on a screen', async () => {
    const resource = `https://example.com/${'x'.repeat(500_000)}`
    const { run } = await finished({ server: { resourceMetadata: { resource } } })
    expect(JSON.stringify(run.report).length).toBeLessThan(20_000)
    expect(stepOf(run.report, 'resource-metadata').verdict).toBe('failed')
  })

  it('sends the headers of the definition to the server alone, and shows none of them', async () => {
    const odd = await fake()
    const headers = { 'X-Gateway': 'canary-gateway-71', Authorization: 'Bearer canary-own-71' }
    const definition = { ...definitionOf(odd.url), headers }
    const { run, told, workbench } = startRun(odd, {}, { definition })
    await run.done
    const carrying = odd.requests.filter((each) => each.headers['x-gateway'] !== undefined)
    expect([run.report.state.phase, carrying]).toEqual(['done', odd.asked('mcp')])
    const rows = workbench.log.tail(1_000).map(({ seq }) => workbench.log.raw(seq))
    expect(rows.join('\n')).toContain('x-gateway: •••')
    expect(JSON.stringify([told, rows, odd.requests[0]?.headers.authorization])).not.toMatch(
      /canary/
    )
  })

  it('says that a server cannot be reached', async () => {
    const odd = await startOddAuthorizationServer()
    await odd.close()
    const { run } = startRun(odd)
    await run.done
    const { verdict, blame } = stepOf(run.report, 'first-request')
    expect([verdict, blame, run.report.isUnreachable]).toEqual(['failed', 'server', true])
  })

  it('says what came back with another state, and goes on waiting', async () => {
    const odd = await fake({ authorization: { state: () => 'forged' } })
    const { run, until } = startRun(odd)
    await until(({ steps }) => steps.some(({ text }) => text?.includes('another state') === true))
    await run.stop()
    expect(stepOf(run.report, 'return').findings).toMatchObject([{ clause: 'RFC 6749, 4.1.2' }])
  })
})

describe('a run that is stopped', () => {
  it('ends while it waits for the browser', async () => {
    const started = startRun(await fake(), {}, { openPage: async () => undefined })
    await started.until(({ state }) => state.phase === 'in-browser')
    await started.run.stop()
    expect(started.run.report.state).toEqual({ phase: 'stopped' })
    expect(stepOf(started.run.report, 'return')).toMatchObject({
      verdict: 'skipped',
      text: 'Stopped here.'
    })
  })

  it.each(['mcp', 'resource-metadata'] as const)('ends while %s is asked', async (endpoint) => {
    const odd = await fake()
    const { asked, release } = odd.server.hold(endpoint)
    const { run } = startRun(odd)
    await asked
    await run.stop()
    release()
    expect(run.report.state).toEqual({ phase: 'stopped' })
  })

  it('ends while a request waits to be sent', async () => {
    const started = startRun(await fake(), { isStepwise: true })
    await started.until(({ state }) => state.phase === 'paused')
    await started.run.stop()
    expect([started.run.report.state.phase, started.run.report.isUnreachable]).toEqual([
      'stopped',
      false
    ])
  })
})

describe('a run step by step', () => {
  async function sendAll(started: Started, name: string, value: string): Promise<void> {
    let isOver = false
    void started.run.done.then(() => (isOver = true))
    let last = 0
    while (!isOver) {
      const report = await started.until(
        ({ state }) =>
          state.phase === 'done' || (state.phase === 'paused' && state.request.id > last)
      )
      if (report.state.phase !== 'paused') return
      const { id, fields } = report.state.request
      last = id
      const edits = fields
        .filter((field) => field.name === name)
        .map(({ place }) => ({ place, name, value }))
      started.run.send(id, edits)
    }
  }

  it('sends what the person has changed', async () => {
    const odd = await fake()
    await sendAll(startRun(odd, { isStepwise: true }), 'scope', 'mcp:admin')
    expect(odd.asked('authorization')[0]?.query['scope']).toBe('mcp:admin')
  })

  it('hides what is secret in a request, and sends it all the same', async () => {
    const odd = await fake()
    const started = startRun(odd, { isStepwise: true })
    await sendAll(started, 'no such field', '')
    const secrets = started.told.flatMap(({ state }) =>
      state.phase === 'paused' ? state.request.fields.filter(({ isSecret }) => isSecret) : []
    )
    expect(new Set(secrets.map(({ name, value }) => `${name}=${value}`))).toEqual(
      new Set([
        'state=•••',
        'code=•••',
        'code_verifier=•••',
        'authorization=•••',
        'refresh_token=•••'
      ])
    )
    expect(stepOf(started.run.report, 'request').verdict).toBe('ok')
  })

  it('refuses a header that HTTP does not allow, and still waits', async () => {
    const started = startRun(await fake(), { isStepwise: true })
    const { state } = await started.until((report) => report.state.phase === 'paused')
    const id = state.phase === 'paused' ? state.request.id : 0
    const edit = { place: 'header', name: 'accept', value: 'a\r\nb: c' } as const
    expect(() => started.run.send(id, [edit])).toThrow(/does not allow/)
    expect(started.run.report.state.phase).toBe('paused')
    await started.run.stop()
  })
})

describe('a mistake', () => {
  const lenient = { isLenient: true } as const

  it.each<[AuthMistake, string]>([
    ['no-pkce', 'Refused, as it has to be.'],
    ['plain-pkce', 'Refused, as it has to be.'],
    ['wrong-iss', 'Patchbay refused the answer of another issuer, as it has to.'],
    ['wrong-redirect', 'Refused, as it has to be.'],
    ['reused-code', 'Refused, as it has to be.'],
    ['foreign-token', 'The server refused both tokens, as it has to.'],
    ['missing-resource', 'The server refused a token that does not say whom it is for']
  ])('is refused by a server that keeps the rules: %s', async (mistake, text) => {
    const { run } = await finished({}, { mistake })
    const step = stepOf(run.report, 'mistake')
    const others = Object.values(verdicts(run.report))
    expect([step.text, others.includes('failed'), others.includes('wrong')]).toEqual([
      expect.stringContaining(text),
      false,
      false
    ])
  })

  it.each<[AuthMistake, OddOptions, string, string]>([
    [
      'no-pkce',
      { authorization: lenient },
      'OAuth 2.1 (draft 13), 7.5.2; MCP 2025-11-25, Authorization, Authorization Code Protection',
      'authorization-server'
    ],
    ['plain-pkce', { authorization: lenient }, 'RFC 7636, 4.4.1', 'authorization-server'],
    [
      'wrong-redirect',
      { authorization: lenient },
      'OAuth 2.1 (draft 13), 2.3.1; MCP 2025-11-25, Authorization, Open Redirection',
      'authorization-server'
    ],
    ['reused-code', { authorization: lenient }, 'RFC 6749, 4.1.2', 'authorization-server'],
    [
      'foreign-token',
      { server: { checksAudience: false }, authorization: { tokenKind: 'jwt' } },
      'MCP 2025-11-25, Authorization, Token Audience Binding and Validation',
      'server'
    ],
    [
      'missing-resource',
      { server: { checksAudience: false }, authorization: { tokenKind: 'jwt' } },
      'MCP 2025-11-25, Authorization, Token Audience Binding and Validation',
      'server'
    ]
  ])('is judged where it is accepted: %s', async (mistake, options, clause, blame) => {
    const { run } = await finished(options, { mistake })
    const { verdict, findings } = stepOf(run.report, 'mistake')
    expect({ verdict, findings }).toMatchObject({ verdict: 'wrong', findings: [{ clause, blame }] })
  })

  it('is only remarked where the metadata allows it', async () => {
    const metadata = { code_challenge_methods_supported: ['S256', 'plain'] }
    const { run } = await finished(
      { authorization: { ...lenient, metadata } },
      { mistake: 'plain-pkce' }
    )
    expect(stepOf(run.report, 'mistake').verdict).toBe('remark')
  })

  it('is not judged where the run ended before it mattered', async () => {
    const { run } = await finished(
      { authorization: { decision: { error: 'access_denied' } } },
      { mistake: 'reused-code' }
    )
    expect(stepOf(run.report, 'mistake').verdict).toBe('skipped')
  })

  it('is noticed where the server accepts a token that nobody has issued', async () => {
    const odd = await fake()
    const refusal = { status: 401, headers: { 'www-authenticate': 'Bearer' } }
    odd.server.replyOnceWith('mcp', refusal)
    odd.server.replyWith('mcp', { body: { jsonrpc: '2.0', id: 1, result: {} } })
    const { run } = startRun(odd, { mistake: 'foreign-token' })
    await run.done
    expect(stepOf(run.report, 'mistake')).toMatchObject({
      verdict: 'wrong',
      text: 'The server accepted a token that nobody has issued.'
    })
  })

  it('blames nobody where everybody may begin without a token', async () => {
    const { run } = await finished(
      { server: { openMethods: ['initialize'] } },
      { mistake: 'foreign-token' }
    )
    expect(stepOf(run.report, 'mistake').verdict).toBe('ok')
  })
})
