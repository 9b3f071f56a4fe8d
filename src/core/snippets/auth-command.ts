/** A request to an authorization server as a command for curl, where it holds nothing that is hidden. */
import { HIDDEN_VALUE } from '../../shared/configuration'
import { exchangeOf } from '../../shared/http-exchange'
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

export function authCommand(raw: string): string {
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
    `curl -sS ${shellWord(url)}`,
    ...headers.map(({ name, value }) => `-H ${shellWord(`${name}: ${value}`)}`)
  ].join(' \\\n  ')
}
