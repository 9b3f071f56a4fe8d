/** Hides what is secret in the exchanges of a sign-in, by the names that the protocol gives it. */
import { isObject, parseJson } from '../../shared/json'
import { HIDDEN } from '../transport/shown-address'

const SECRET_FIELDS = new Set([
  'access_token',
  'refresh_token',
  'id_token',
  'token',
  'subject_token',
  'actor_token',
  'assertion',
  'client_assertion',
  'client_secret',
  'registration_access_token',
  'code',
  'code_verifier',
  'state',
  'password',
  'device_code'
])

const SECRET_HEADERS = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'proxy-authorization',
  'dpop',
  'dpop-nonce'
])
const SHORTEST_SECRET = 4

export function veiledHeader(name: string, value: string): string {
  const small = name.toLowerCase()
  if (SECRET_HEADERS.has(small)) return HIDDEN
  return small === 'location' ? veiledAddress(value) : value
}

/** An address whose query may hold a code. Other parameters are what a person wants to see. */
export function veiledAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url)
    return address.includes('?') ? `${address.slice(0, address.indexOf('?'))}?${HIDDEN}` : address
  if (url.username !== '' || url.password !== '') {
    url.username = ''
    url.password = ''
  }
  const query = [...url.searchParams].map(([name, value]) => `${name}=${veiled(name, value)}`)
  const fragment = url.hash === '' ? '' : `#${HIDDEN}`
  return `${url.origin}${url.pathname}${query.length === 0 ? '' : `?${query.join('&')}`}${fragment}`
}

/** A body that is a form or JSON. Of anything else nothing is known, so all of it is shown. */
export function veiledBody(text: string, contentType: string): string {
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    return [...new URLSearchParams(text)]
      .map(([name, value]) => `${name}=${veiled(name, value)}`)
      .join('&')
  }
  const value = parseJson(text)
  return isObject(value) ? JSON.stringify(veiledJson(value), null, 2) : text
}

/** The values that were hidden, so that they are found and hidden wherever else they appear. */
export function secretsIn(text: string, contentType: string): readonly string[] {
  const found: string[] = []
  const take = (name: string, value: unknown): void => {
    if (typeof value === 'string' && SECRET_FIELDS.has(name) && value.length >= SHORTEST_SECRET) {
      found.push(value)
    }
  }
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    for (const [name, value] of new URLSearchParams(text)) take(name, value)
    return found
  }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (isObject(value)) {
      for (const [name, each] of Object.entries(value)) {
        take(name, each)
        visit(each)
      }
    }
  }
  visit(parseJson(text))
  return found
}

function veiledJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(veiledJson)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      typeof each === 'string' ? veiled(name, each) : veiledJson(each)
    ])
  )
}

function veiled(name: string, value: string): string {
  return SECRET_FIELDS.has(name) && value !== '' ? HIDDEN : value
}
