/** An exchange of HTTP, read from the text that is recorded of it. */
import { layOutJson } from '../json/json-text'

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
  const response = responseIn(status, received.flatMap(headerIn))
  const took = /, (\d+) ms$/.exec(title)?.[1]
  const failure = / failed: (.*)$/s.exec(title)?.[1]
  return {
    method,
    url,
    requestHeaders: sent.flatMap(headerIn),
    ...(response && { response }),
    ...(!response && failure !== undefined && { failure }),
    ...(took !== undefined && { tookMs: Number(took) })
  }
}

/** One half of an exchange with an authorization server: its first line, its headers, its body. */
export type HttpHalf = {
  readonly first: string
  readonly headers: readonly HttpHeader[]
  /** Absent where there is no body. */
  readonly body?: string
}

export function readHalf(raw: string): HttpHalf {
  const end = raw.indexOf('\n\n')
  const [first = '', ...lines] = (end === -1 ? raw : raw.slice(0, end)).split('\n')
  const body = end === -1 ? '' : raw.slice(end + 2)
  return { first, headers: lines.flatMap(headerIn), ...(body !== '' && { body }) }
}

/** For reading: JSON is laid out, and the fields of a form stand below each other. */
export function layOutHalf(raw: string): string {
  const { headers, body } = readHalf(raw)
  if (body === undefined) return raw
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''
  const isForm = type.toLowerCase().startsWith('application/x-www-form-urlencoded')
  const laidOut = isForm ? body.replaceAll('&', '\n&') : layOutJson(body)
  return `${raw.slice(0, raw.length - body.length)}${laidOut ?? body}`
}

/** Both halves as one exchange. The reply may not have come, or may be the reason why none did. */
export function exchangeOf(asked: string, replied?: string): HttpExchange | undefined {
  const { first, headers: requestHeaders } = readHalf(asked)
  const [, method, url] = /^([A-Z]+) (\S+)$/.exec(first) ?? []
  if (method === undefined || url === undefined) return undefined
  const reply = replied === undefined ? undefined : readHalf(replied)
  const response = reply && responseIn(reply.first, reply.headers)
  return {
    method,
    url,
    requestHeaders,
    ...(response && { response }),
    ...(reply && !response && { failure: reply.first })
  }
}

function responseIn(first: string, headers: readonly HttpHeader[]): HttpExchange['response'] {
  const [, version, code, reason = ''] = STATUS_LINE.exec(first) ?? []
  if (version === undefined || code === undefined) return undefined
  return { version, status: Number(code), reason, headers }
}

const STATUS_LINE = /^HTTP\/(\S+) (\d+) ?(.*)$/

function headerIn(line: string): readonly HttpHeader[] {
  const end = line.indexOf(': ')
  return end === -1 ? [] : [{ name: line.slice(0, end), value: line.slice(end + 2) }]
}
