/** Entries as they stand in the table, and back. */
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { ServerId } from '../../../shared/protocol/ids'
import { fromJson } from '../../../shared/json/json'
import type { Origin, RpcId } from '../../../shared/protocol/json-rpc'
import type { LogLevel } from '../../../shared/protocol/log-level'
import type { EntryKind, TrafficEntry, Violation } from '../../../shared/traffic/traffic'
import type { Ending, TrafficRow } from '../../../shared/traffic/traffic-row'
import { RECORDING_SPAN } from './tables'

/** In which an entry is written down, in the order of `columnsOf`. */
export const WRITTEN_COLUMNS = [
  ...['key', 'time', 'server', 'origin', 'kind', 'bytes', 'method', 'target', 'rpc_id', 'answers'],
  ...['repeats', 'cancels', 'belongs_to', 'took', 'is_tool_error', 'level', 'logger', 'text'],
  ...['violations', 'more', 'is_background']
]

type More = Pick<
  TrafficEntry,
  | 'abandons'
  | 'alsoAnswers'
  | 'timing'
  | 'isByHand'
  | 'isRetry'
  | 'isNotUtf8'
  | 'status'
  | 'cameIn'
  | (typeof WORDS)[number]
>

/** What people and servers have written. */
const WORDS = ['method', 'target', 'logger', 'text'] as const

export function columnsOf(entry: TrafficEntry, key: number): readonly SQLInputValue[] {
  const { violations, id } = entry
  const more = moreOf(entry)
  return [
    key,
    entry.time,
    entry.serverId,
    entry.origin,
    entry.kind,
    entry.bytes,
    searchable(entry.method),
    searchable(entry.target),
    id === undefined ? null : JSON.stringify(id),
    entry.answers ?? null,
    entry.repeats ?? null,
    entry.cancels ?? null,
    entry.belongsTo ?? null,
    entry.tookMs ?? null,
    entry.isToolError === undefined ? null : Number(entry.isToolError),
    entry.level ?? null,
    searchable(entry.logger),
    searchable(entry.text),
    violations ? JSON.stringify(violations) : null,
    more ? JSON.stringify(more) : null,
    entry.isBackground === true ? 1 : null
  ]
}

function moreOf(entry: TrafficEntry): More | undefined {
  const { abandons, alsoAnswers, timing, isByHand, isRetry, isNotUtf8, status, cameIn } = entry
  const exact = WORDS.filter((word) => entry[word]?.includes(NUL) === true)
  const isUsual = !isRetry && !isNotUtf8 && isByHand === undefined
  const isOwn = status === undefined && cameIn === undefined
  const isPlain = isUsual && isOwn && !abandons && !alsoAnswers && !timing
  if (isPlain && exact.length === 0) return undefined
  return {
    ...(abandons && { abandons }),
    ...(alsoAnswers && { alsoAnswers }),
    ...(timing && { timing }),
    ...(isByHand !== undefined && { isByHand }),
    ...(isRetry === true && { isRetry }),
    ...(isNotUtf8 === true && { isNotUtf8 }),
    ...(status !== undefined && { status }),
    ...(cameIn !== undefined && { cameIn }),
    ...Object.fromEntries(exact.map((word) => [word, entry[word]]))
  }
}

const NUL = '\u0000'

/** Databases take a text to end at a NUL, so something that looks alike stands for it. */
function searchable(text: string | undefined): string | null {
  if (text === undefined) return null
  return text.includes(NUL) ? text.replaceAll(NUL, '\u2400') : text
}

/** A text as it is searched, and as it was where that is not the same. */
export function textColumns(text: string): readonly [string, Uint8Array | null] {
  if (!text.includes(NUL) && text.isWellFormed()) return [text, null]
  return [text.toWellFormed().replaceAll(NUL, '\u2400'), Buffer.from(text, 'utf16le')]
}

export function textOf({ text, exact }: Columns): string {
  return exact instanceof Uint8Array ? Buffer.from(exact).toString('utf16le') : (text as string)
}

export type Columns = Readonly<Record<string, SQLOutputValue>>

/** All that an entry is read from, its key first. */
export const ENTRY_COLUMNS = [
  ...['key', 'time', 'server', 'origin', 'kind', 'bytes', 'method', 'target', 'rpc_id', 'answers'],
  ...['repeats', 'cancels', 'belongs_to', 'took', 'is_tool_error', 'level', 'logger', 'text'],
  ...['violations', 'more', 'ending_kind', 'ending_seq', 'ending_took', 'ending_is_tool_error'],
  ...['ending_time', 'is_pinned', 'note', 'is_background']
]

const NO_COLUMNS: Columns = Object.fromEntries(ENTRY_COLUMNS.map((name) => [name, null]))

/** Of values in the order of `ENTRY_COLUMNS`. A copy is filled, because adding members takes longer. */
export function columnsFrom(values: readonly SQLOutputValue[]): Columns {
  const columns: Record<string, SQLOutputValue> = { ...NO_COLUMNS }
  for (let index = 0; index < ENTRY_COLUMNS.length; index++) {
    columns[ENTRY_COLUMNS[index] ?? ''] = values[index] ?? null
  }
  return columns
}

export function rowOf(columns: Columns): TrafficRow {
  const row: { -readonly [Key in keyof TrafficRow]: TrafficRow[Key] } = {
    seq: Number(columns['key']) % RECORDING_SPAN,
    time: columns['time'] as number,
    serverId: columns['server'] as ServerId,
    origin: columns['origin'] as Origin,
    kind: columns['kind'] as EntryKind,
    bytes: columns['bytes'] as number
  }
  const set = <Key extends keyof TrafficRow>(key: Key, column: string): void => {
    const value = columns[column]
    if (value !== null && value !== undefined) row[key] = value as TrafficRow[Key]
  }
  set('method', 'method')
  set('target', 'target')
  set('answers', 'answers')
  set('repeats', 'repeats')
  set('cancels', 'cancels')
  set('belongsTo', 'belongs_to')
  set('tookMs', 'took')
  set('logger', 'logger')
  set('text', 'text')
  set('note', 'note')
  if (columns['level'] !== null) row.level = columns['level'] as LogLevel
  if (columns['rpc_id'] !== null) row.id = fromJson(columns['rpc_id'] as string) as RpcId
  if (columns['is_tool_error'] !== null) row.isToolError = columns['is_tool_error'] === 1
  if (columns['is_pinned'] === 1) row.isPinned = true
  if (columns['is_background'] === 1) row.isBackground = true
  if (columns['violations'] !== null) {
    row.violations = fromJson(columns['violations'] as string) as readonly Violation[]
  }
  if (columns['more'] !== null) {
    Object.assign(row, fromJson(columns['more'] as string) as More)
  }
  const ending = endingOf(columns)
  if (ending) row.ending = ending
  return row
}

function endingOf(columns: Columns): Ending | undefined {
  const kind = columns['ending_kind'] as Ending['kind'] | null
  if (kind === null) return undefined
  const seq = columns['ending_seq'] as number | null
  const tookMs = columns['ending_took'] as number | null
  return {
    kind,
    ...(seq !== null && { seq }),
    ...(tookMs !== null && { tookMs }),
    ...(columns['ending_is_tool_error'] === 1 && { isToolError: true })
  }
}
