/** Asks a token endpoint for tokens, in every way that Patchbay knows. */
import type {
  AuthorizationServerMetadata,
  DpopSession,
  OAuthTokens
} from '@modelcontextprotocol/client'
import type { OAuthAccess } from '../../shared/servers/server-access'
import type { AuthClient } from './auth-client'
import { AuthError } from './auth-error'
import { withAddresses, type Authorized } from './authorization'
import { clientAuthentication } from './client-authentication'
import type { ClientIdentity } from './client-identity'
import { loadSdk } from './sdk'

export type TokenContext = {
  readonly oauth: OAuthAccess
  readonly issuer: string
  readonly metadata?: AuthorizationServerMetadata | undefined
  readonly client: AuthClient
  readonly resource?: string | undefined
  readonly scope?: string | undefined
  readonly dpop?: DpopSession | undefined
}

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** A code for tokens. */
export async function redeem(
  context: TokenContext,
  { information }: ClientIdentity,
  { code, codeVerifier, iss }: Authorized,
  redirectUri: string
): Promise<OAuthTokens> {
  const sdk = await loadSdk()
  return sdk.exchangeAuthorization(context.issuer, {
    ...(await commonOf(context, information)),
    clientInformation: information,
    authorizationCode: code,
    codeVerifier,
    redirectUri,
    ...(iss !== undefined && { iss })
  })
}

/** New tokens for a refresh token; the old one stays where the server gives no other. */
export async function refresh(
  context: TokenContext,
  information: ClientIdentity['information'],
  refreshToken: string
): Promise<OAuthTokens> {
  const sdk = await loadSdk()
  return sdk.refreshAuthorization(context.issuer, {
    ...(await commonOf(context, information)),
    clientInformation: information,
    refreshToken
  })
}

/** Tokens for Patchbay itself, without a person. */
export async function grantToClient(
  context: TokenContext,
  { information }: ClientIdentity
): Promise<OAuthTokens> {
  const params = new URLSearchParams({ grant_type: 'client_credentials' })
  return ask(context, params, { information })
}

/** Tokens for what the company’s own sign-in says of the person (ID-JAG). */
export async function grantByCompany(
  context: TokenContext,
  identity: ClientIdentity
): Promise<OAuthTokens> {
  const { oauth, issuer, client, resource, scope } = context
  const { enterprise } = oauth
  if (!enterprise) throw new AuthError('"oauth.enterprise" is missing.', 'definition')
  const sdk = await loadSdk()
  const { jwtAuthGrant } = await sdk.requestJwtAuthorizationGrant({
    tokenEndpoint: enterprise.tokenUrl,
    audience: issuer,
    resource: resource ?? '',
    idToken: enterprise.idToken,
    clientId: enterprise.clientId,
    ...(enterprise.clientSecret !== undefined && { clientSecret: enterprise.clientSecret }),
    ...(scope !== undefined && { scope }),
    fetchFn: client.fetch
  })
  const params = new URLSearchParams({ grant_type: JWT_BEARER, assertion: jwtAuthGrant })
  return ask({ ...context, resource: undefined, scope: undefined }, params, identity)
}

/** Tokens for the token of the platform that runs us. It says who asks, so there is no client. */
export async function grantToWorkload(context: TokenContext): Promise<OAuthTokens> {
  const { assertion } = context.oauth
  if (assertion === undefined) throw new AuthError('"oauth.assertion" is missing.', 'definition')
  return ask(context, new URLSearchParams({ grant_type: JWT_BEARER, assertion }))
}

async function commonOf(
  { oauth, issuer, metadata, client, resource, dpop }: TokenContext,
  information: ClientIdentity['information']
) {
  const addClientAuthentication = await clientAuthentication(oauth, information)
  return {
    ...withAddresses({ issuer, ...(metadata && { metadata }) }, oauth),
    ...(resource !== undefined && { resource }),
    ...(addClientAuthentication && { addClientAuthentication }),
    ...(dpop && { dpop }),
    fetchFn: client.fetch
  }
}

/** For grants that the SDK has no function for: its own one for any grant wants a provider. */
async function ask(
  context: TokenContext,
  params: URLSearchParams,
  identity?: Pick<ClientIdentity, 'information'>
): Promise<OAuthTokens> {
  const sdk = await loadSdk()
  const { issuer, scope } = context
  const information = identity?.information ?? { client_id: '' }
  const { metadata, addClientAuthentication, ...common } = await commonOf(context, information)
  const authenticate = identity ? addClientAuthentication : () => undefined
  if (scope !== undefined && scope !== '') params.set('scope', scope)
  return sdk.fetchToken(
    {
      redirectUrl: undefined,
      clientMetadata: { redirect_uris: [] },
      clientInformation: () => information,
      tokens: () => undefined,
      saveTokens: () => undefined,
      redirectToAuthorization: () => undefined,
      saveCodeVerifier: () => undefined,
      codeVerifier: () => '',
      prepareTokenRequest: () => params,
      ...(authenticate && { addClientAuthentication: authenticate }),
      ...(common.dpop && { dpop: () => common.dpop })
    },
    issuer,
    {
      ...(metadata && { metadata }),
      ...(common.resource !== undefined && { resource: common.resource }),
      fetchFn: common.fetchFn
    }
  )
}
