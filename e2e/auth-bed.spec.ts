/** The servers and the browser that the tests of signing in rely on, tried without Patchbay. */
import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test as base } from './auth/auth-fixtures'

type Fields = Readonly<Record<string, unknown>>

const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

const test = base.extend<{ readonly callback: string }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
  callback: async ({}, use) => {
    const server = createServer((_request, response) => response.end('You can close this page.'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`)
    server.closeAllConnections()
    server.close()
  }
})

async function json(url: string, init?: RequestInit): Promise<Fields> {
  return (await (await fetch(url, init)).json()) as Fields
}

function call(url: string, name: string, token?: string): Promise<Response> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } }
  const headers = { 'content-type': 'application/json', ...authorization }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function whoami(url: string, token: string): Promise<Fields> {
  const answer = (await (await call(url, 'whoami', token)).json()) as {
    readonly result: { readonly content: readonly [{ readonly text: string }] }
  }
  return JSON.parse(answer.result.content[0].text) as Fields
}

function post(url: string, form: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form) })
}

function authorizationUrl(
  endpoint: string,
  query: { readonly client_id: string; readonly redirect_uri: string; readonly resource: string }
): string {
  const fixed = { response_type: 'code', code_challenge: CHALLENGE, code_challenge_method: 'S256' }
  const asked = { ...fixed, scope: 'mcp:tools offline_access', state: 'abc', ...query }
  return `${endpoint}?${new URLSearchParams(asked).toString()}`
}

test('a client gets in by challenge, metadata, registration, consent and token', async ({
  programs,
  signInBrowser,
  callback
}) => {
  const { issuer, order } = await programs.startAuthorizationServer()
  const { url } = await programs.startProtectedServer(issuer)

  const refusal = await call(url, 'whoami')
  expect(refusal.status).toBe(401)
  const challenge = refusal.headers.get('www-authenticate') ?? ''
  const [, place = ''] = /resource_metadata="([^"]+)", scope="mcp:tools"/.exec(challenge) ?? []
  expect(await json(place)).toMatchObject({ resource: url, authorization_servers: [issuer] })
  const metadata = await json(`${issuer}/.well-known/oauth-authorization-server`)
  expect(metadata).toMatchObject({
    issuer,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true
  })
  const endpoint = (name: string): string => String(metadata[name])

  const registration = {
    client_name: 'Bed',
    application_type: 'native',
    redirect_uris: [callback],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none'
  }
  const client = await json(endpoint('registration_endpoint'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration)
  })
  const client_id = String(client['client_id'])
  const address = authorizationUrl(endpoint('authorization_endpoint'), {
    client_id,
    redirect_uri: callback,
    resource: url
  })
  const denied = await signInBrowser.deny(address)
  expect(denied.searchParams.get('error')).toBe('access_denied')
  const { searchParams } = await signInBrowser.allow(address)
  expect(Object.fromEntries(searchParams)).toMatchObject({ state: 'abc', iss: issuer })

  const token = endpoint('token_endpoint')
  const given = (await (
    await post(token, {
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: VERIFIER,
      client_id,
      resource: url
    })
  ).json()) as Record<'access_token' | 'refresh_token', string>
  expect(await whoami(url, given.access_token)).toMatchObject({
    subject: 'ada',
    client: client_id,
    scope: 'mcp:tools'
  })
  const stepUp = await call(url, 'admin-report', given.access_token)
  expect([stepUp.status, stepUp.headers.get('www-authenticate')]).toEqual([
    403,
    expect.stringContaining('error="insufficient_scope"')
  ])

  await order({ do: 'expire-tokens' })
  expect((await call(url, 'whoami', given.access_token)).status).toBe(401)
  const refresh = { grant_type: 'refresh_token', client_id, resource: url }
  const renewed = (await (
    await post(token, { ...refresh, refresh_token: given.refresh_token })
  ).json()) as typeof given
  expect(renewed.refresh_token).not.toBe(given.refresh_token)
  expect((await call(url, 'whoami', renewed.access_token)).status).toBe(200)
  const { status } = await post(endpoint('revocation_endpoint'), {
    token: renewed.refresh_token,
    client_id
  })
  expect(status).toBe(200)
  expect((await call(url, 'whoami', renewed.access_token)).status).toBe(401)
  expect(await order({ do: 'counts' })).toMatchObject({ '/register': 1, '/token': 2, '/revoke': 1 })
})

test('known clients and documents get signed tokens, on one origin without metadata', async ({
  programs,
  signInBrowser,
  callback
}) => {
  const { issuer, url, clients, order } = await programs.startAuthorizationServer({
    hasMcp: true,
    hasMetadata: false,
    tokenFormat: 'jwt'
  })
  expect((await fetch(`${issuer}/.well-known/oauth-authorization-server`)).status).toBe(404)
  const { clientId, clientSecret = '' } = clients['known-post']
  const asked = { grant_type: 'client_credentials', scope: 'mcp:admin', resource: url }
  const secret = { client_id: clientId, client_secret: clientSecret }
  const proofs = [secret, { client_assertion: assertionOf(clients['known-key'], issuer) }]
  for (const proof of proofs) {
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    const typed = 'client_assertion' in proof ? { ...proof, client_assertion_type: type } : proof
    const answer = (await (await post(`${issuer}/token`, { ...asked, ...typed })).json()) as Fields
    expect((await call(url, 'admin-report', String(answer['access_token']))).status).toBe(200)
  }

  const document = 'https://client.example/patchbay.json'
  await order({
    do: 'publish',
    url: document,
    document: {
      client_id: document,
      client_name: 'Bed',
      application_type: 'native',
      redirect_uris: [callback],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none'
    }
  })
  const redirect = { client_id: document, redirect_uri: callback, resource: url }
  const { searchParams } = await signInBrowser.allow(
    authorizationUrl(`${issuer}/authorize`, redirect)
  )
  const answer = await post(`${issuer}/token`, {
    grant_type: 'authorization_code',
    code: searchParams.get('code') ?? '',
    redirect_uri: callback,
    code_verifier: VERIFIER,
    client_id: document,
    resource: url
  })
  const { access_token: token } = (await answer.json()) as Fields
  expect(await whoami(url, String(token))).toMatchObject({ client: document, subject: 'ada' })
})

test('the servers do what they are told', async ({ programs, signInBrowser, callback }) => {
  const first = await programs.startAuthorizationServer()
  const second = await programs.startAuthorizationServer({ accessTokenSeconds: 60 })
  const { url, order } = await programs.startProtectedServer(first.issuer, {
    metadataAt: 'root',
    namesMetadata: false,
    challengeScope: ''
  })
  const refusal = await call(url, 'whoami')
  expect(refusal.headers.get('www-authenticate')).toBe('Bearer')
  const { origin } = new URL(url)
  expect((await fetch(`${origin}/.well-known/oauth-protected-resource/mcp`)).status).toBe(404)
  expect((await fetch(`${origin}/.well-known/oauth-protected-resource`)).status).toBe(200)

  const tokenOf = async ({ issuer, clients }: typeof first): Promise<Fields> => {
    const { clientId, clientSecret = '' } = clients['known-post']
    const client = { client_id: clientId, client_secret: clientSecret }
    const asked = { grant_type: 'client_credentials', scope: 'mcp:tools', resource: url }
    return (await (await post(`${issuer}/token`, { ...asked, ...client })).json()) as Fields
  }
  const statusOf = async (given: Fields): Promise<number> =>
    (await call(url, 'whoami', String(given['access_token']))).status
  const before = await tokenOf(first)
  expect(await statusOf(before)).toBe(200)
  await order({ do: 'refuse-tokens' })
  expect(await statusOf(before)).toBe(401)
  expect(await statusOf(await tokenOf(first))).toBe(200)

  await order({ do: 'move-to', issuer: second.issuer })
  expect(await statusOf(await tokenOf(first))).toBe(401)
  const after = await tokenOf(second)
  expect([after['expires_in'], await statusOf(after)]).toEqual([60, 200])
  await second.order({ do: 'access-token-seconds', seconds: 5 })
  expect((await tokenOf(second))['expires_in']).toBe(5)

  await second.order({ do: 'deny-next' })
  const known = { client_id: 'known-public', redirect_uri: callback, resource: url }
  const address = authorizationUrl(`${second.issuer}/authorize`, known)
  const { searchParams } = await signInBrowser.follow(address)
  expect(searchParams.get('error')).toBe('access_denied')
  expect((await signInBrowser.allow(address)).searchParams.get('code')).not.toBeNull()
})

function assertionOf(
  { clientId, privateKey = '' }: { readonly clientId: string; readonly privateKey?: string },
  audience: string
): string {
  const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const iat = Math.floor(Date.now() / 1_000)
  const claims = { iss: clientId, sub: clientId, aud: audience, jti: randomUUID() }
  const signed = `${encoded({ alg: 'ES256' })}.${encoded({ ...claims, iat, exp: iat + 60 })}`
  const key = { key: createPrivateKey(privateKey), dsaEncoding: 'ieee-p1363' as const }
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}
