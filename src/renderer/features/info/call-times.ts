import type { CallReport } from '../../../shared/call'
import type { ServerId } from '../../../shared/ids'

export type CallTimes = {
  readonly calls: number
  /** Half of the calls took no longer than this. */
  readonly p50Ms: number
  /** All but the slowest of twenty took no longer than this. */
  readonly p95Ms: number
}

/** How long the server took for the calls that it answered; nothing when there are none. */
export function callTimes(calls: readonly CallReport[], serverId: ServerId): CallTimes | undefined {
  const times = calls
    .filter((call) => call.serverId === serverId && isAnswered(call))
    .flatMap(({ tookMs }) => (tookMs === undefined ? [] : [tookMs]))
    .sort((one, other) => one - other)
  if (times.length === 0) return undefined
  return { calls: times.length, p50Ms: atRank(times, 0.5), p95Ms: atRank(times, 0.95) }
}

function isAnswered({ outcome }: CallReport): boolean {
  return outcome?.kind === 'result' || outcome?.kind === 'held' || outcome?.kind === 'error'
}

function atRank(sorted: readonly number[], part: number): number {
  return sorted[Math.ceil(sorted.length * part) - 1] ?? 0
}
