/** Entries as rows of a table for a terminal. */
import { readHalf } from '../../shared/protocol/http-exchange'
import { fromJson } from '../../shared/json/json'
import { shapeOf } from '../../shared/protocol/json-rpc'
import type { RecordingSummary, TrafficRow } from '../../shared/traffic/traffic-row'

const SHOWN_CHARS = 100
const ARROWS = { workbench: '→', server: '←' } as const

/** What became of a request stands in its row where that is to hold both. */
export function rowText(
  row: TrafficRow,
  raw: string,
  serverName: string,
  isPaired: boolean,
  answer?: TrafficRow
): string {
  const { seq, time, origin, kind, violations = [] } = row
  const rules = [...violations, ...(answer?.violations ?? [])].map(({ rule }) => rule)
  const outcome = isPaired ? outcomeText(row) : tookText(row.tookMs)
  return [
    String(seq).padStart(6),
    clockText(time),
    serverName,
    ARROWS[origin],
    kind.padEnd(12),
    kind === 'auth' ? oneLine(readHalf(raw).first) : summaryOf(raw),
    ...(outcome === undefined ? [] : [outcome]),
    ...(rules.length > 0 ? [`! ${rules.join(', ')}`] : [])
  ].join('  ')
}

export function recordingText(summary: RecordingSummary): string {
  const { id, startedAt, entries, source, name } = summary
  const day = new Date(startedAt)
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map(twoDigits).join('-')
  const count = `${entries} ${entries === 1 ? 'entry' : 'entries'}`
  const from = source === 'file' ? (name ?? 'a file') : 'the app'
  return [String(id).padStart(4), `${date} ${clockText(startedAt)}`, count, from].join('  ')
}

/** Of the place where we are, as filters take it. */
function clockText(time: number): string {
  const moment = new Date(time)
  const parts = [moment.getHours(), moment.getMinutes(), moment.getSeconds()]
  return `${parts.map(twoDigits).join(':')}.${String(moment.getMilliseconds()).padStart(3, '0')}`
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0')
}

function outcomeText({ kind, ending, tookMs, answers }: TrafficRow): string | undefined {
  const isAsking = kind === 'request' || (kind === 'auth' && answers === undefined)
  if (!isAsking) return tookText(tookMs)
  if (!ending) return '= pending'
  const word = ending.status ?? (ending.isToolError === true ? 'tool error' : ending.kind)
  const took = tookText(ending.tookMs)
  const place = ending.seq === undefined ? [] : [`entry ${ending.seq}`]
  return `= ${[word, ...(took === undefined ? [] : [took]), ...place].join(', ')}`
}

function tookText(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : `${ms.toFixed(1)} ms`
}

/** What a frame is about, or the start of what is none. */
function summaryOf(raw: string): string {
  const shape = shapeOf(parse(raw))
  switch (shape.kind) {
    case 'request':
      return `${oneLine(shape.method)} ${JSON.stringify(shape.id)} ${oneLine(JSON.stringify(shape.params))}`
    case 'notification':
      return `${oneLine(shape.method)} ${oneLine(JSON.stringify(shape.params))}`
    case 'result':
      return `${JSON.stringify(shape.id)} ${oneLine(JSON.stringify(shape.result))}`
    case 'error':
      return `${JSON.stringify(shape.id)} ${oneLine(JSON.stringify(shape.error))}`
    case 'batch':
    case 'not a frame':
      return oneLine(raw)
  }
}

function oneLine(text: string): string {
  const line = text.slice(0, SHOWN_CHARS).replaceAll(/[\n\r\t]+/g, ' ')
  return text.length > SHOWN_CHARS ? `${line}…` : line
}

function parse(text: string): unknown {
  try {
    return fromJson(text)
  } catch {
    return undefined // the text is shown as it is
  }
}
