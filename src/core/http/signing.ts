/**
 * Signs requests with HMAC-SHA256 over exactly the bytes that are sent. Each attempt is signed anew;
 * the secret stays here, and nothing goes to another origin than that of the server.
 *
 * `simple` signs method + timestamp + body, where the method is that of the JSON-RPC message, or that
 * of HTTP if it is set so. What is no such message (a stream, DELETE, an answer of ours, the upgrade to
 * a WebSocket) is signed with the method of HTTP. `v1` signs
 * `v1\n{timestamp}\n{METHOD}\n{path?query}\n{sha256 of the body in hex}`, always with that of HTTP.
 */
import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { shownSignature } from '../../shared/protocol/http-exchange'
import {
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
  type SigningAccess
} from '../../shared/servers/server-access'
import { visibleText } from '../../shared/text/visible-text'
import type { Clock } from '../time/clock'
import { Recent } from '../bounds/recent'
import type { Attempt, Credentials, RefusalAdvice } from './credentials'

/** Clocks that are further apart than this explain a refusal. */
const TELLING_SKEW_MS = 60_000
const MOST_AHEAD_S = 30
const SHOWN_CHARS = 100

/** Of all servers: requests of several clients to one server must not have the same signature either. */
const sent = new Recent<string, true>(1_000)

export type Signed = Pick<Attempt, 'method' | 'url' | 'body' | 'rpcMethod'>

/** The text that is signed, without the secret. */
export function signedText(signing: SigningAccess, timestamp: string, signed: Signed): string {
  const { method, url, body = '', rpcMethod } = signed
  if (signing.scheme === 'v1') {
    const digest = createHash('sha256').update(body).digest('hex')
    return ['v1', timestamp, method, `${url.pathname}${url.search}`, digest].join('\n')
  }
  const named = signing.method === 'http' ? method : (rpcMethod ?? method)
  return `${named}${timestamp}${body}`
}

export function signatureOf(signing: SigningAccess, timestamp: string, signed: Signed): string {
  const hmac = createHmac('sha256', signing.secret)
  return hmac.update(signedText(signing, timestamp, signed)).digest('hex')
}

export function signingCredentials(
  signing: SigningAccess,
  clock: Pick<Clock, 'wall'>
): Credentials {
  const signatureHeader = (signing.signatureHeader ?? SIGNATURE_HEADER).toLowerCase()
  const timestampHeader = (signing.timestampHeader ?? TIMESTAMP_HEADER).toLowerCase()
  return {
    headersFor: (attempt) => {
      const { signature, timestamp } = freshly(signing, clock, attempt)
      return { [signatureHeader]: signature, [timestampHeader]: timestamp }
    },
    answerRefusal: async () => false,
    shownValue: (name, value) => (name === signatureHeader ? shownSignature(value) : undefined),
    explain: ({ headers }) =>
      asksForToken(headers) ? undefined : adviceOn(signing, headers, clock.wall())
  }
}

/** A server may refuse a signature that it has seen, so a repeated request has a later second. */
function freshly(
  signing: SigningAccess,
  clock: Pick<Clock, 'wall'>,
  attempt: Signed
): { readonly signature: string; readonly timestamp: string } {
  const now = Math.floor(clock.wall() / 1_000)
  for (let second = now; ; second++) {
    const timestamp = String(second)
    const signature = signatureOf(signing, timestamp, attempt)
    if (sent.get(signature) && second < now + MOST_AHEAD_S) continue
    sent.set(signature, true)
    return { signature, timestamp }
  }
}

/** Such a refusal is about a token, whether or not the request was signed. */
export function asksForToken(headers: IncomingHttpHeaders): boolean {
  return /(?:^|,)\s*(?:Bearer|DPoP)\b/i.test(headers['www-authenticate'] ?? '')
}

function adviceOn(
  signing: SigningAccess,
  headers: IncomingHttpHeaders,
  now: number
): RefusalAdvice {
  const what = `The request was signed with ${describeSigning(signing)}.`
  const skewMs = clockSkewMs(headers, now)
  if (isTellingSkew(skewMs)) {
    return {
      what: `${what} ${skewSentence(skewMs)}`,
      next: 'Set the clock that is wrong: servers accept a signature for a few minutes only.'
    }
  }
  const clocks = skewMs === undefined ? '' : ' The clocks agree.'
  const via = headers['via']
  const proxy =
    via === undefined
      ? ''
      : ` The answer came through a proxy (Via: ${visibleText(via.slice(0, SHOWN_CHARS))}), which may change the body.`
  return {
    what: `${what}${clocks}${proxy}`,
    next: 'Check “signing” in the definition: its secret, “method” and “scheme”. Diagnose tries the other ways to sign.'
  }
}

export function describeSigning({ scheme, method }: SigningAccess): string {
  if (scheme === 'v1') return 'the scheme v1'
  return method === 'http' ? 'the method of HTTP' : 'the method of JSON-RPC'
}

/** By how much the server's clock is ahead of ours; undefined when the server does not say its time. */
export function clockSkewMs(headers: IncomingHttpHeaders, now: number): number | undefined {
  const theirs = Date.parse(headers.date ?? '')
  return Number.isNaN(theirs) ? undefined : theirs - now
}

export function isTellingSkew(skewMs: number | undefined): skewMs is number {
  return skewMs !== undefined && Math.abs(skewMs) >= TELLING_SKEW_MS
}

export function skewSentence(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 1_000)
  const time = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
  return `The clock of the server is ${time} ${skewMs > 0 ? 'ahead of' : 'behind'} this one.`
}
