/** What can go wrong underneath the protocol. */
export type WireFailureClass =
  /** The server's process is gone or no longer reads. */
  | 'process'
  /** The server asks, and does not take the answers. */
  | 'unread'
  /** It could not be reached, or the connection broke. */
  | 'network'
  /** The proxy on the way could not be used, or refused. */
  | 'proxy'
  | 'tls'
  /** It answered with an HTTP status that is not one of success. */
  | 'http'
  | 'auth'
  | 'rate-limit'
  /** The server no longer knows our session. */
  | 'session-gone'
  /** What came back over the transport cannot be an answer: another content type, a cut body. */
  | 'not-an-answer'
  /** We closed it ourselves. */
  | 'closed'

/** As much of the body of a response as is worth passing around; the whole of it is in the traffic. */
export type HttpBody = {
  /** In lower case and without parameters; empty if there is none. */
  readonly contentType: string
  /** Of the Content-Encoding, which Patchbay never asks for. */
  readonly encoding?: string
  /** Its beginning. Empty when it is encoded. */
  readonly text: string
  readonly isCut?: boolean
}

const ANSWERED: ReadonlySet<WireFailureClass> = new Set([
  'http',
  'auth',
  'rate-limit',
  'session-gone',
  'not-an-answer'
])

/** Something came back, so the connection was not lost. */
export function isAnswered({ class: kind }: WireFailure): boolean {
  return ANSWERED.has(kind)
}

/** Nobody was there, so that trying again may find somebody. */
export function isUnreachable({ class: kind, status }: WireFailure): boolean {
  return kind === 'network' || (kind === 'proxy' && status === undefined)
}

const CERTIFICATE_CODE =
  /^(?:CERT_|ERR_TLS_CERT_|ERR_CERTIFICATE_CHANGED$|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/

/** The server showed a certificate that is not accepted: a person may know better. */
export function isCertificateRefused({ class: kind, code = '' }: WireFailure): boolean {
  return kind === 'tls' && CERTIFICATE_CODE.test(code)
}

export type WireFailure = {
  readonly class: WireFailureClass
  /** A whole sentence: what happened. */
  readonly message: string
  readonly status?: number
  /** As the operating system or the TLS library names it, such as ECONNREFUSED. */
  readonly code?: string
  readonly retryAfterMs?: number
  /** What came over HTTP, where something did. */
  readonly body?: HttpBody
  /** What to do, in whole sentences, where more is known than the class tells. */
  readonly next?: string
  /** The answer is longer than a frame of this server may be. */
  readonly isTooLong?: boolean
  /** The server cannot have acted on the request, so repeating it is safe. */
  readonly isUnsent: boolean
}
