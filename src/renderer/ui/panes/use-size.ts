import { useLayoutEffect, useState, type RefObject } from 'react'

export type Size = { readonly width: number; readonly height: number }

/** How much room there is inside an element, as long as it is there. */
export function useSize(element: RefObject<Element | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return undefined
    const look = (): void => {
      const { clientWidth: width, clientHeight: height } = watched
      setSize((was) => (was.width === width && was.height === height ? was : { width, height }))
    }
    look()
    const resizes = new ResizeObserver(look)
    resizes.observe(watched)
    return () => resizes.disconnect()
  }, [element])
  return size
}
