/** An exchange of HTTP, read from the text that is recorded of it. */

export type HttpHeader = { readonly name: string; readonly value: string }

export type HttpExchange = {
  readonly method: string
  readonly url: string
  readonly requestHeaders: readonly HttpHeader[]
  /** Absent when there was no response. */
  readonly response?: {
    readonly version: string
    readonly status: number
    readonly reason: string
    readonly headers: readonly HttpHeader[]
  }
  /** A whole sentence or less: why there was no response. */
  readonly failure?: string
  /** Until the head of the response came. */
  readonly tookMs?: number
}

const SHOWN_OF_SIGNATURE = 8
const SHOWN_SIGNATURE = /^[\da-f]{1,8}… \(HMAC-SHA256\)$/

/** Enough to tell two signatures apart, and too little to use one. */
export function shownSignature(signature: string): string {
  return `${signature.slice(0, SHOWN_OF_SIGNATURE)}… (HMAC-SHA256)`
}

/** The header that holds a signature of ours, as it is shown. */
export function signatureIn({ requestHeaders }: HttpExchange): HttpHeader | undefined {
  return requestHeaders.find(({ value }) => SHOWN_SIGNATURE.test(value))
}

/** Of one request: it may have been sent along some redirects. */
export const MOST_EXCHANGES = 50

/** Undefined for an event that is no exchange. */
export function readExchange(raw: string): HttpExchange | undefined {
  const [title = '', asked = '', answered = ''] = raw.split('\n\n')
  const [first = '', ...sent] = asked.split('\n')
  const [, method, url] = /^([A-Z]+) (\S+)$/.exec(first) ?? []
  if (method === undefined || url === undefined) return undefined
  const [status = '', ...received] = answered.split('\n')
  const [, version = '', code = '', reason = ''] = /^HTTP\/(\S+) (\d+) ?(.*)$/.exec(status) ?? []
  const took = /, (\d+) ms$/.exec(title)?.[1]
  const failure = / failed: (.*)$/s.exec(title)?.[1]
  return {
    method,
    url,
    requestHeaders: sent.flatMap(headerIn),
    ...(code !== '' && {
      response: { version, status: Number(code), reason, headers: received.flatMap(headerIn) }
    }),
    ...(code === '' && failure !== undefined && { failure }),
    ...(took !== undefined && { tookMs: Number(took) })
  }
}

function headerIn(line: string): readonly HttpHeader[] {
  const end = line.indexOf(': ')
  return end === -1 ? [] : [{ name: line.slice(0, end), value: line.slice(end + 2) }]
}
