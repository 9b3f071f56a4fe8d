/** Requests of a list over time, as bars: when each began and ended, and what it told on the way. */
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import type { Timeline, TimelineBar, TimelineSpec } from '../../../shared/traffic/traffic-row'
import { rowOf } from './entry-columns'
import { RECORDING_SPAN } from './tables'

/** More bars than this cannot be told apart on any screen. */
const MOST_BARS = 2_000
const MOST_WAITING = 200
const MOST_TICKS = 200
/** Of exchanges with authorization servers. */
const MOST_SIGN_INS = 500
/** Whoever looks for a needle among more requests than this is told of the newest. */
const MOST_LOOKED_AT = 100_000
/** A request that began earlier than so many others ends later than all of them, if ever, rarely. */
const LAST_ONES = 50

/** What is to be shown of a recording. */
export type Shown = {
  readonly recording: number
  readonly has: (seq: number) => boolean
}

type Found = Omit<Timeline, 'isComplete'>
type Asked = { readonly [Key in 'from' | 'to']?: TimelineSpec[Key] | undefined }
type Columns = Readonly<Record<string, SQLOutputValue>>

const REQUESTS = `INDEXED BY entry_request WHERE kind = 'request'`
const SIGN_INS = `INDEXED BY entry_auth WHERE kind = 'auth' AND answers IS NULL`

export class TimelineReader {
  private readonly newest: StatementSync
  private readonly signIns: StatementSync
  private readonly waiting: StatementSync
  private readonly oldest: StatementSync
  private readonly byKey: StatementSync
  private readonly ticks: StatementSync
  private readonly lastTick: StatementSync
  private shown: Shown = { recording: 0, has: () => false }
  private lookedAt = 0

  constructor(database: DatabaseSync) {
    // Asked by the database, because handing over each request that is not shown takes far longer.
    database.function('is_shown', (key, answer) => this.isShown(Number(key), answer))
    const requests = (part: string, order: string, kind = REQUESTS): string =>
      `SELECT key, time, ending_time FROM (
         SELECT key, time, ending_time, ending_seq FROM entry ${kind}
         AND key > ? AND key < ? ${part}
         ORDER BY key ${order} LIMIT ${MOST_LOOKED_AT}
       ) WHERE is_shown(key, ending_seq) LIMIT ?`
    const within = 'AND time <= ? AND (ending_time IS NULL OR ending_time >= ?)'
    this.newest = database.prepare(requests(within, 'DESC'))
    this.signIns = database.prepare(requests(within, 'DESC', SIGN_INS))
    this.waiting = database.prepare(requests('AND time <= ? AND ending_time IS NULL', 'DESC'))
    this.oldest = database.prepare(requests('', 'ASC'))
    this.byKey = database.prepare('SELECT * FROM entry WHERE key = ?')
    const progress = `FROM entry WHERE belongs_to = ? AND key >= ? AND key < ?
      AND method = 'notifications/progress'`
    this.ticks = database.prepare(`SELECT key, time ${progress} ORDER BY key LIMIT ?`)
    this.lastTick = database.prepare(`SELECT key, time ${progress} ORDER BY key DESC LIMIT 1`)
  }

  read(shown: Shown, { from, to }: Asked): Found {
    const found = this.newestOf(shown, { from, to }, MOST_BARS + 1)
    const isCut = found.length > MOST_BARS || this.lookedAt === MOST_LOOKED_AT
    // Of those that began long ago, the ones that still wait matter most.
    const waiting = isCut ? this.find(shown, this.waiting, to ?? Infinity, MOST_WAITING) : []
    const signIns = this.signInsOf(shown, { from, to })
    const keys = keysOf(found.slice(0, MOST_BARS), waiting, signIns)
    const bars = keys.flatMap((key) => this.barAt(key) ?? [])
    const isWhole = from === undefined && to === undefined
    const last = isWhole ? found : this.newestOf(shown, {}, LAST_ONES)
    const allSignIns = isWhole ? signIns : this.signInsOf(shown, {})
    const extent = joined(this.extentOf(shown, last), spanOf(allSignIns))
    return { bars, isCut, ...(extent && { extent }) }
  }

  private signInsOf(shown: Shown, { from = -Infinity, to = Infinity }: Asked): readonly Columns[] {
    return this.find(shown, this.signIns, to, from, MOST_SIGN_INS)
  }

  private newestOf(
    shown: Shown,
    { from = -Infinity, to = Infinity }: Asked,
    most: number
  ): readonly Columns[] {
    return this.find(shown, this.newest, to, from, most)
  }

  private find(
    shown: Shown,
    requests: StatementSync,
    ...params: readonly number[]
  ): readonly Columns[] {
    this.shown = shown
    this.lookedAt = 0
    const base = shown.recording * RECORDING_SPAN
    return requests.all(base, base + RECORDING_SPAN, ...params)
  }

  private extentOf(shown: Shown, last: readonly Columns[]): Timeline['extent'] {
    const span = spanOf(last)
    if (!span) return undefined
    const [first] = this.find(shown, this.oldest, 1)
    return first ? { ...span, firstAt: Number(first['time']) } : span
  }

  private barAt(key: number): TimelineBar | undefined {
    const columns = this.byKey.get(key)
    if (!columns) return undefined
    const { seq, time, serverId, origin, kind, method, target, ending } = rowOf(columns)
    const endedAt = columns['ending_time']
    return {
      seq,
      time,
      serverId,
      origin,
      ...(method !== undefined && { method }),
      ...(target !== undefined && { target }),
      ...(ending && { ending }),
      ...(typeof endedAt === 'number' && { endedAt }),
      ...(kind === 'auth' && { isAuth: true }),
      ticks: this.ticksOf(seq, key)
    }
  }

  /** All of them, or of too many some that lie evenly among all. */
  private ticksOf(seq: number, key: number): readonly number[] {
    const end = Math.floor(key / RECORDING_SPAN + 1) * RECORDING_SPAN
    const few = this.ticks.all(seq, key, end, MOST_TICKS + 1)
    if (few.length <= MOST_TICKS) return few.map(({ time }) => Number(time))
    const first = Number(few[0]?.['key'])
    const last = Number(this.lastTick.get(seq, key, end)?.['key'])
    const times = new Set<number>()
    for (let part = 0; part < MOST_TICKS; part++) {
      const from = Math.floor(first + ((last - first) * part) / (MOST_TICKS - 1))
      const [next] = this.ticks.all(seq, from, end, 1)
      if (next) times.add(Number(next['time']))
    }
    return [...times]
  }

  /** A list may show the answer and not the request. */
  private isShown(key: number, answer: SQLOutputValue): number {
    this.lookedAt++
    const { has } = this.shown
    const isThere = has(key % RECORDING_SPAN) || (typeof answer === 'number' && has(answer))
    return Number(isThere)
  }
}

/** In the order in which they began. */
function keysOf(...found: readonly (readonly Columns[])[]): readonly number[] {
  const keys = new Set(found.flat().map(({ key }) => Number(key)))
  return [...keys].toSorted((one, other) => one - other)
}

/** Of requests, the newest first. */
function spanOf(found: readonly Columns[]): Timeline['extent'] {
  const first = found.at(-1)
  if (!first) return undefined
  const ends = found.map(({ time, ending_time: ended }) => Number(ended ?? time))
  return { firstAt: Number(first['time']), lastAt: Math.max(...ends) }
}

function joined(one: Timeline['extent'], other: Timeline['extent']): Timeline['extent'] {
  if (!one || !other) return one ?? other
  return {
    firstAt: Math.min(one.firstAt, other.firstAt),
    lastAt: Math.max(one.lastAt, other.lastAt)
  }
}
