/** Reads the header WWW-Authenticate, by which a server asks for a sign-in (RFC 6750, RFC 9728). */
import type { IncomingHttpHeaders } from 'node:http'
import { loadSdk } from './sdk'

export type Challenge = {
  readonly status: number
  readonly scope?: string
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
  return {
    status,
    ...(scope !== undefined && { scope }),
    ...(error !== undefined && { error }),
    ...(errorDescription !== undefined && { errorDescription }),
    ...(resourceMetadataUrl && { resourceMetadataUrl: resourceMetadataUrl.href })
  }
}
