import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { withScrap, type Scraps } from './schema/scraps'

const NONE: Scraps = {}

/**
 * What was written and is not in the value. It is told after the value that came with it has been
 * taken over, so that whoever keeps both in one place does not lose the one to the other.
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
  const latestScraps = useCallback(() => latest.current, [])
  return { scraps, setScraps, keepScrap, latestScraps }
}
