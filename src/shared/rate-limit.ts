import { isObject } from './json'

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
  if (typeof reset !== 'number') return undefined
  if (reset > 1e12) return reset
  return reset > 1e9 ? reset * 1_000 : nowMs + reset * 1_000
}
