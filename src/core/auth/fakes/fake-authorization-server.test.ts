import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  authorize,
  startOddAuthorizationServer,
  type OddAuthorizationServer,
  type OddOptions
} from './fake-authorization-server'
import { htmlPage, hugeReply, oauthError, redirectTo } from './fake-host'

const REDIRECT = 'http://127.0.0.1:9/callback'
const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

type Fields = Readonly<Record<string, unknown>>

async function start(options: OddOptions = {}): Promise<OddAuthorizationServer> {
  const odd = await startOddAuthorizationServer(options)
  onTestFinished(odd.close)
  return odd
}

async function json(url: string, init?: RequestInit): Promise<Fields> {
  return (await (await fetch(url, init)).json()) as Fields
}

function register({ authorization }: OddAuthorizationServer, more: Fields = {}): Promise<Fields> {
  const body = { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none', ...more }
  return json(`${authorization.ownIssuer}/register`, {
    method: 'POST',
    body: JSON.stringify(body)
  })
}

function authorizationUrl(odd: OddAuthorizationServer, clientId: string, more: Fields = {}): URL {
  const url = new URL(`${odd.authorization.ownIssuer}/authorize`)
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    scope: 'mcp:tools',
    state: 'abc',
    resource: odd.url,
    ...more
  }
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}

function askForToken(
  odd: OddAuthorizationServer,
  form: Fields,
  headers: Record<string, string> = {}
) {
  const body = new URLSearchParams(form as Record<string, string>)
  return fetch(odd.authorization.tokenEndpoint, { method: 'POST', body, headers })
}

/** Registers, authorizes, and exchanges the code. */
async function signIn(odd: OddAuthorizationServer, more: Fields = {}) {
  const clientId = String((await register(odd))['client_id'])
  const redirect = await authorize(authorizationUrl(odd, clientId, more))
  const form = {
    grant_type: 'authorization_code',
    code: redirect.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    client_id: clientId
  }
  const answer = await askForToken(odd, form)
  const { access_token: token, refresh_token: refresh } = (await answer.json()) as Fields
  return { clientId, redirect, form, token: String(token), refresh: String(refresh) }
}

function call({ url }: OddAuthorizationServer, name: string, token?: string): Promise<Response> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

describe('the odd authorization server', () => {
  it('lets a client in by challenge, metadata, registration, code and token', async () => {
    const odd = await start()
    const refusal = await call(odd, 'whoami')
    const place = `${odd.server.origin}/.well-known/oauth-protected-resource/mcp`
    expect([refusal.status, refusal.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${place}", scope="mcp:tools"`
    ])
    expect(await json(place)).toMatchObject({ authorization_servers: [odd.authorization.issuer] })
    const { redirect, clientId, token } = await signIn(odd)
    expect(Object.fromEntries(redirect.searchParams)).toMatchObject({
      state: 'abc',
      iss: odd.authorization.issuer
    })
    const answer = (await (await call(odd, 'whoami', token)).json()) as Fields
    expect(answer['result']).toEqual({
      content: [{ type: 'text', text: `whoami: ${clientId}, mcp:tools` }]
    })
    expect(odd.requests.map(({ endpoint }) => endpoint)).toEqual([
      'mcp',
      'resource-metadata',
      'registration',
      'authorization',
      'token',
      'mcp'
    ])
    expect(odd.asked('token')[0]?.form).toMatchObject({ code_verifier: VERIFIER })
  })

  it('asks for another scope where a tool needs it', async () => {
    const odd = await start()
    const { token } = await signIn(odd)
    const refusal = await call(odd, 'admin-report', token)
    expect([refusal.status, refusal.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope"')
    ])
    const more = await signIn(odd, { scope: 'mcp:tools mcp:admin' })
    expect((await call(odd, 'admin-report', more.token)).status).toBe(200)
  })

  it('refuses a second use of a code, and a verifier that does not fit', async () => {
    const odd = await start()
    const { form, clientId } = await signIn(odd)
    expect(await (await askForToken(odd, form)).json()).toEqual({
      error: 'invalid_grant',
      error_description: 'The code was used before.'
    })
    const redirect = await authorize(authorizationUrl(odd, clientId))
    const wrong = { ...form, code: redirect.searchParams.get('code'), code_verifier: 'other' }
    expect(await (await askForToken(odd, wrong)).json()).toMatchObject({ error: 'invalid_grant' })
  })

  it.each([
    ['no PKCE', { code_challenge: undefined }],
    ['plain PKCE', { code_challenge_method: 'plain' }]
  ])('redirects with an error for %s, unless it is lenient', async (_what, more) => {
    const odd = await start()
    const clientId = String((await register(odd))['client_id'])
    const url = authorizationUrl(odd, clientId, more)
    expect((await authorize(url)).searchParams.get('error')).toBe('invalid_request')
    odd.authorization.behaviour.isLenient = true
    expect((await authorize(url)).searchParams.get('code')).toMatch(/^code-/)
  })

  it('shows a page instead of redirecting to an address it does not know', async () => {
    const odd = await start()
    const clientId = String((await register(odd))['client_id'])
    const url = authorizationUrl(odd, clientId, { redirect_uri: 'http://127.0.0.1:9/other' })
    await expect(authorize(url)).rejects.toThrow('not one of this client')
  })

  it('redirects with the decision, state and issuer that a test wants', async () => {
    const odd = await start({
      authorization: {
        decision: { error: 'access_denied', description: 'No.' },
        iss: (issuer) => `${issuer}/`,
        state: 'missing'
      }
    })
    const clientId = String((await register(odd))['client_id'])
    const { searchParams } = await authorize(authorizationUrl(odd, clientId))
    expect(Object.fromEntries(searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'No.',
      iss: `${odd.authorization.ownIssuer}/`
    })
  })

  it('has its metadata only where it is told to, with the issuer it is told', async () => {
    const odd = await start({
      authorization: {
        issuerPath: '/tenant',
        metadataAt: ['openid-appended'],
        issuerOf: (issuer) => `${issuer}/`,
        metadata: { code_challenge_methods_supported: undefined }
      }
    })
    const { origin } = odd.authorization
    const statuses = await Promise.all(
      [
        '/.well-known/oauth-authorization-server/tenant',
        '/.well-known/openid-configuration/tenant',
        '/.well-known/openid-configuration'
      ].map(async (path) => (await fetch(origin + path)).status)
    )
    expect(statuses).toEqual([404, 404, 404])
    const metadata = await json(`${origin}/tenant/.well-known/openid-configuration`)
    expect(metadata['issuer']).toBe(`${origin}/tenant/`)
    expect(metadata).not.toHaveProperty('code_challenge_methods_supported')
  })

  it('has everything on one origin, without any metadata', async () => {
    const odd = await start({
      isOneOrigin: true,
      server: { resourceMetadataAt: [], challengeNames: 'none', challengeScope: undefined },
      authorization: { metadataAt: [] }
    })
    const refusal = await call(odd, 'whoami')
    expect(refusal.headers.get('www-authenticate')).toBe('Bearer')
    const { token } = await signIn(odd)
    expect((await call(odd, 'whoami', token)).status).toBe(200)
    expect(odd.authorization.tokenEndpoint).toBe(`${odd.server.origin}/token`)
  })

  it('rotates refresh tokens, or keeps them', async () => {
    const odd = await start()
    const { clientId, refresh } = await signIn(odd)
    const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refresh }
    const renewed = (await (await askForToken(odd, form)).json()) as Fields
    expect(renewed['refresh_token']).not.toBe(refresh)
    expect(await (await askForToken(odd, form)).json()).toMatchObject({ error: 'invalid_grant' })
    odd.authorization.behaviour.refresh = 'keep'
    const kept = { ...form, refresh_token: String(renewed['refresh_token']) }
    const again = (await (await askForToken(odd, kept)).json()) as Fields
    expect(again).not.toHaveProperty('refresh_token')
    expect((await askForToken(odd, kept)).status).toBe(200)
  })

  it('accepts no token that expired, was revoked, is for another resource, or came before a move', async () => {
    const odd = await start()
    const expired = await signIn(odd)
    odd.authorization.tokens.expireTokens()
    const revoked = await signIn(odd)
    const body = new URLSearchParams({ token: revoked.token, client_id: revoked.clientId })
    await fetch(`${odd.authorization.ownIssuer}/revoke`, { method: 'POST', body })
    const foreign = await signIn(odd, { resource: 'http://127.0.0.1:9/mcp' })
    const valid = await signIn(odd)
    const statusOf = async (token: string) => (await call(odd, 'whoami', token)).status
    expect(await statusOf(valid.token)).toBe(200)
    odd.server.moveTo(await odd.startAnother())
    const tokens = [expired, revoked, foreign, valid].map(({ token }) => statusOf(token))
    expect(await Promise.all(tokens)).toEqual([401, 401, 401, 401])
  })

  it('knows clients by secret in the header, secret in the form, and signed assertion', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const secret = { client_secret: 'open:sesame' }
    const odd = await start({
      authorization: {
        clients: [
          { client_id: 'basic', ...secret },
          { client_id: 'post', ...secret, token_endpoint_auth_method: 'client_secret_post' },
          {
            client_id: 'signed',
            token_endpoint_auth_method: 'private_key_jwt',
            public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString()
          }
        ]
      }
    })
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const exp = Math.floor(Date.now() / 1_000) + 60
    const claims = { iss: 'signed', sub: 'signed', aud: odd.authorization.issuer, exp }
    const signed = `${encoded({ alg: 'ES256' })}.${encoded(claims)}`
    const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const }
    const signature = sign('sha256', Buffer.from(signed), key).toString('base64url')
    const assertion = {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: `${signed}.${signature}`
    }
    const grant = { grant_type: 'client_credentials' }
    const authorization = `Basic ${Buffer.from('basic:open%3Asesame').toString('base64')}`
    const answers = await Promise.all([
      askForToken(odd, grant, { authorization }),
      askForToken(odd, { ...grant, client_id: 'basic', ...secret }),
      askForToken(odd, { ...grant, client_id: 'post', ...secret }),
      askForToken(odd, { ...grant, client_id: 'post', client_secret: 'wrong' }),
      askForToken(odd, { ...grant, ...assertion }),
      askForToken(odd, { ...grant, ...assertion, client_assertion: `${signed}.AAAA` })
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 401, 200, 401])
  })

  it('knows a client by the document at its address', async () => {
    const id = 'https://client.example/about.json'
    const odd = await start({
      authorization: { clientDocuments: { [id]: { redirect_uris: [REDIRECT] } } }
    })
    const redirect = await authorize(authorizationUrl(odd, id))
    expect(redirect.searchParams.get('code')).toMatch(/^code-/)
  })

  it('gives tokens that can be read where a test wants that', async () => {
    const odd = await start({ authorization: { tokenKind: 'jwt' } })
    const { token } = await signIn(odd)
    const [, claims = ''] = token.split('.')
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: odd.url,
      scope: 'mcp:tools'
    })
    expect((await call(odd, 'whoami', token)).status).toBe(200)
  })

  it('replaces answers once, or for good', async () => {
    const odd = await start()
    const { authorization } = odd
    authorization.replyOnceWith('token', htmlPage(500), oauthError('invalid_client', 'Gone.', 401))
    authorization.replyWith('token', redirectTo('http://127.0.0.1:9/token', 307))
    authorization.replyWith('metadata', hugeReply(100_000))
    const replies = []
    for (let count = 0; count < 4; count++) {
      const init = { method: 'POST', redirect: 'manual' } as const
      const { status, headers } = await fetch(authorization.tokenEndpoint, init)
      replies.push([status, headers.get('content-type')])
    }
    expect(replies).toEqual([
      [500, 'text/html'],
      [401, 'application/json'],
      [307, null],
      [307, null]
    ])
    const metadata = await fetch(`${authorization.origin}/.well-known/oauth-authorization-server`)
    expect((await metadata.text()).length).toBeGreaterThan(100_000)
    authorization.replyWith('token')
    expect((await askForToken(odd, {})).status).toBe(401)
  })

  it('holds answers back until it is told to go on', async () => {
    const odd = await start()
    const { asked, release } = odd.authorization.hold('registration')
    const registered = register(odd)
    expect((await asked).endpoint).toBe('registration')
    release()
    expect(await registered).toHaveProperty('client_id')
  })
})
