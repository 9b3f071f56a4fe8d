/** A request to an authorization server as a command for curl, where it holds nothing that is hidden. */
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { exchangeOf } from '../../shared/protocol/http-exchange'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { webAddress } from '../address/socket-address'
import { curlNetwork, curlNetworkToOthers } from './curl-network'
import { shellWord } from './shell-quote'
import { notPossible } from './snippet-request'

/** What curl sets itself. */
const OWN_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'user-agent'
])

/** `server` is the one that is signed in to, where it is still known: its proxy holds for all requests. */
export function authCommand(raw: string, server?: ServerDefinition): string {
  const exchange = exchangeOf(raw)
  if (exchange?.method !== 'GET') {
    throw notPossible('Only a GET can be repeated: what signs in is different each time.')
  }
  const { url, requestHeaders } = exchange
  if (url.includes(HIDDEN_VALUE)) {
    throw notPossible('A value in the address is hidden, so curl cannot repeat the request.')
  }
  const headers = requestHeaders.filter(
    ({ name, value }) => !OWN_HEADERS.has(name.toLowerCase()) && !value.includes(HIDDEN_VALUE)
  )
  return [
    ['curl -sS', ...(server ? networkOf(server, url) : []), shellWord(url)].join(' '),
    ...headers.map(({ name, value }) => `-H ${shellWord(`${name}: ${value}`)}`)
  ].join(' \\\n  ')
}

function networkOf(server: ServerDefinition, url: string): readonly string[] {
  const own = server.transport === 'stdio' ? '' : webAddress(server.url)
  const isOwn = URL.canParse(own) && new URL(own).origin === new URL(url).origin
  return isOwn ? curlNetwork(server) : curlNetworkToOthers(server)
}
