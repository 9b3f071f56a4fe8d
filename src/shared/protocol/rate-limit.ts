import { nearestNumber } from '../json/exact-number'
import { isObject } from '../json/json'

/** How long a server that limits its callers wants to be left alone, in whatever form it says so. */
export function resetDelay(data: unknown, nowMs: number): number | undefined {
  const reset = isObject(data) ? data['reset'] : undefined
  const at = resetTime(reset, nowMs)
  return at === undefined || !Number.isFinite(at) ? undefined : Math.max(0, at - nowMs)
}

function resetTime(reset: unknown, nowMs: number): number | undefined {
  if (typeof reset === 'string') {
    return /^\d+(\.\d+)?$/.test(reset) ? resetTime(Number(reset), nowMs) : Date.parse(reset)
  }
  const time = nearestNumber(reset)
  if (time === undefined || time > 1e12) return time
  return time > 1e9 ? time * 1_000 : nowMs + time * 1_000
}
