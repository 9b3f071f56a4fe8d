/** Addresses, headers and session ids as they may be shown and kept: without what may be secret in them. */
import { createHash } from 'node:crypto'

export const HIDDEN = '•••'
/** What we put into the query ourselves. */
const OWN_PARAMETER = 'cursor'
const HASH_CHARS = 8
const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'proxy-authorization',
  'dpop',
  'dpop-nonce'
])

/** Holds what says who somebody is, whoever sends it. Its name may be in any case. */
export function isSecretHeader(name: string): boolean {
  return SECRET_HEADERS.has(name.toLowerCase())
}

export function shownUrl(url: URL): string {
  const who = url.username === '' && url.password === '' ? '' : `${HIDDEN}@`
  const fragment = url.hash === '' ? '' : `#${HIDDEN}`
  return `${url.protocol}//${who}${url.host}${shownPath(url)}${fragment}`
}

export function shownPath({ pathname, search }: URL): string {
  return search === '' ? pathname : `${pathname}?${shownQuery(search.slice(1))}`
}

/** Text that should be an address, or a part of one, and need not be. Hides rather too much. */
export function shownAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && url.host !== '') return shownUrl(url)
  const scheme = /^\s*(?:[a-z][a-z\d+.-]*:)?[/\\]*/i.exec(text)?.[0] ?? ''
  const at = text.lastIndexOf('@')
  // Where the slashes are missing, what looks like a scheme may be the name of a person.
  const kept = /[/\\]$/.test(scheme) ? scheme : ''
  const shown = at === -1 ? text : `${kept}${HIDDEN}${text.slice(at)}`
  const [, path = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(#[^]*)?$/.exec(shown) ?? []
  const asked = query === undefined ? '' : `?${shownQuery(query)}`
  return `${path}${asked}${fragment === undefined ? '' : `#${HIDDEN}`}`
}

/** Two session ids can be told apart by this, and neither can be used. */
export function shownSession(id: string): string {
  return `${HIDDEN} (${createHash('sha256').update(id).digest('hex').slice(0, HASH_CHARS)})`
}

function shownQuery(query: string): string {
  return query.split('&').map(shownParameter).join('&')
}

/** A word that stands alone may be a name, but also a key. */
function shownParameter(parameter: string): string {
  const end = parameter.indexOf('=')
  const name = parameter.slice(0, Math.max(0, end))
  if (parameter === '' || name === OWN_PARAMETER) return parameter
  return end === -1 ? HIDDEN : `${name}=${end === parameter.length - 1 ? '' : HIDDEN}`
}
