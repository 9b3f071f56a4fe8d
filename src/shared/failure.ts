/** What can go wrong underneath the protocol. */
export type WireFailureClass =
  /** The server's process is gone or no longer reads. */
  | 'process'
  /** The server asks, and does not take the answers. */
  | 'unread'
  /** It could not be reached, or the connection broke. */
  | 'network'
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

export type WireFailure = {
  readonly class: WireFailureClass
  /** A whole sentence: what happened. */
  readonly message: string
  readonly status?: number
  /** As the operating system or the TLS library names it, such as ECONNREFUSED. */
  readonly code?: string
  readonly retryAfterMs?: number
  /** The server cannot have acted on the request, so repeating it is safe. */
  readonly isUnsent: boolean
}
