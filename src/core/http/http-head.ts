/** The heads of a request and its response, as the traffic keeps them: nothing in it is secret. */
import type { IncomingMessage } from 'node:http'
import type { Violation } from '../../shared/traffic/traffic'
import { visibleText } from '../../shared/text/visible-text'
import type { Credentials } from './credentials'
import { encodingOf, mediaType } from './http-failure'
import {
  HIDDEN,
  isSecretHeader,
  shownAddress,
  shownPath,
  shownSession,
  shownUrl
} from '../address/shown-address'

export const SESSION_HEADER = 'mcp-session-id'
const ADDRESS_HEADERS = ['location', 'content-location']

export type SeenHead = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly tookMs: number
  /** The response, or a sentence that says why there is none. */
  readonly outcome: IncomingMessage | string
}

export type RecordedHead = {
  readonly text: string
  readonly raw: string
  /** What is wrong with the headers of the response. */
  readonly faults: readonly Violation[]
}

/** How much of a header may be shown. Its name may be in any case. */
export type HeaderVeil = (name: string, value: string) => string

/** Hides, besides what always is secret, the headers `own` of the definition. */
export function headerVeil(
  own: Readonly<Record<string, string>>,
  credentials: Credentials | undefined
): HeaderVeil {
  const ownNames = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  return (anyCase, value) => {
    const name = anyCase.toLowerCase()
    const ofCredentials = credentials?.shownValue?.(name, value)
    if (ofCredentials !== undefined) return ofCredentials
    if (isSecretHeader(name) || ownNames.has(name)) return HIDDEN
    if (name === SESSION_HEADER) return shownSession(value)
    return ADDRESS_HEADERS.includes(name) ? shownAddress(value) : value
  }
}

/** As `readExchange` reads it again. */
export function recordedHead(seen: SeenHead, shown: HeaderVeil): RecordedHead {
  const { method, url, headers, tookMs, outcome } = seen
  const line = (name: string, value: string): string => `${name}: ${shown(name, value)}`
  const title = `${method} ${shownPath(url)}`
  const asked = [`${method} ${shownUrl(url)}`]
  for (const name of Object.keys(headers)) asked.push(line(name, headers[name] ?? ''))
  if (typeof outcome === 'string') {
    const text = `${title} failed: ${outcome}`
    return { text, raw: [text, '', ...asked].join('\n'), faults: [] }
  }
  const { statusCode = 0, statusMessage, rawHeaders, httpVersion } = outcome
  asked.push('', `HTTP/${httpVersion} ${statusCode} ${statusMessage}`)
  for (let at = 0; at < rawHeaders.length; at += 2) {
    asked.push(line(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''))
  }
  const target = redirectOf(outcome)
  const what = target === undefined ? mediaType(outcome.headers) : `to ${shownAddress(target)}`
  const about = what === '' ? '' : ` ${visibleText(what.slice(0, 200))}`
  const text = `${title} → ${statusCode}${about}, ${Math.round(tookMs)} ms`
  return { text, raw: [text, '', ...asked].join('\n'), faults: headerFaults(outcome, headers) }
}

function headerFaults(
  { statusCode, headers }: IncomingMessage,
  asked: SeenHead['headers']
): readonly Violation[] {
  const found: Violation[] = []
  if (statusCode === 401 && !headers['www-authenticate']) {
    found.push(missingHeader('A refusal with status 401', 'WWW-Authenticate', 'RFC 9110, 15.5.2'))
  }
  const encoding = encodingOf(headers)
  if (encoding !== undefined && asked['accept-encoding'] === 'identity') {
    found.push(unaskedEncoding(encoding))
  }
  return found
}

function unaskedEncoding(encoding: string): Violation {
  return {
    rule: 'unasked-encoding',
    message: `The Content-Encoding is ${visibleText(encoding)}, and Patchbay accepts identity only.`,
    clause: 'RFC 9110, 12.5.3'
  }
}

export function missingHeader(what: string, header: string, clause: string): Violation {
  return { rule: 'missing-header', message: `${what} has to have the header ${header}.`, clause }
}

export function isRedirect({ statusCode = 0 }: IncomingMessage): boolean {
  return [301, 302, 303, 307, 308].includes(statusCode)
}

/** Undefined also where a redirect names no address, and so leads nowhere. */
export function redirectOf(incoming: IncomingMessage): string | undefined {
  const { location = '' } = incoming.headers
  return isRedirect(incoming) && location !== '' ? location : undefined
}
