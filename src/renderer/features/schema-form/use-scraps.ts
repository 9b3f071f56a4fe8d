import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { movedScraps, withoutScraps, withScrap, type Moved, type Scraps } from './scraps'

const NONE: Scraps = {}

/**
 * What could not be read as JSON yet. It is told after the value that came with it has been taken
 * over, so that whoever keeps both in one place does not lose the one to the other.
 */
export function useScraps(
  given: Scraps | undefined,
  onScraps: ((scraps: Scraps) => void) | undefined
) {
  const [seen, setSeen] = useState(given)
  const [scraps, setScraps] = useState(given ?? NONE)
  if (given !== seen) {
    setSeen(given)
    setScraps(given ?? NONE)
  }
  const tell = useEffectEvent(() => scraps !== (given ?? NONE) && onScraps?.(scraps))
  useEffect(() => void tell(), [scraps])
  const latest = useRef(scraps)
  latest.current = scraps

  const keepScrap = useCallback(
    (pointer: string, text: string) =>
      setScraps((before: Scraps) => withScrap(before, pointer, text)),
    []
  )
  const dropScraps = useCallback(
    (pointer: string) => setScraps((before: Scraps) => withoutScraps(before, pointer)),
    []
  )
  const moveScraps = useCallback(
    (pointer: string, moved: Moved) =>
      setScraps((before: Scraps) => movedScraps(before, pointer, moved)),
    []
  )
  const hasScrap = useCallback((pointer: string) => Object.hasOwn(latest.current, pointer), [])
  return { scraps, keepScrap, dropScraps, moveScraps, hasScrap }
}
