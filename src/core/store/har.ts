/**
 * Traffic over HTTP as an archive that browsers and proxies read (HAR 1.2). An exchange is in it once,
 * whichever of its entries is exported: the event of HTTP, the frame that was sent, or its answer.
 */
import {
  exchangeOf,
  MOST_EXCHANGES,
  readExchange,
  readHalf,
  type HttpExchange,
  type HttpHeader
} from '../../shared/protocol/http-exchange'
import { timeText } from '../../shared/traffic/traffic-line'
import type { TrafficRow } from '../../shared/traffic/traffic-row'
import { base64Of } from '../text/safe-bytes'
import type { Writer } from './exporting'
import type { TrafficStore } from './traffic-store'

type Source = Pick<TrafficStore, 'row' | 'raw' | 'original' | 'belongingTo'>

/** Of an answer that came on a stream: the archive has the answer, not the stream. */
const STREAMED = 'The answer as it came in an event of the stream, without the other events.'

export function harWriter(store: Source, recording: number, version: string): Writer {
  const written = new Set<number>()
  const creator = JSON.stringify({ name: 'Patchbay', version })
  return {
    begin: `{"log":{"version":"1.2","creator":${creator},"entries":[\n`,
    between: ',\n',
    end: '\n]}}\n',
    textsOf: (row) => {
      if (row.kind === 'auth') return signInTexts(store, recording, row, written)
      const found = exchangesOf(store, recording, row)
      if (found.length === 0) return undefined
      const fresh = found.filter(({ event }) => !written.has(event.seq))
      for (const { event } of fresh) written.add(event.seq)
      return fresh.map((look) => JSON.stringify(archived(store, recording, look)))
    }
  }
}

/** A request to an authorization server, with its reply: once, whichever of the two is exported. */
function signInTexts(
  store: Source,
  recording: number,
  { seq, answers = seq }: TrafficRow,
  written: Set<number>
): readonly string[] | undefined {
  const request = store.row(recording, answers)
  const asked = store.raw(recording, answers)
  if (!request || asked === undefined) return undefined
  if (written.has(answers)) return []
  const replySeq = request.ending?.seq
  const reply = replySeq === undefined ? undefined : store.row(recording, replySeq)
  const replied = reply && store.raw(recording, reply.seq)
  const exchange = exchangeOf(asked, replied)
  if (!exchange) return undefined
  written.add(answers)
  const text = readHalf(asked).body
  const came = replied === undefined ? undefined : { text: readHalf(replied).body }
  return [
    JSON.stringify({
      startedDateTime: timeText(request.time),
      time: reply?.tookMs ?? 0,
      request: requestOf(exchange, text, request.bytes),
      response: responseOf(exchange, came, reply?.bytes),
      cache: {},
      timings: { send: 0, wait: reply?.tookMs ?? 0, receive: 0 },
      ...(exchange.failure !== undefined && { comment: exchange.failure }),
      _frame: answers
    })
  ]
}

type Look = { readonly event: TrafficRow; readonly exchange: HttpExchange }

function exchangesOf(store: Source, recording: number, row: TrafficRow): readonly Look[] {
  const request = row.origin === 'workbench' ? row.seq : row.answers
  const events =
    row.kind === 'lifecycle'
      ? [row]
      : request === undefined
        ? []
        : store.belongingTo(recording, request, MOST_EXCHANGES)
  return events.flatMap((event) => {
    if (event.kind !== 'lifecycle') return []
    const exchange = readExchange(store.raw(recording, event.seq) ?? '')
    return exchange ? [{ event, exchange }] : []
  })
}

function archived(store: Source, recording: number, { event, exchange }: Look): object {
  const { belongsTo } = event
  const request = belongsTo === undefined ? undefined : store.row(recording, belongsTo)
  const answerSeq = request?.ending?.seq
  const answer = answerSeq === undefined ? undefined : store.row(recording, answerSeq)
  const sent = request && store.raw(recording, request.seq)
  // Of several exchanges for one request, the last has the answer.
  const isRedirect = [301, 302, 303, 307, 308].includes(exchange.response?.status ?? 0)
  const came = answer && !isRedirect ? bodyOf(store, recording, answer) : undefined
  const waitMs = exchange.tookMs ?? 0
  const doneMs = came === undefined ? waitMs : (answer?.timing?.doneMs ?? waitMs)
  const sentMs = request ? (answer?.timing?.sentMs ?? 0) : 0
  return {
    startedDateTime: timeText(event.time - waitMs),
    time: Math.max(waitMs, doneMs),
    request: requestOf(exchange, sent, request?.bytes ?? 0),
    response: responseOf(exchange, came, answer?.bytes),
    cache: {},
    timings: {
      send: Math.min(sentMs, waitMs),
      wait: Math.max(0, waitMs - sentMs),
      receive: Math.max(0, doneMs - waitMs)
    },
    ...(exchange.failure !== undefined && { comment: exchange.failure }),
    _frame: belongsTo ?? event.seq
  }
}

function requestOf(
  { method, url, requestHeaders, response }: HttpExchange,
  sent: string | undefined,
  bytes: number
): object {
  return {
    method,
    url,
    httpVersion: `HTTP/${response?.version ?? '1.1'}`,
    cookies: [],
    headers: requestHeaders,
    // It stands in the address, and what is hidden there is not to be counted twice.
    queryString: [],
    ...(sent !== undefined && {
      postData: { mimeType: valueOf(requestHeaders, 'content-type'), text: sent }
    }),
    headersSize: -1,
    bodySize: bytes
  }
}

type ArchivedBody = { readonly text?: string | undefined; readonly encoding?: 'base64' }

/** Bytes that are not UTF-8 are in the archive as they came, unless they hold what is hidden. */
function bodyOf(store: Source, recording: number, { seq, isNotUtf8 }: TrafficRow): ArchivedBody {
  const original = isNotUtf8 === true ? store.original(recording, seq) : undefined
  if (original) return { text: base64Of(original), encoding: 'base64' }
  return { text: store.raw(recording, seq) }
}

function responseOf(
  { response }: HttpExchange,
  came: ArchivedBody | undefined,
  bytes: number | undefined
): object {
  const headers = response?.headers ?? []
  const mimeType = valueOf(headers, 'content-type')
  const isStream = mimeType.startsWith('text/event-stream')
  return {
    status: response?.status ?? 0,
    statusText: response?.reason ?? '',
    httpVersion: `HTTP/${response?.version ?? '1.1'}`,
    cookies: [],
    headers,
    content: {
      size: bytes ?? 0,
      mimeType: mimeType === '' ? 'x-unknown' : mimeType,
      ...came,
      ...(came !== undefined && isStream && { comment: STREAMED })
    },
    redirectURL: valueOf(headers, 'location'),
    headersSize: -1,
    bodySize: -1
  }
}

function valueOf(headers: readonly HttpHeader[], wanted: string): string {
  return headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ''
}
