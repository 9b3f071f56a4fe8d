import { useEffect, useEffectEvent, useRef, type PointerEvent, type RefObject } from 'react'
import { moved, rangeOf, zoomed, type Range, type TimeWindow } from './time-window'

type Options = {
  readonly frame: RefObject<HTMLElement | null>
  /** Where the time begins in the frame, and how much room it has. */
  readonly left: number
  readonly widthPx: number
  readonly extent: Range
  readonly onWindow: (change: (before: TimeWindow) => TimeWindow) => void
}

type PanZoom = {
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerMove: (event: PointerEvent) => void
  readonly onPointerUp: (event: PointerEvent) => void
  /** Whether the pointer that was just let go had moved the time, so that it was no click. */
  readonly hasDragged: () => boolean
}

/** A wheel turns this many pixels for a factor of e. */
const WHEEL_PX = 400
/** A hand is never quite still. */
const CLICK_PX = 4

/** The wheel with Ctrl zooms where the pointer is; turned sideways, or dragged, the time moves. */
export function usePanZoom({ frame, left, widthPx, extent, onWindow }: Options): PanZoom {
  const drag = useRef<{ readonly x: number; last: number; isMoved: boolean }>(undefined)
  const wasDragged = useRef(false)

  const move = (byPx: number): void =>
    onWindow((before) => moved(rangeOf(before, extent), byPx / Math.max(1, widthPx), extent))

  const handleWheel = useEffectEvent((event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey) {
      const { left: frameLeft } = frame.current?.getBoundingClientRect() ?? { left: 0 }
      const at = (event.clientX - frameLeft - left) / Math.max(1, widthPx)
      const inside = Math.max(0, Math.min(1, at))
      const factor = Math.exp(event.deltaY / WHEEL_PX)
      onWindow((before) => zoomed(rangeOf(before, extent), factor, inside, extent))
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) move(event.deltaX)
    else return
    event.preventDefault()
  })

  useEffect(() => {
    const watched = frame.current
    const listener = (event: WheelEvent): void => handleWheel(event)
    // React listens passively, and could not keep the page from being zoomed.
    watched?.addEventListener('wheel', listener, { passive: false })
    return () => watched?.removeEventListener('wheel', listener)
  }, [frame])

  return {
    onPointerDown: ({ button, clientX }) => {
      wasDragged.current = false
      if (button === 0) drag.current = { x: clientX, last: clientX, isMoved: false }
    },
    onPointerMove: ({ currentTarget, pointerId, clientX, buttons }) => {
      const dragged = drag.current
      if (!dragged || buttons === 0) return
      if (!dragged.isMoved && Math.abs(clientX - dragged.x) < CLICK_PX) return
      if (!dragged.isMoved) currentTarget.setPointerCapture(pointerId)
      dragged.isMoved = true
      move(dragged.last - clientX)
      dragged.last = clientX
    },
    onPointerUp: () => {
      wasDragged.current = drag.current?.isMoved ?? false
      drag.current = undefined
    },
    hasDragged: () => wasDragged.current
  }
}
