import { useEffect, useState, type RefObject } from 'react'

/** True once the end of what scrolls has been in view; at once when there is nothing to scroll. */
export function useSeenToEnd(
  scroller: RefObject<HTMLElement | null>,
  end: RefObject<HTMLElement | null>
): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (!scroller.current || !end.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
      },
      // The space below the last line need not be seen.
      { root: scroller.current, rootMargin: '0px 0px 24px' }
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [scroller, end])
  return isSeen
}
