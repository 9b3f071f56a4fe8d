import { useSyncExternalStore } from 'react'

const LOOK_MS = 200

/** Whole seconds until then, counting down while it is on the screen. */
export function useSecondsLeft(until: number): number {
  return useSyncExternalStore(tick, () => secondsLeft(until, Date.now()))
}

/** Rounded up, so that 0 means that the time has come. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1_000))
}

function tick(onTick: () => void): () => void {
  const timer = setInterval(onTick, LOOK_MS)
  return () => clearInterval(timer)
}
