/** Puts bars into lanes: one lane for each server, and calls that overlap below each other. */
import type { ServerId } from '../../../shared/protocol/ids'
import type { TimelineBar } from '../../../shared/traffic/traffic-row'

export type PlacedBar = {
  readonly bar: TimelineBar
  readonly row: number
  /** When the next one in the same row begins. */
  readonly nextAt: number
}

export type Lane = {
  readonly key: string
  readonly serverId: ServerId
  readonly name: string
  /** It holds what passed while signing in, and no calls. */
  readonly isAuth: boolean
  readonly rows: number
  /** In the order in which they began. */
  readonly bars: readonly PlacedBar[]
}

/** By the name of the server. Assumes that the bars are in the order in which they began. */
export function packLanes(
  bars: readonly TimelineBar[],
  nameOf: (serverId: string) => string
): readonly Lane[] {
  const groups = Map.groupBy(
    bars,
    ({ serverId, isAuth }) => `${isAuth ? 'auth' : 'calls'} ${serverId}`
  )
  return [...groups]
    .flatMap(([key, own]) => {
      const [first] = own
      if (!first) return []
      const { serverId, isAuth = false } = first
      return [{ key, serverId, name: nameOf(serverId), isAuth, ...packed(own) }]
    })
    .toSorted(
      (one, other) =>
        one.name.localeCompare(other.name, 'en') || Number(one.isAuth) - Number(other.isAuth)
    )
}

/** Each into the first row that is free when it begins; what still waits keeps its row. */
function packed(bars: readonly TimelineBar[]): Pick<Lane, 'rows' | 'bars'> {
  const ends: number[] = []
  const placed = bars.map((bar) => {
    const free = ends.findIndex((end) => end <= bar.time)
    const row = free === -1 ? ends.length : free
    ends[row] = bar.endedAt ?? Infinity
    return { bar, row }
  })
  const nextIn = ends.map(() => Infinity)
  const withNext = placed.toReversed().map(({ bar, row }) => {
    const nextAt = nextIn[row] ?? Infinity
    nextIn[row] = bar.time
    return { bar, row, nextAt }
  })
  return { rows: ends.length, bars: withNext.reverse() }
}
