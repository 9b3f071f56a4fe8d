import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { TimelineBar } from '../../../shared/traffic/traffic-row'
import { count, timeOfDay } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { SIGNS, statusOf, tookWords } from './bar-words'
import { barId } from './Bar'
import styles from './timeline.module.css'

type Props = {
  readonly frame: RefObject<HTMLElement | null>
  /** The bar that the keyboard is at, while it is. */
  readonly activeSeq: number | undefined
  readonly isLive: boolean
  readonly barOf: (seq: number) => TimelineBar | undefined
  readonly endOf: (bar: TimelineBar) => number
  readonly serverOf: (bar: TimelineBar) => string
}

const GAP_PX = 6

/** What is under the pointer or the keyboard. On its own, so that pointing draws nothing else anew. */
export function BarTip({ frame, activeSeq, isLive, barOf, endOf, serverOf }: Props) {
  const tip = useRef<HTMLDivElement>(null)
  const hovered = useHovered(frame)
  const seq = hovered?.seq ?? activeSeq
  const bar = seq === undefined ? undefined : barOf(seq)

  useLayoutEffect(() => {
    const shown = tip.current
    const pointed = bar && document.getElementById(barId(bar.seq))
    if (!shown) return
    shown.hidden = !pointed
    if (!pointed) return
    const { left, right, top, bottom } = pointed.getBoundingClientRect()
    const begin = hovered?.x ?? Math.max(left, 0)
    const x = Math.min(Math.min(begin, right), innerWidth - shown.offsetWidth - GAP_PX)
    const isBelow = bottom + GAP_PX + shown.offsetHeight < innerHeight
    const y = isBelow ? bottom + GAP_PX : top - GAP_PX - shown.offsetHeight
    shown.style.transform = `translate(${Math.max(GAP_PX, x)}px, ${y}px)`
  })

  if (!bar) return null
  const { method = 'no method', target, origin, ticks, time } = bar
  const { word, look } = statusOf(bar, isLive)
  return createPortal(
    <div ref={tip} className={styles['tip']} role="tooltip">
      <b>
        <ServerText>{target ?? method}</ServerText>
      </b>
      <span className={styles['tipMethod']}>
        {target !== undefined && <ServerText>{`${method} · `}</ServerText>}
        {origin === 'server' && 'asked by '}
        <ServerText>{serverOf(bar)}</ServerText>
      </span>
      <span>
        <b className={styles['tipStatus']} data-look={look}>
          {SIGNS[look]} {word}
        </b>{' '}
        {tookWords(bar, endOf(bar))}
        {ticks.length > 0 && `, ${count(ticks.length, 'progress notification')}`}
      </span>
      <span className={styles['tipTime']}>
        #{bar.seq} at {timeOfDay(time)}
      </span>
    </div>,
    document.body
  )
}

function useHovered(frame: RefObject<HTMLElement | null>) {
  const [hovered, setHovered] = useState<{ readonly seq: number; readonly x: number }>()
  useEffect(() => {
    const watched = frame.current
    if (!watched) return undefined
    const handleOver = (event: PointerEvent): void => {
      const bar = (event.target as HTMLElement).closest<HTMLElement>('[data-seq]')
      setHovered(bar ? { seq: Number(bar.dataset['seq']), x: event.clientX } : undefined)
    }
    const handleLeave = (): void => setHovered(undefined)
    watched.addEventListener('pointerover', handleOver)
    watched.addEventListener('pointerleave', handleLeave)
    watched.addEventListener('pointerdown', handleLeave)
    return () => {
      watched.removeEventListener('pointerover', handleOver)
      watched.removeEventListener('pointerleave', handleLeave)
      watched.removeEventListener('pointerdown', handleLeave)
    }
  }, [frame])
  return hovered
}
