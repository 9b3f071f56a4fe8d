import { useEffect, useRef, useState, type RefObject } from 'react'

/** Closer to the end than this is at the end. */
const NEAR_PX = 24

/**
 * Keeps a list at its newest row, but only for someone who is there. `items` changes whenever rows
 * are added, or others are shown.
 */
export function useFollowEnd(
  scroller: RefObject<HTMLElement | null>,
  items: readonly unknown[]
): { isAtEnd: boolean; goToEnd: () => void; stayHere: () => void } {
  const follows = useRef(true)
  const [isAtEnd, setIsAtEnd] = useState(true)

  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    let lastHeight = element.scrollHeight
    const look = (): void => {
      const { scrollHeight, scrollTop, clientHeight } = element
      const isNear = scrollHeight - scrollTop - clientHeight < NEAR_PX
      setIsAtEnd(isNear)
      // A list that grows or shrinks scrolls too; that says nothing about what the person wants.
      if (scrollHeight === lastHeight) follows.current = isNear
      lastHeight = scrollHeight
    }
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [scroller])

  useEffect(() => {
    const element = scroller.current
    if (element && follows.current) element.scrollTop = element.scrollHeight
  }, [scroller, items])

  return {
    isAtEnd,
    /** The person looks at something, so nothing may move. */
    stayHere: () => {
      follows.current = false
    },
    goToEnd: () => {
      follows.current = true
      scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
    }
  }
}
