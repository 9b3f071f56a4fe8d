/** What a request carries to say who we are: a token, and the proof that it is ours. */
import type { Attempt } from '../http/credentials'
import { webAddress } from '../address/socket-address'
import type { BoundKey } from './dpop'
import type { StoredTokens } from './sign-in-record'

export type HeaderValues = Readonly<Record<string, string>>

export function headersWith(
  {
    access_token: accessToken,
    token_type: type
  }: Pick<StoredTokens, 'access_token' | 'token_type'>,
  key: BoundKey | undefined,
  { method, url }: Pick<Attempt, 'method' | 'url'>
): HeaderValues | Promise<HeaderValues> {
  if (!key || type.toLowerCase() !== 'dpop') return { authorization: `Bearer ${accessToken}` }
  return key.session
    .buildProof({ htm: method, htu: new URL(webAddress(url.href)), accessToken })
    .then((proof) => ({ authorization: `DPoP ${accessToken}`, dpop: proof }))
}
