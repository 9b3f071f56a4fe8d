/** What a row of the traffic list says. Pure, so that it is tested without a window. */
import type { TrafficTime } from '../../../shared/ipc/preferences'
import type { EntryKind, TrafficEntry } from '../../../shared/traffic/traffic'
import type { TrafficRow } from '../../../shared/traffic/traffic-row'
import { bytes, milliseconds, timeOfDay } from '../../ui/text/format'

export type Tone = 'good' | 'bad' | 'busy' | 'quiet'

export function statusOf(row: TrafficRow): { readonly word: string; readonly tone: Tone } {
  switch (row.kind) {
    case 'request':
      return endingWord(row)
    case 'result':
    case 'error':
      return answerWord(row)
    case 'noise':
      return { word: 'not a frame', tone: 'bad' }
    case 'auth':
      return signInWord(row)
    case 'notification':
    case 'stderr':
    case 'lifecycle':
      return { word: '', tone: 'quiet' }
  }
}

function signInWord(row: TrafficRow): { readonly word: string; readonly tone: Tone } {
  const status = row.status ?? row.ending?.status
  return status === undefined ? endingWord(row) : statusWord(status)
}

function statusWord(status: number): { readonly word: string; readonly tone: Tone } {
  if (status === 0) return { word: 'no answer', tone: 'bad' }
  return { word: String(status), tone: status < 400 ? 'good' : 'bad' }
}

/** What came when nobody waited for it any more is not what the request was answered with. */
function answerWord(row: TrafficRow): { readonly word: string; readonly tone: Tone } {
  const { kind, repeats, violations = [], isToolError } = row
  if (repeats !== undefined) {
    const isAgain = violations.some(({ rule }) => rule === 'duplicate-answer')
    return { word: isAgain ? 'again' : 'late', tone: 'bad' }
  }
  return kind === 'error' ? { word: 'error', tone: 'bad' } : answered(isToolError)
}

function endingWord({ ending }: TrafficRow): { readonly word: string; readonly tone: Tone } {
  switch (ending?.kind) {
    case undefined:
      return { word: 'waiting', tone: 'busy' }
    case 'result':
      return answered(ending.isToolError)
    case 'error':
      return { word: 'error', tone: 'bad' }
    case 'noise':
      // What was sent is a frame, whatever came back.
      return { word: 'invalid answer', tone: 'bad' }
    case 'cancelled':
      return { word: 'cancelled', tone: 'quiet' }
    case 'abandoned':
      return { word: 'no answer', tone: 'bad' }
  }
}

function answered(isToolError = false): { readonly word: string; readonly tone: Tone } {
  return isToolError ? { word: 'tool error', tone: 'bad' } : { word: 'ok', tone: 'good' }
}

const KINDS: Readonly<Record<EntryKind, string>> = {
  request: 'request',
  result: 'result',
  error: 'error',
  notification: 'notification',
  noise: 'not a frame',
  stderr: 'stderr',
  auth: 'sign-in',
  lifecycle: 'event'
}

export function kindWord({ kind }: TrafficEntry): string {
  return KINDS[kind]
}

/** Who sent it, and the way it went. What happened to the process was sent by nobody. */
export function originWords({
  kind,
  origin
}: TrafficEntry): readonly [arrow: string, word: string] {
  if (kind === 'lifecycle') return ['', '']
  return origin === 'workbench' ? ['→', 'sent'] : ['←', 'received']
}

export type Folding = {
  readonly isPaired: boolean
  readonly isFolded: boolean
  /** The calls under which nothing is folded. */
  readonly opened: readonly number[]
}

/** The entry in whose row another is shown. */
export function rowFor(entry: TrafficEntry, { isPaired, isFolded, opened }: Folding): number {
  const { seq, answers, belongsTo } = entry
  if (isFolded && belongsTo !== undefined && !opened.includes(belongsTo)) return belongsTo
  return isPaired ? (answers ?? seq) : seq
}

/** Of the answer, where a request is one row with it: an answer says more by its size. */
export function sizeOf(
  { kind, bytes: own, ending }: TrafficRow,
  isPaired: boolean
): { readonly text: string; readonly title?: string } | undefined {
  if (kind === 'lifecycle') return undefined
  const answer = isPaired ? ending?.bytes : undefined
  if (answer === undefined) return { text: bytes(own) }
  return { text: bytes(answer), title: `Request ${bytes(own)}, answer ${bytes(answer)}` }
}

/** How many rules are broken by an entry, and by what is shown in its row only. */
export function violationsIn(row: TrafficRow, isPaired: boolean, isClosed: boolean): number {
  const own = row.violations?.length ?? 0
  const answer = isPaired ? (row.ending?.violations ?? 0) : 0
  return own + answer + (isClosed ? (row.belongingViolations ?? 0) : 0)
}

/** When the other rows were that a time may be counted from. */
type Times = { readonly previous?: number | undefined; readonly selected?: number | undefined }

export function timeText(mode: TrafficTime, time: number, { previous, selected }: Times): string {
  switch (mode) {
    case 'clock':
      return timeOfDay(time)
    case 'previous':
      return previous === undefined ? '' : since(Math.max(0, time - previous))
    case 'selected':
      return selected === undefined ? '' : since(time - selected)
  }
}

function since(ms: number): string {
  if (ms === 0) return '0 ms'
  // A sign before "less than" would say something else.
  if (Math.abs(ms) < 1) return milliseconds(Math.abs(ms))
  return `${ms < 0 ? '−' : '+'}${milliseconds(Math.abs(ms))}`
}

/** The method and what it is about; for what is not a frame, its first line. */
export function subjectOf(entry: TrafficEntry): string {
  const { method, target, kind, origin, level, text } = entry
  const said = text === undefined ? '' : firstLine(text)
  if (kind === 'noise' && origin === 'server' && said !== '') return said
  const about = target ?? (level === undefined ? said : `${level}: ${said}`)
  if (method !== undefined) return about === '' ? method : `${method}  ${about}`
  if (kind === 'stderr') return `stderr  ${about}`
  return about === '' ? kind : about
}

function firstLine(text: string): string {
  const end = text.indexOf('\n')
  return end === -1 ? text : text.slice(0, end)
}
