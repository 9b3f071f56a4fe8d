import { useEffect, useRef, type RefObject } from 'react'
import { seePromptEnd } from '../bridge/prompt-bridge'
import { useSeenToEnd } from '../ui/attention/use-seen-to-end'
import { useShield } from '../ui/attention/use-shield'

type Reading = {
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Below all that has to be read. */
  readonly end: RefObject<HTMLDivElement | null>
  readonly hasSeenAll: boolean
  /** Nothing can be decided yet. */
  readonly isShielded: boolean
}

/** How far you have read what main asks; main is told when that is all of it. */
export function useReading(): Reading {
  const scroller = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const hasSeenAll = useSeenToEnd(scroller, end)
  const isShielded = useShield()
  useEffect(() => {
    // It is refused only when nothing is asked any more.
    if (hasSeenAll) seePromptEnd().catch(() => undefined)
  }, [hasSeenAll])
  return { scroller, end, hasSeenAll, isShielded }
}
