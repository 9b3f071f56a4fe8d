/** What a definition itself gives to say who we are: a token in a header, and a signature. */
import type { RemoteDefinition, ServerDefinition } from '../../shared/servers/server-config'
import { webAddress } from '../address/socket-address'
import type { Clock } from '../time/clock'
import { composed, type Credentials } from './credentials'
import { signingCredentials } from './signing'

/** The scheme of a header, such as `Bearer`, and something behind it. */
const WITH_SCHEME = /^[A-Za-z][\w!#$%&'*+.^`|~-]* +\S/

export function ownCredentials(
  { url, access }: Pick<RemoteDefinition, 'url' | 'access'>,
  clock: Pick<Clock, 'wall'>
): Credentials | undefined {
  const { auth, signing } = access ?? {}
  const own = composed(
    auth && auth.inInitialize !== true ? tokenCredentials(auth.token) : undefined,
    signing && signingCredentials(signing, clock)
  )
  return own && onlyAt(url, own)
}

/** The token that `initialize` has to carry, as it is written. */
export function tokenInInitialize({
  access
}: Pick<ServerDefinition, 'access'>): string | undefined {
  return access?.auth?.inInitialize === true ? access.auth.token : undefined
}

export function authorizationHeader(token: string): string {
  return WITH_SCHEME.test(token) ? token : `Bearer ${token}`
}

function tokenCredentials(token: string): Credentials {
  const headers = { authorization: authorizationHeader(token) }
  return { headersFor: () => headers, answerRefusal: async () => false }
}

/** Redirects to other origins are refused elsewhere; should one get through, it gets nothing of this. */
function onlyAt(address: string, credentials: Credentials): Credentials {
  const web = URL.parse(webAddress(address))
  const own = web && placeOf(web)
  return {
    ...credentials,
    headersFor: (attempt) => (placeOf(attempt.url) === own ? credentials.headersFor(attempt) : {})
  }
}

/** A WebSocket is opened by HTTP, at the same place. */
function placeOf({ protocol, host }: URL): string {
  return `${protocol.replace(/^ws/, 'http')}//${host}`
}
