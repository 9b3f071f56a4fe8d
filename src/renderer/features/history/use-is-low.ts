import { useLayoutEffect, useState, type RefObject } from 'react'

/** Under this, a list and a result beside it would each have only a few lines. */
const LOW_PX = 300

/** Whether what holds an element has so little height that only one thing can be read in it. */
export function useIsLow(element: RefObject<HTMLElement | null>, isThere: boolean): boolean {
  const [isLow, setIsLow] = useState(false)
  useLayoutEffect(() => {
    const holder = element.current?.parentElement
    if (!isThere || !holder) return undefined
    const observer = new ResizeObserver(() => {
      setIsLow(holder.clientHeight > 0 && holder.clientHeight < LOW_PX)
    })
    observer.observe(holder)
    return () => observer.disconnect()
  }, [element, isThere])
  return isLow
}
