/** Tells an authorization server that tokens are no longer needed (RFC 7009). */
import type { OAuthAccess } from '../../shared/servers/server-access'
import type { AuthClient } from './auth-client'
import { clientAuthentication } from './client-authentication'
import { loadSdk } from './sdk'
import { revocationEndpoint, type SignInRecord } from './sign-in-record'

const METHODS = {
  client_secret_basic: 'basic',
  client_secret_post: 'post',
  none: 'none'
} as const

/** Resolves with whether the server has taken note. What it does not know is gone here all the same. */
export async function revoke(
  record: SignInRecord,
  oauth: OAuthAccess,
  client: AuthClient
): Promise<boolean> {
  const { metadata, tokens, client: information } = record
  const endpoint = revocationEndpoint(record)
  if (endpoint === undefined || !tokens) return false
  const sdk = await loadSdk()
  const offered = metadata?.token_endpoint_auth_methods_supported ?? []
  // A private key proves it there, too.
  const proof =
    oauth.privateKey === undefined
      ? { clientAuth: METHODS[sdk.selectClientAuthMethod(information, offered)] }
      : {}
  const authenticate = await clientAuthentication({ ...proof, ...oauth }, information)
  const ask = async (token: string, hint: string): Promise<boolean> => {
    const body = new URLSearchParams({ token, token_type_hint: hint })
    const headers = new Headers({ accept: 'application/json' })
    await authenticate?.(headers, body, endpoint, metadata)
    const { ok } = await client.fetch(endpoint, { method: 'POST', headers, body })
    return ok
  }
  try {
    const { refresh_token: refreshToken, access_token: accessToken } = tokens
    const isRefreshOver = refreshToken === undefined || (await ask(refreshToken, 'refresh_token'))
    return (await ask(accessToken, 'access_token')) && isRefreshOver
  } catch {
    return false // the exchange is in the traffic
  }
}
