import { useLayoutEffect, useState, type RefObject } from 'react'

/** How wide an element is inside, as long as it is there. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return undefined
    const look = (): void => setWidth(watched.clientWidth)
    look()
    const resizes = new ResizeObserver(look)
    resizes.observe(watched)
    return () => resizes.disconnect()
  }, [element])
  return width
}
