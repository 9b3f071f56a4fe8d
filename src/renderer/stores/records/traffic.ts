/** What passes, as numbers. The rows are main's: a list asks for those that it shows. */
import { create } from 'zustand'
import type { RepeatedAnswer, TrafficCount } from '../../../shared/traffic/traffic-row'

/** Second answers are rare; a server that sends nothing else is not worth more. */
const KEPT_REPEATS = 10_000

type TrafficState = Omit<TrafficCount, 'recording'> & {
  /** The recording of this run; absent until it is known. */
  readonly recording?: number
  /** The second answer to a request that had one, by the number of the request. */
  readonly repeats: ReadonlyMap<number, number>
}

export function emptyTraffic(): TrafficState {
  return { lastSeq: 0, violations: 0, repeats: new Map() }
}

export const useTraffic = create<TrafficState>()(emptyTraffic)

export function setTrafficCount(count: TrafficCount): void {
  useTraffic.setState(count)
}

export function noteRepeats(repeated: readonly RepeatedAnswer[]): void {
  useTraffic.setState(({ repeats }) => withRepeats(repeats, repeated))
}

export function withRepeats(
  repeats: ReadonlyMap<number, number>,
  repeated: readonly RepeatedAnswer[]
): Pick<TrafficState, 'repeats'> {
  const all = [...repeats, ...repeated.map(({ request, seq }) => [request, seq] as const)]
  return { repeats: new Map(all.slice(-KEPT_REPEATS)) }
}
