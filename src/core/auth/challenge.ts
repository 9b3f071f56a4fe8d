/** Reads what a server says when it wants to know who asks: the header WWW-Authenticate (RFC 6750, 9728). */
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
