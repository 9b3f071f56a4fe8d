/** Where a definition makes Patchbay leave the rules: it does so, and says so. */
import { afterEach, describe, expect, it } from 'vitest'
import type { OAuthAccess } from '../../shared/servers/server-access'
import type { OddAuthorizationServer, OddOptions } from './fakes/fake-authorization-server'
import { bench, Bench, endBenches } from './sign-in-bench'

afterEach(endBenches)

const OTHER_ISSUER = 'https://issuer.example'
const NOWHERE = 'http://127.0.0.1:9/nowhere'

/** One whose metadata has another issuer than the server names. */
const ODD_ISSUER: OddOptions = { authorization: { issuerOf: () => OTHER_ISSUER } }

/** The same server without the exception, and with it. */
async function both(
  options: OddOptions,
  exception: (odd: OddAuthorizationServer) => OAuthAccess
): Promise<readonly [Bench, Bench]> {
  const plain = await bench(options)
  const { odd, folder } = plain
  const { ownIssuer } = odd.authorization
  odd.server.behaviour.resourceMetadata = { authorization_servers: [ownIssuer] }
  return [plain, new Bench(odd, folder, exception(odd))]
}

describe('an exception in a definition', () => {
  it.each<[string, OddOptions, (odd: OddAuthorizationServer) => OAuthAccess, string]>([
    [
      'another resource',
      { server: { checksAudience: false }, authorization: { needsResource: true } },
      () => ({ resource: 'https://tenant.example/mcp' }),
      'Patchbay asks for the resource https://tenant.example/mcp, whatever the server says.'
    ],
    [
      'another address of the page',
      { authorization: { metadata: { authorization_endpoint: NOWHERE } } },
      ({ authorization }) => ({ authorizationUrl: `${authorization.ownIssuer}/authorize` }),
      'The authorization endpoint is the one of the definition.'
    ],
    [
      'another address for tokens',
      { authorization: { metadata: { token_endpoint: NOWHERE } } },
      ({ authorization }) => ({ tokenUrl: authorization.tokenEndpoint }),
      'The token endpoint is the one of the definition.'
    ],
    [
      'another address of the metadata',
      { authorization: { issuerPath: '/tenant', metadataAt: ['oauth-root'] } },
      ({ authorization }) => ({
        metadataUrl: `${authorization.origin}/.well-known/oauth-authorization-server`
      }),
      'The metadata of the authorization server is taken from the definition’s address.'
    ],
    [
      'another issuer',
      ODD_ISSUER,
      () => ({ acceptIssuer: OTHER_ISSUER }),
      `The issuer ${OTHER_ISSUER} is accepted although another one was asked.`
    ]
  ])('is used and shown: %s', async (_what, options, exception, sentence) => {
    const [, it] = await both(options, exception)
    await it.signIn()
    expect(it.state).toMatchObject({ phase: 'signed-in', facts: { deviations: [sentence] } })
  })

  it('is what the page and the token endpoint are asked for: another resource', async () => {
    const resource = 'https://tenant.example/mcp'
    const [, it] = await both({ server: { checksAudience: false } }, () => ({ resource }))
    await it.signIn()
    expect([
      new URL(it.opened[0] ?? '').searchParams.get('resource'),
      it.odd.asked('token')[0]?.form['resource']
    ]).toEqual([resource, resource])
  })

  it.each<[string, OddOptions]>([
    ['the page', { authorization: { metadata: { authorization_endpoint: 'file:///nowhere' } } }],
    ['tokens', { authorization: { metadata: { token_endpoint: NOWHERE } } }],
    ['another issuer', ODD_ISSUER]
  ])('is needed for what it is about: %s', async (_what, options) => {
    const [it] = await both(options, () => ({}))
    await expect(it.signIn()).rejects.toThrow()
    expect(it.state.phase).toBe('failed')
  })

  it('that accepts an issuer accepts no third one', async () => {
    const [, it] = await both(ODD_ISSUER, () => ({ acceptIssuer: 'https://third.example' }))
    await expect(it.signIn()).rejects.toThrow(
      `The metadata names the issuer ${OTHER_ISSUER}. That is neither`
    )
    expect([it.opened, it.odd.asked('registration')]).toEqual([[], []])
  })
})
