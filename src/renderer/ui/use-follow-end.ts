import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Closer to the end than this is at the end. */
const NEAR_PX = 24

export type FollowEnd = {
  readonly isAtEnd: boolean
  /** Whether the newest row will be in view, before the list has moved there. */
  readonly isFollowing: () => boolean
  readonly goToEnd: () => void
  /** The person looks at something, so nothing may move. */
  readonly stayHere: () => void
}

/**
 * Keeps a list at its newest row, but only for someone who is there. `items` changes whenever rows
 * are added, or others are shown.
 */
export function useFollowEnd(scroller: RefObject<HTMLElement | null>, items: unknown): FollowEnd {
  const follows = useRef(true)
  const nextFrame = useRef<number | undefined>(undefined)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [, draw] = useState(0)

  /** What is drawn depends on it, so that it is drawn again. */
  const setFollows = (isFollowing: boolean): void => {
    if (follows.current === isFollowing) return
    follows.current = isFollowing
    draw((times) => times + 1)
  }

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
    // Something else takes room, or gives it back: whoever was at the end still is.
    const resizes = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight
    })
    resizes.observe(element)
    return () => {
      resizes.disconnect()
      element.removeEventListener('scroll', look)
      if (nextFrame.current !== undefined) cancelAnimationFrame(nextFrame.current)
      nextFrame.current = undefined
    }
  }, [scroller])

  // Once per frame, however often rows are added in it: each time costs a layout.
  useLayoutEffect(() => {
    nextFrame.current ??= requestAnimationFrame(() => {
      nextFrame.current = undefined
      const element = scroller.current
      if (element && follows.current) element.scrollTop = element.scrollHeight
    })
  }, [scroller, items])

  return {
    isAtEnd,
    isFollowing: () => follows.current,
    stayHere: () => setFollows(false),
    goToEnd: () => {
      setFollows(true)
      scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
    }
  }
}
