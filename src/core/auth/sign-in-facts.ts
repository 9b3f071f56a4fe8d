/** What a person may know of their sign-in: everything but what is secret. */
import type { OAuthAccess } from '../../shared/servers/server-access'
import type { SignInFacts } from '../../shared/sign-in/sign-in'
import { grantedScope, revocationEndpoint, type SignInRecord } from './sign-in-record'

export function factsOf(
  record: SignInRecord,
  oauth: OAuthAccess,
  { isKept, whyNotKept }: Pick<SignInFacts, 'isKept'> & { readonly whyNotKept?: string | undefined }
): SignInFacts {
  const { issuer, client, clientSource, resource, tokens } = record
  return {
    issuer,
    clientId: client.client_id,
    clientSource,
    grant: oauth.grant ?? 'authorization-code',
    scopes: grantedScope(record)?.split(' ').filter(Boolean) ?? [],
    ...(tokens?.scopesCutFrom !== undefined && { scopesCutFrom: tokens.scopesCutFrom }),
    obtainedAt: tokens?.obtainedAt ?? 0,
    ...(tokens?.expiresAt !== undefined && { expiresAt: tokens.expiresAt }),
    canRefresh: tokens?.refresh_token !== undefined,
    canRevoke: revocationEndpoint(record) !== undefined,
    isBoundToKey: tokens?.token_type.toLowerCase() === 'dpop',
    ...(resource !== undefined && { resource }),
    deviations: deviationsOf(oauth),
    isKept,
    ...(whyNotKept !== undefined && { whyNotKept })
  }
}

/** Where the definition makes Patchbay leave the rules. */
export function deviationsOf(oauth: OAuthAccess): readonly string[] {
  const { omitResource, resource, authorizationUrl, tokenUrl, metadataUrl, acceptIssuer } = oauth
  const parameters = Object.keys(oauth.authorizationParams ?? {})
  const all: readonly (readonly [unknown, string])[] = [
    [omitResource, 'Patchbay leaves out "resource", which the rules ask for (RFC 8707).'],
    [resource, `Patchbay asks for the resource ${resource}, whatever the server says.`],
    [parameters.length > 0, `Patchbay adds to the page: ${parameters.join(', ')}.`],
    [authorizationUrl, 'The authorization endpoint is the one of the definition.'],
    [tokenUrl, 'The token endpoint is the one of the definition.'],
    [
      metadataUrl,
      'The metadata of the authorization server is taken from the definition’s address.'
    ],
    [acceptIssuer, `The issuer ${acceptIssuer} is accepted although another one was asked.`]
  ]
  return all.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []))
}
