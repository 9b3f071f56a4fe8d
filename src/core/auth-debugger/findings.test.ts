import { afterEach, describe, expect, it } from 'vitest'
import type { AuthDebugStepId, AuthDebugWish, AuthFinding } from '../../shared/sign-in/auth-debug'
import type { OAuthAccess } from '../../shared/servers/server-access'
import {
  startOddAuthorizationServer,
  type OddOptions
} from '../auth/fakes/fake-authorization-server'
import type { Endpoint, Reply } from '../auth/fakes/fake-host'
import { startRun, stepOf } from './debugger-testing'

const ends: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

type Case = {
  readonly odd?: OddOptions
  /** What an endpoint answers instead, always. */
  readonly replies?: readonly (readonly ['server' | 'authorization', Endpoint, Reply])[]
  readonly wish?: Partial<AuthDebugWish>
  readonly oauth?: OAuthAccess
  readonly step: AuthDebugStepId
  readonly verdict: string
  readonly clause: string | RegExp
  readonly blame: string
}

const AS = 'authorization-server'
const json = { 'content-type': 'application/json' }

function metadata(change: object): OddOptions {
  return { authorization: { metadata: { ...change } } }
}

function aboutResource(change: object): OddOptions {
  return { server: { resourceMetadata: { ...change } } }
}

function tokenFields(change: object): OddOptions {
  return { authorization: { tokenFields: { ...change } } }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const inAnHour = Math.floor(Date.now() / 1_000) + 3_600

function jwt(claims: object, header: object = { alg: 'ES256' }): OddOptions {
  return tokenFields({ access_token: `${part(header)}.${part({ exp: inAnHour, ...claims })}.c2ln` })
}

const CASES: Readonly<Record<string, Case>> = {
  'a refusal with 403 where 401 is needed': {
    replies: [['server', 'mcp', { status: 403 }]],
    step: 'first-request',
    verdict: 'wrong',
    clause: /Error Handling/,
    blame: 'server'
  },
  'a server whose beginning is open': {
    odd: { server: { openMethods: ['initialize'] } },
    step: 'first-request',
    verdict: 'remark',
    clause: 'MCP 2025-11-25, Authorization',
    blame: 'server'
  },
  'a 401 without WWW-Authenticate': {
    odd: { server: { challenge: '' } },
    step: 'challenge',
    verdict: 'wrong',
    clause: 'RFC 9110, 15.5.2 and RFC 9728, 5.1',
    blame: 'server'
  },
  'a challenge of another kind': {
    odd: { server: { challenge: 'Basic realm="x"' } },
    step: 'challenge',
    verdict: 'wrong',
    clause: 'RFC 6750, 3',
    blame: 'server'
  },
  'a challenge without resource_metadata': {
    odd: { server: { challengeNames: 'none' } },
    step: 'challenge',
    verdict: 'remark',
    clause: /Protected Resource Metadata Discovery/,
    blame: 'server'
  },
  'a challenge without resource_metadata, in the revision that needs it': {
    odd: { server: { challengeNames: 'none' } },
    wish: { revision: '2025-06-18' },
    step: 'challenge',
    verdict: 'wrong',
    clause: /RFC 9728, 5.1/,
    blame: 'server'
  },
  'a challenge without scopes': {
    odd: { server: { challengeScope: undefined } },
    step: 'challenge',
    verdict: 'remark',
    clause: /Protected Resource Metadata Discovery/,
    blame: 'server'
  },
  'a challenge without scopes, in the revision that says so elsewhere': {
    odd: { server: { challengeScope: undefined } },
    wish: { revision: '2026-07-28' },
    step: 'challenge',
    verdict: 'remark',
    clause: 'MCP 2026-07-28, Authorization, Scope Selection Strategy',
    blame: 'server'
  },
  'a challenge with an error': {
    odd: { server: { challenge: 'Bearer error="invalid_token", scope="a"' } },
    step: 'challenge',
    verdict: 'remark',
    clause: 'RFC 6750, 3.1',
    blame: 'server'
  },
  'a server without metadata': {
    odd: { server: { resourceMetadataAt: [], challengeNames: 'none' } },
    step: 'resource-metadata',
    verdict: 'failed',
    clause: /RFC 9728, 3$/,
    blame: 'server'
  },
  'metadata about a stranger': {
    odd: aboutResource({ resource: 'https://example.com/mcp' }),
    step: 'resource-metadata',
    verdict: 'failed',
    clause: 'RFC 9728, 3.3',
    blame: 'server'
  },
  'metadata that names no resource': {
    odd: aboutResource({ resource: undefined }),
    step: 'resource-metadata',
    verdict: 'failed',
    clause: 'RFC 9728, 2',
    blame: 'server'
  },
  'metadata that names no authorization server': {
    odd: aboutResource({ authorization_servers: [] }),
    step: 'resource-metadata',
    verdict: 'failed',
    clause: /Authorization Server Location/,
    blame: 'server'
  },
  'metadata without the header as a way for tokens': {
    odd: aboutResource({ bearer_methods_supported: ['query'] }),
    step: 'resource-metadata',
    verdict: 'wrong',
    clause: /Token Requirements/,
    blame: 'server'
  },
  'metadata of another type': {
    replies: [['server', 'resource-metadata', { body: '{"resource":"https://example.com"}' }]],
    step: 'resource-metadata',
    verdict: 'failed',
    clause: 'RFC 9728, 3.2',
    blame: 'server'
  },
  'an issuer that does not match': {
    odd: metadata({ issuer: 'https://example.com' }),
    step: 'server-metadata',
    verdict: 'failed',
    clause: 'RFC 8414, 3.3',
    blame: AS
  },
  'an authorization server without metadata': {
    odd: { authorization: { metadataAt: [] } },
    step: 'server-metadata',
    verdict: 'wrong',
    clause: 'RFC 8414, 3',
    blame: AS
  },
  'PKCE that is not promised': {
    odd: metadata({ code_challenge_methods_supported: undefined }),
    step: 'server-metadata',
    verdict: 'failed',
    clause: /Authorization Code Protection/,
    blame: AS
  },
  'PKCE that is not promised, in a revision that allows it': {
    odd: metadata({ code_challenge_methods_supported: undefined }),
    wish: { revision: '2025-06-18' },
    step: 'server-metadata',
    verdict: 'remark',
    clause: 'RFC 8414, 2',
    blame: AS
  },
  'PKCE without S256': {
    odd: metadata({ code_challenge_methods_supported: ['plain'] }),
    step: 'server-metadata',
    verdict: 'failed',
    clause: 'RFC 7636, 4.2',
    blame: AS
  },
  'metadata that does not promise iss': {
    odd: metadata({ authorization_response_iss_parameter_supported: undefined }),
    wish: { revision: '2026-07-28' },
    step: 'server-metadata',
    verdict: 'remark',
    clause: 'RFC 9207, 3',
    blame: AS
  },
  'metadata by OpenID only, in the revision that does not know it': {
    odd: { authorization: { metadataAt: ['openid-inserted'] } },
    wish: { revision: '2025-06-18' },
    step: 'server-metadata',
    verdict: 'remark',
    clause: /Server Metadata Discovery/,
    blame: AS
  },
  'a registration that is refused': {
    replies: [
      [
        'authorization',
        'registration',
        { status: 403, headers: json, body: { error: 'access_denied', error_description: 'No.' } }
      ]
    ],
    step: 'client',
    verdict: 'failed',
    clause: 'RFC 7591, 3.2.2',
    blame: AS
  },
  'dynamic registration in the revision that deprecates it': {
    wish: { revision: '2026-07-28', registration: 'dynamic' },
    step: 'client',
    verdict: 'remark',
    clause: 'MCP 2026-07-28, Client Registration, Dynamic Client Registration',
    blame: AS
  },
  'a registration with another redirect': {
    odd: { authorization: { registered: { redirect_uris: ['http://127.0.0.1/x'] } } },
    step: 'client',
    verdict: 'wrong',
    clause: 'RFC 7591, 3.2.1',
    blame: AS
  },
  'an answer without iss, though it is promised': {
    odd: { authorization: { iss: 'missing' } },
    step: 'return',
    verdict: 'failed',
    clause: 'RFC 9207, 2.4',
    blame: AS
  },
  'an answer of another issuer': {
    odd: { authorization: { iss: (issuer) => `${issuer}/` } },
    step: 'return',
    verdict: 'failed',
    clause: 'RFC 9207, 2.4',
    blame: AS
  },
  'an iss that nobody promised': {
    odd: metadata({ authorization_response_iss_parameter_supported: undefined }),
    step: 'return',
    verdict: 'remark',
    clause: 'RFC 9207, 2.3',
    blame: AS
  },
  'an iss that nobody promised, in the revision that wants it promised': {
    odd: metadata({ authorization_response_iss_parameter_supported: undefined }),
    wish: { revision: '2026-07-28' },
    step: 'return',
    verdict: 'wrong',
    clause: /Authorization Response Validation; RFC 9207, 2\.3/,
    blame: AS
  },
  'a token that is refused': {
    replies: [
      ['authorization', 'token', { status: 400, headers: json, body: { error: 'invalid_grant' } }]
    ],
    step: 'token',
    verdict: 'failed',
    clause: 'RFC 6749, 5.2',
    blame: AS
  },
  'a token of another type': {
    odd: tokenFields({ token_type: 'mac' }),
    step: 'token',
    verdict: 'wrong',
    clause: 'RFC 6749, 5.1',
    blame: AS
  },
  'a token whose life is not told': {
    odd: tokenFields({ expires_in: undefined }),
    step: 'token',
    verdict: 'remark',
    clause: 'RFC 6749, 5.1',
    blame: AS
  },
  'fewer scopes than were asked for': {
    odd: { authorization: { grantedScopes: () => 'other' } },
    step: 'token',
    verdict: 'remark',
    clause: 'RFC 6749, 3.3',
    blame: AS
  },
  'a token for somebody else': {
    odd: jwt({ aud: 'https://example.com' }),
    step: 'token-content',
    verdict: 'wrong',
    clause: /RFC 8707, 2/,
    blame: AS
  },
  'a token for a name that may be ours': {
    odd: jwt({ aud: 'api://mail' }),
    step: 'token-content',
    verdict: 'remark',
    clause: /RFC 8707, 2/,
    blame: AS
  },
  'a token for nobody': {
    odd: jwt({}),
    step: 'token-content',
    verdict: 'wrong',
    clause: 'RFC 8707, 2',
    blame: AS
  },
  'a token that nobody signed': {
    odd: jwt({}, { alg: 'none' }),
    step: 'token-content',
    verdict: 'wrong',
    clause: 'RFC 9068, 2.1',
    blame: AS
  },
  'a token that has ended': {
    odd: jwt({ exp: 1 }),
    step: 'token-content',
    verdict: 'wrong',
    clause: 'RFC 9068, 2.2',
    blame: AS
  },
  'a token of another issuer': {
    odd: jwt({ iss: 'https://example.com' }),
    step: 'token-content',
    verdict: 'wrong',
    clause: 'RFC 9068, 4',
    blame: AS
  },
  'a token that lives for days': {
    odd: jwt({ iat: inAnHour - 7_200, exp: inAnHour + 500_000 }),
    step: 'token-content',
    verdict: 'wrong',
    clause: /^OAuth 2\.1 \(draft 13\), 7\.1\.3\.5$/,
    blame: AS
  },
  'a token that the server refuses': {
    odd: jwt({ aud: 'https://example.com' }),
    step: 'request',
    verdict: 'wrong',
    clause: /Token Handling/,
    blame: 'server'
  },
  'a refresh token that stays the same': {
    odd: { authorization: { refresh: 'keep' } },
    step: 'refresh',
    verdict: 'wrong',
    clause: /^OAuth 2\.1 \(draft 13\), 4\.3\.1$/,
    blame: AS
  }
}

describe('the debugger finds', () => {
  it.each(Object.entries(CASES))('%s', async (_name, { odd: options, replies = [], ...rest }) => {
    const odd = await startOddAuthorizationServer(options)
    ends.push(() => odd.close())
    for (const [site, endpoint, reply] of replies) odd[site].replyWith(endpoint, reply)
    const { wish, oauth = {}, step, verdict, clause, blame } = rest
    const { run } = startRun(odd, wish, { oauth })
    ends.push(() => run.stop())
    await run.done
    const found = stepOf(run.report, step)
    const isMeant = (each: AuthFinding): boolean =>
      each.blame === blame && each.clause.search(clause) !== -1
    expect([found.verdict, found.findings.some(isMeant), found.findings]).toEqual([
      verdict,
      true,
      found.findings
    ])
  })
})
