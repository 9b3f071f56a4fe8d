/** Hides what is secret in the exchanges of a sign-in, by the names that the protocol gives it. */
import { isObject, parseJson } from '../../shared/json/json'
import { HIDDEN, isSecretHeader } from '../address/shown-address'

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

const SECRET_NAMES = [...SECRET_FIELDS].join('|')
const QUOTED_FIELD = new RegExp(`"(${SECRET_NAMES})"\\s{0,9}:\\s{0,9}"([^"]+)"`, 'g')
const FORM_FIELD = new RegExp(`\\b(${SECRET_NAMES})=([^&\\s]+)`, 'g')
/** What an authorization server calls a secret must not be a word that stands in ordinary texts. */
const SHORTEST_SECRET = 16
/** More than any answer needs, and little enough to look for. */
const MOST_SECRETS = 20

export function isSecretField(name: string): boolean {
  return SECRET_FIELDS.has(name)
}

export function veiledHeader(name: string, value: string): string {
  if (isSecretHeader(name)) return HIDDEN
  return name.toLowerCase() === 'location' ? veiledAddress(value) : value
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
  const asked = query.length === 0 ? '' : `?${query.join('&')}`
  // Sockets have no origin.
  return `${url.protocol}//${url.host}${url.pathname}${asked}${fragment}`
}

/** A body that is a form or JSON. Of anything else, only what is written like a field of these. */
export function veiledBody(text: string, contentType: string): string {
  if (isForm(contentType)) {
    return [...new URLSearchParams(text)]
      .map(([name, value]) => `${name}=${veiled(name, value)}`)
      .join('&')
  }
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null) {
    return JSON.stringify(veiledJson(value), null, 2)
  }
  return text
    .replace(QUOTED_FIELD, (_whole, name: string) => `"${name}":"${HIDDEN}"`)
    .replace(FORM_FIELD, (_whole, name: string) => `${name}=${HIDDEN}`)
}

/** Whether a value can be looked for in all texts: what could be an ordinary word cannot. */
export function canBeHidden(value: string): boolean {
  return value.length >= SHORTEST_SECRET && /\d/.test(value)
}

/** The values that were hidden, so that they are found and hidden wherever else they appear. */
export function secretsIn(text: string, contentType: string): readonly string[] {
  const found: string[] = []
  const take = (name: string, value: unknown): void => {
    if (typeof value !== 'string' || !SECRET_FIELDS.has(name)) return
    if (found.length < MOST_SECRETS && canBeHidden(value)) found.push(value)
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
  if (isForm(contentType)) for (const [name, value] of new URLSearchParams(text)) take(name, value)
  else {
    const value = parseJson(text)
    visit(value)
    if (typeof value !== 'object') {
      for (const [, name = '', each] of text.matchAll(QUOTED_FIELD)) take(name, each)
      for (const [, name = '', each] of text.matchAll(FORM_FIELD)) take(name, each)
    }
  }
  return found
}

function isForm(contentType: string): boolean {
  return contentType.trim().toLowerCase().startsWith('application/x-www-form-urlencoded')
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
