/** Runs by each registration and each grant, as far as they need no other fake than the usual one. */
import { afterEach, describe, expect, it } from 'vitest'
import type { AuthDebugStepId, AuthDebugWish } from '../../shared/sign-in/auth-debug'
import type { OAuthAccess } from '../../shared/servers/server-access'
import {
  startOddAuthorizationServer,
  type OddAuthorizationServer,
  type OddOptions
} from '../auth/fakes/fake-authorization-server'
import { startRun, stepOf, type Started } from './debugger-testing'

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
  odd: OddAuthorizationServer,
  oauth: OAuthAccess,
  wish: Partial<AuthDebugWish> = {}
): Promise<Started['run']> {
  const { run } = startRun(odd, wish, { oauth })
  await run.done
  return run
}

/** The steps that did not go as they have to, with what was said of them. */
function troubles({ report }: Started['run']): readonly string[] {
  return report.steps
    .filter(({ verdict }) => verdict !== 'ok')
    .map(({ id, verdict, text, findings }) =>
      [id, verdict, text, ...findings.map((each) => each.text)].join(': ')
    )
}

const SECRET = 'a-secret-of-the-client-1'
const CLIENT = { client_id: 'me', client_secret: SECRET }
const AT_COMPANY = {
  client_id: 'patchbay',
  client_secret: SECRET,
  token_endpoint_auth_method: 'client_secret_post'
}
const PUBLIC = { client_id: 'me', token_endpoint_auth_method: 'none' }
const DOCUMENT = 'https://patchbay.example/client.json'

describe('a run', () => {
  it('goes in as the client that the definition names', async () => {
    const odd = await fake({ authorization: { clients: [PUBLIC] } })
    const run = await finished(odd, { clientId: 'me' }, { registration: 'preregistered' })
    expect(troubles(run)).toEqual([])
    expect(stepOf(run.report, 'client').text).toBe('As the client me of the definition.')
    expect(odd.asked('registration')).toEqual([])
    expect(odd.asked('authorization')[0]?.query['client_id']).toBe('me')
  })

  it('goes in as the client that a document describes', async () => {
    const clientDocuments = { [DOCUMENT]: {} }
    const odd = await fake({ authorization: { clientDocuments } })
    const oauth = { clientMetadataUrl: DOCUMENT }
    const run = await finished(odd, oauth, { registration: 'document' })
    expect(troubles(run)).toEqual([])
    expect(odd.asked('registration')).toEqual([])
    expect(odd.asked('token')[0]?.form['client_id']).toBe(DOCUMENT)
  })

  it('says who does not take such a document, and who has none', async () => {
    const metadata = { client_id_metadata_document_supported: undefined }
    const odd = await fake({ authorization: { metadata } })
    const wish = { registration: 'document' } as const
    const runs = [
      await finished(odd, { clientMetadataUrl: DOCUMENT }, wish),
      await finished(odd, {}, wish)
    ]
    const clients = runs.map(({ report }) => stepOf(report, 'client'))
    expect(clients.map(({ verdict, blame }) => [verdict, blame])).toEqual([
      ['failed', 'authorization-server'],
      ['failed', 'definition']
    ])
  })

  it('gets a token for what a company says of the person', async () => {
    const odd = await fake({ authorization: { clients: [CLIENT, AT_COMPANY] } })
    odd.server.behaviour.checksAudience = false
    const tokenUrl = `${odd.authorization.issuer}/token`
    const idToken = 'an-id-token-of-the-company-1'
    const run = await finished(odd, {
      grant: 'enterprise',
      clientId: 'me',
      clientSecret: SECRET,
      enterprise: { tokenUrl, clientId: 'patchbay', clientSecret: SECRET, idToken }
    })
    const steps: readonly AuthDebugStepId[] = run.report.steps.map(({ id }) => id)
    expect(steps).not.toContain('authorization')
    expect(troubles(run)).toEqual([])
    expect(odd.asked('token').map(({ form }) => form['grant_type'])).toEqual([
      'urn:ietf:params:oauth:grant-type:token-exchange',
      'urn:ietf:params:oauth:grant-type:jwt-bearer'
    ])
    expect(stepOf(run.report, 'token').exchanges).toHaveLength(2)
    expect(stepOf(run.report, 'token').clause).toContain('RFC 8693')
    expect(JSON.stringify(run.report)).not.toContain(idToken)
  })

  it('gets a token for that of the platform, and needs no client', async () => {
    const odd = await fake()
    const assertion = 'a-token-of-the-platform-1'
    const run = await finished(odd, { grant: 'workload', assertion })
    expect(stepOf(run.report, 'client')).toMatchObject({
      verdict: 'skipped',
      text: 'The token of the platform says who asks.'
    })
    expect(stepOf(run.report, 'request').text).toBe('The server answers 200.')
    expect(odd.asked('token')[0]?.form).toMatchObject({ assertion })
    expect(JSON.stringify(run.report)).not.toContain(assertion)
  })
})

describe('offline_access, which many authorization servers do not name again', () => {
  const offline: OddOptions = {
    authorization: {
      metadata: { scopes_supported: ['mcp:tools', 'offline_access'] },
      grantedScopes: (asked) => asked?.replace(' offline_access', '')
    }
  }

  it('is not missed where there is a refresh token', async () => {
    const run = await finished(await fake(offline), {})
    expect(troubles(run)).toEqual([])
    const { differences } = run.report
    expect(differences.flatMap(({ fault }) => fault ?? [])).toEqual([])
    const scopes = differences.find(({ name }) => name === 'Scopes')?.values
    expect(scopes).toMatchObject({ 'asked for': 'mcp:tools offline_access', token: 'mcp:tools' })
  })

  it('is missed where there is none', async () => {
    const odd = await fake(offline)
    odd.authorization.behaviour.refresh = 'never'
    const run = await finished(odd, {})
    expect(stepOf(run.report, 'token').verdict).toBe('remark')
    expect(run.report.differences.flatMap(({ fault }) => fault ?? [])).toEqual([
      'The token lacks offline_access.'
    ])
  })
})

describe('a run that is bound to a key', () => {
  const dpop: OddOptions = { authorization: { tokenFields: { token_type: 'DPoP' } } }

  it('proves it in each request, also when it ends the session', async () => {
    const odd = await fake(dpop)
    odd.server.behaviour.sessionId = 'one-session'
    const run = await finished(odd, { dpop: true })
    expect(troubles(run)).toEqual([])
    const proven = odd.asked('mcp').filter(({ headers }) => headers['dpop'] !== undefined)
    expect(proven.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
    const proofs = proven.map(({ headers }) => headers['dpop'])
    expect(new Set(proofs).size).toBe(proofs.length)
  })

  it('tries once more with the nonce that either side wants', async () => {
    const odd = await fake(dpop)
    odd.authorization.behaviour.dpopNonce = 'nonce-of-the-authorization-server'
    odd.server.behaviour.dpopNonce = 'nonce-of-the-server'
    const run = await finished(odd, { dpop: true })
    expect(troubles(run)).toEqual([])
    expect(stepOf(run.report, 'request').exchanges.map(({ status }) => status)).toEqual([401, 200])
    expect(stepOf(run.report, 'token').exchanges.map(({ status }) => status)).toEqual([400, 200])
  })

  it('tries once, and no more, where the server wants another nonce each time', async () => {
    const odd = await fake(dpop)
    const refusal = {
      status: 401,
      headers: { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'another' }
    }
    odd.server.replyOnceWith('mcp', { status: 401, headers: challengeOf(odd) }, refusal, refusal)
    const run = await finished(odd, { dpop: true })
    const { verdict, exchanges } = stepOf(run.report, 'request')
    expect([verdict, exchanges.map(({ status }) => status)]).toEqual(['wrong', [401, 401]])
  })
})

function challengeOf({ url }: OddAuthorizationServer): Readonly<Record<string, string>> {
  const { origin, pathname } = new URL(url)
  const about = `${origin}/.well-known/oauth-protected-resource${pathname}`
  return { 'www-authenticate': `Bearer resource_metadata="${about}", scope="mcp:tools"` }
}
