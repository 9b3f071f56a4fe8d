import { useSyncExternalStore } from 'react'

const LOOK_MS = 1_000

/** How long ago it was, in words that are kept up to date while they are on the screen. */
export function useAge(time: number): string {
  return useSyncExternalStore(tick, () => age(Date.now() - time))
}

export function age(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  if (seconds < 2) return 'just now'
  if (seconds < 60) return `${seconds} s ago`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ago`
  return `${Math.floor(minutes / 60)} h ago`
}

function tick(onTick: () => void): () => void {
  const timer = setInterval(onTick, LOOK_MS)
  return () => clearInterval(timer)
}
