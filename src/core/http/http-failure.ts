/** Names what went wrong with an HTTP exchange. Pure: decides nothing about what is done then. */
import type { IncomingHttpHeaders } from 'node:http'
import { isUnreachable, type HttpBody, type WireFailure } from '../../shared/protocol/failure'
import { fromJson, isJson, isObject } from '../../shared/json/json'
import type { EventStreamEnd, StreamEnding } from '../framing/event-stream'
import { visibleText } from '../../shared/text/visible-text'
import { beginningOf } from '../text/long-text'
import { preview } from '../text/preview'
import { codeOf, NetworkError } from '../network/network-error'
import type { Credentials } from './credentials'
import { ADDRESS_REFUSED } from '../network/lookup'

/** No byte of the request can have left when one of these is met on the way to the server. */
const UNSENT_CODES = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EACCES',
  'ENOTSOCK',
  ADDRESS_REFUSED
]
const WAY_THERE = ['connect', 'getaddrinfo']
const TLS_CODE =
  /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO$)/

const SAID: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up now',
  ECONNREFUSED: 'nothing listens there',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'it did not react in time',
  ENOENT: 'there is no socket of that name',
  EACCES: 'you may not use it',
  ENOTSOCK: 'it is not a socket'
}

/** In place of what Node says, which is for whoever starts a script. */
const TLS_SAID: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'this machine does not know the authority that signed it',
  UNABLE_TO_GET_ISSUER_CERT: 'this machine does not know the authority that signed it',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'this machine does not know the authority that signed it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'this machine does not know the authority that signed it'
}

/** As Node's parser of HTTP names what it cannot parse. */
export function isMalformed(code: string): boolean {
  return code.startsWith('HPE_')
}

export function isTlsError(code: string | undefined): boolean {
  return code !== undefined && TLS_CODE.test(code)
}

/** An exchange that ended before there was an answer. */
export function networkFailure(error: unknown, url: URL): WireFailure {
  if (error instanceof NetworkError) return error.failure
  const code = codeOf(error)
  if (code !== undefined && isMalformed(code)) return malformed(code)
  const isUnsent = code !== undefined && UNSENT_CODES.includes(code) && isOnTheWay(error)
  const said = (code !== undefined && SAID[code]) || firstLine(error)
  const reach = isUnsent ? 'could not be reached' : 'did not answer'
  const coded = code === undefined ? '' : ` (${code})`
  return {
    class: 'network',
    message: `${socketIn(error) ?? url.host} ${reach}: ${said}${coded}.`,
    isUnsent,
    ...(code !== undefined && { code })
  }
}

export function tlsFailure(error: unknown, url: URL, certificate: string | undefined): WireFailure {
  if (error instanceof NetworkError) return error.failure
  const code = codeOf(error) ?? 'ERR_TLS'
  const about = certificate === undefined ? '' : ` ${certificate}`
  const known = TLS_SAID[code]
  const message =
    known === undefined
      ? `The certificate or the encryption of ${url.host} is not accepted: ${firstLine(error)} (${code}).${about}`
      : `The certificate of ${url.host} is not accepted: ${known} (${code}).${about}`
  return { class: 'tls', message, code, isUnsent: true }
}

/** Our own request cannot be put into words of HTTP. */
export function unsendable(error: unknown): WireFailure {
  if (error instanceof NetworkError) return error.failure
  const code = codeOf(error)
  const message = `The request cannot be sent: ${firstLine(error)}.`
  return { class: 'network', message, isUnsent: true, ...(code !== undefined && { code }) }
}

export type Refusal = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The session that the request was sent in, if any: ours still, or one that has been given up. */
  readonly session?: 'current' | 'former' | undefined
  /** Milliseconds since 1970. */
  readonly now: number
  readonly credentials?: Credentials | undefined
}

/** What the server says itself of the token that it was sent. */
function isTokenRefused({ status, headers }: Refusal): boolean {
  return status === 401 && /\berror="?invalid_token\b/i.test(headers['www-authenticate'] ?? '')
}

const NEW_TOKEN =
  'It needs another token: sign in again, or change the token in the definition if there is one.'

function verbFor(refusal: Refusal): string {
  if (refusal.status !== 401) return 'does not allow this'
  return isTokenRefused(refusal) ? 'does not accept the token' : 'wants a sign-in or a token'
}

/** A status that is not one of success. */
export function statusFailure(refusal: Refusal): WireFailure {
  const { status, headers, text, session, now, credentials } = refusal
  const body = bodyOf(text, headers)
  const said = preview(body.text)
  const more = said === '' ? '' : ` It said: ${said}`
  if (status === 401 || status === 403) {
    const challenge = describeChallenge(headers['www-authenticate'])
    const asked = challenge === undefined ? '' : ` It asks for ${challenge}.`
    const advice = credentials?.explain?.(refusal)
    const message = advice
      ? `The server refused the request (${status}).${reasonIn(body.text) ?? more} ${advice.what}`
      : `The server ${verbFor(refusal)} (${status}).${asked}${more}`
    const next = advice ? { next: advice.next } : isTokenRefused(refusal) && { next: NEW_TOKEN }
    return { class: 'auth', status, message, isUnsent: true, body, ...next }
  }
  const waitMs = retryAfterMs(headers['retry-after'], now)
  if (status === 429 || (status === 503 && waitMs !== undefined)) {
    const message = `The server wants to be left alone for a while (${status}).${more}`
    const wait = waitMs !== undefined && { retryAfterMs: waitMs }
    return { class: 'rate-limit', status, message, isUnsent: true, body, ...wait }
  }
  if (status === 404 && session !== undefined) {
    const which =
      session === 'current' ? 'this session' : 'the former session in which this was sent'
    const message = `The server no longer knows ${which} (404).${more}`
    return { class: 'session-gone', status, message, isUnsent: true, body }
  }
  // A redirect that names an address was followed, or refused, before.
  const isAimless = status >= 300 && status < 400
  const what = isAimless ? ', a redirect that names no address' : ''
  const message = `The server answered with HTTP status ${status}${what}.${more}`
  return { class: 'http', status, message, isUnsent: false, body }
}

/** The sentence of a refusal that is JSON. */
function reasonIn(text: string): string | undefined {
  const value = isJson(text) ? fromJson(text) : undefined
  const reason = isObject(value) ? value['message'] : undefined
  return typeof reason === 'string' ? ` It said: ${preview(reason)}` : undefined
}

/** Seconds or a date. What cannot be read is no wish; what is absurd is for others to refuse. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined || value.trim() === '') return undefined
  const seconds = Number(value)
  const ms = Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1_000
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** The scheme of a challenge and what it says of the reason, never the whole of it. */
export function describeChallenge(value: string | undefined): string | undefined {
  const scheme = value?.match(/^\s*([\w-]{1,40})/)?.[1]
  if (value === undefined || scheme === undefined) return undefined
  const parts = ['error', 'scope'].flatMap((name) => {
    const found = new RegExp(`(?:^|[\\s,])${name}="([^"]{1,200})"`).exec(value)?.[1]
    return found === undefined ? [] : [`${name} ${visibleText(found)}`]
  })
  return parts.length === 0 ? scheme : `${scheme} (${parts.join(', ')})`
}

/** More than this of a body is only in the traffic. */
const BODY_CHARS = 16_000

function bodyOf(text: string, headers: IncomingHttpHeaders): HttpBody {
  const encoding = encodingOf(headers)
  const contentType = mediaType(headers)
  if (encoding !== undefined) return { contentType, encoding, text: '' }
  const isCut = text.length > BODY_CHARS
  return { contentType, text: beginningOf(text, BODY_CHARS), ...(isCut && { isCut }) }
}

/** Undefined where the body is as it is, which is all that Patchbay asks for. */
export function encodingOf(headers: IncomingHttpHeaders): string | undefined {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase().slice(0, 100)
  return encoding === '' || encoding === 'identity' ? undefined : encoding
}

/** In lower case and without parameters; empty if there is none. */
export function mediaType(headers: IncomingHttpHeaders): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

export type Unusable = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Completes the sentence "The server's answer …". */
  readonly why: string
}

/** Something came back, with a status of success, and it cannot be the answer. */
export function notAnAnswer({ status, headers, text, why }: Unusable): WireFailure {
  const body = bodyOf(text, headers)
  const { contentType, encoding } = body
  const type = contentType === '' ? 'no content type' : visibleText(contentType.slice(0, 100))
  const said = preview(body.text)
  const starts = said === '' ? 'It is empty.' : `It starts with: ${said}`
  const message =
    encoding === undefined
      ? `The server’s answer ${why} (${status}, ${type}). ${starts}`
      : `The server’s answer cannot be read: its Content-Encoding is ${visibleText(encoding)}, which Patchbay did not ask for (${status}, ${type}).`
  return { class: 'not-an-answer', status, message, isUnsent: false, body }
}

/** The response breaks the rules of HTTP itself. */
export function malformed(code: string): WireFailure {
  const what = code.includes('CHUNK') ? 'its chunks are malformed' : 'it cannot be parsed'
  const message = `The server’s answer is not valid HTTP: ${what} (${code}).`
  return { class: 'not-an-answer', code, message, isUnsent: false }
}

/** A response stream that broke off with the request unanswered. */
export function cutFailure(message: string, code?: string): WireFailure {
  return { class: 'network', message, isUnsent: false, ...(code !== undefined && { code }) }
}

export type LostStream = {
  readonly end: EventStreamEnd
  readonly endlessBytes: number
  readonly reply: Pick<Unusable, 'status' | 'headers'>
  /** The server has given its events ids by which the rest can be asked for. */
  readonly canResume: boolean
}

/** Says why a stream ended without the answer: it was too long or cut, or the server ended it. */
export function streamLost({ end, endlessBytes, reply, canResume }: LostStream): WireFailure {
  if (end.fault !== undefined) return malformed(end.fault)
  if (end.how === 'too long') {
    const mebibytes = endlessBytes / 1024 / 1024
    const message = `Patchbay ended the stream of the answer, because a message on it is larger than ${mebibytes} MiB.`
    return { class: 'not-an-answer', message, isUnsent: false, isTooLong: true }
  }
  if (end.how === 'cut' || canResume) {
    return cutFailure('The stream of the answer ended before the answer came.')
  }
  const text = end.start ?? end.rest ?? ''
  const why = 'is a stream that ends without an answer'
  const { status, headers } = reply
  return notAnAnswer({ status, headers, text, why })
}

/**
 * A stream that ended early, and that the server does not let us take up again. The connection was
 * lost only where it was cut: a server that ends the stream itself has given no answer.
 */
export function notResumed(failure: WireFailure, how: StreamEnding): WireFailure {
  if (failure.class !== 'http') return { ...failure, isUnsent: false }
  const { status = 0 } = failure
  const message = `The stream of the answer ended before the answer came. Patchbay asked for the rest of it, and the server answered that with HTTP status ${status}.`
  return how === 'cut'
    ? cutFailure(message)
    : { class: 'not-an-answer', status, message, isUnsent: false }
}

/** It may be over by the next time one asks. */
export function isPassing(failure: WireFailure): boolean {
  const { class: kind, status = 0 } = failure
  return isUnreachable(failure) || kind === 'rate-limit' || (kind === 'http' && status >= 500)
}

export const LATE = cutFailure('The server did not react in time.', 'ETIMEDOUT')

/** Nobody was there in time, so nothing can have been done. */
export const ABSENT: WireFailure = {
  class: 'network',
  code: 'ETIMEDOUT',
  message: 'The server did not react in time.',
  isUnsent: true
}

export function closedFailure(message = 'The connection to the server is closed.'): WireFailure {
  return { class: 'closed', message, isUnsent: true }
}

/** A host with several addresses fails with one error for each of them. */
function isOnTheWay(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isOnTheWay)
  const { syscall } = error as NodeJS.ErrnoException
  return syscall !== undefined && WAY_THERE.includes(syscall)
}

/** The socket of this machine that nobody could be reached at, where it was one. */
function socketIn(error: unknown): string | undefined {
  const { address, port } = error as { address?: unknown; port?: unknown }
  return typeof address === 'string' && port === undefined ? address : undefined
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const line = message.split('\n')[0]?.trim() ?? ''
  return line === '' ? 'it failed' : preview(line).replace(/\.$/, '')
}
