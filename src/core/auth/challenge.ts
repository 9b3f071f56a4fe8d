/** Reads the header WWW-Authenticate, by which a server asks for a sign-in (RFC 6750, RFC 9728). */
import type { IncomingHttpHeaders } from 'node:http'
import { boundedScopes, boundedText, isTooLong } from './bounds'
import { loadSdk } from './sdk'

export type Challenge = {
  readonly status: number
  readonly scope?: string
  /** How many scopes the server named, where not all are taken. */
  readonly scopesCutFrom?: number
  readonly error?: string
  readonly errorDescription?: string
  readonly resourceMetadataUrl?: string
}

export async function challengeIn(
  status: number,
  headers: IncomingHttpHeaders
): Promise<Challenge> {
  const header = headers['www-authenticate']
  if (header === undefined) return { status }
  const sdk = await loadSdk()
  const response = new Response(null, { status: 401, headers: { 'www-authenticate': header } })
  const { scope, error, errorDescription, resourceMetadataUrl } =
    sdk.extractWWWAuthenticateParams(response)
  const { scopes, cutFrom } = boundedScopes(scope?.split(' ') ?? [])
  const metadataUrl = resourceMetadataUrl?.href
  return {
    status,
    ...(scope !== undefined && { scope: scopes.join(' ') }),
    ...(cutFrom !== undefined && { scopesCutFrom: cutFrom }),
    ...(error !== undefined && { error: boundedText(error) }),
    ...(errorDescription !== undefined && { errorDescription: boundedText(errorDescription) }),
    ...(metadataUrl !== undefined &&
      !isTooLong(metadataUrl) && { resourceMetadataUrl: metadataUrl })
  }
}
