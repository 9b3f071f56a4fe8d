import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject
} from 'react'

/** Closer to the end than this is at the end. */
const NEAR_PX = 24

/** `held`: something in the list is looked at, and it follows again once nobody does. */
type Mode = 'follows' | 'held' | 'away'

export type FollowEnd = {
  readonly isAtEnd: boolean
  /** Whether the newest row will be in view, before the list has moved there. */
  readonly isFollowing: () => boolean
  readonly goToEnd: () => void
  /** Holds the list where it is until what is looked at is closed. */
  readonly stayHere: () => void
  /** Ends following until somebody goes to the end. */
  readonly leave: () => void
  /** Whoever scrolls the list for the person says so here, so that it does not count as theirs. */
  readonly noteOwnMove: () => void
}

type Options = {
  readonly scroller: RefObject<HTMLElement | null>
  /** Changes whenever rows are added, or others are shown. */
  readonly items: unknown
  /** A row is open beside the list. */
  readonly isLooking?: boolean
}

/** Keeps a list at its newest row, but only for someone who is there. */
export function useFollowEnd({ scroller, items, isLooking = false }: Options): FollowEnd {
  const mode = useRef<Mode>('follows')
  const ownTop = useRef<number>(undefined)
  const nextFrame = useRef<number | undefined>(undefined)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [, draw] = useState(0)

  /** What is drawn depends on it, so that it is drawn again. */
  const setMode = (next: Mode): void => {
    if (mode.current === next) return
    mode.current = next
    draw((times) => times + 1)
  }

  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    let lastHeight = element.scrollHeight
    const look = (): void => {
      const { scrollHeight, scrollTop } = element
      const isNear = isNearEnd(element)
      setIsAtEnd(isNear)
      const isOwn = ownTop.current !== undefined && Math.abs(scrollTop - ownTop.current) < 1
      // A list that grows or shrinks scrolls too; that says nothing about what the person wants.
      if (scrollHeight === lastHeight && !isOwn) mode.current = isNear ? 'follows' : 'away'
      lastHeight = scrollHeight
    }
    element.addEventListener('scroll', look, { passive: true })
    // Something else takes room, or gives it back: whoever was at the end still is.
    const resizes = new ResizeObserver(() => {
      if (mode.current === 'follows') element.scrollTop = element.scrollHeight
      setIsAtEnd(isNearEnd(element))
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
      if (!element) return
      if (mode.current === 'follows') element.scrollTop = element.scrollHeight
      // Rows that are added below do not scroll, so that no event tells of them.
      else setIsAtEnd(isNearEnd(element))
    })
  }, [scroller, items])

  const goToEnd = (): void => {
    setMode('follows')
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }

  const release = useEffectEvent(() => {
    if (mode.current === 'held') goToEnd()
  })
  useEffect(() => {
    if (!isLooking) release()
  }, [isLooking])

  const noteOwnMove = useCallback(() => {
    ownTop.current = scroller.current?.scrollTop
  }, [scroller])

  return {
    isAtEnd,
    isFollowing: () => mode.current === 'follows',
    stayHere: () => {
      if (mode.current === 'follows') setMode('held')
    },
    leave: () => setMode('away'),
    noteOwnMove,
    goToEnd
  }
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR_PX
}
