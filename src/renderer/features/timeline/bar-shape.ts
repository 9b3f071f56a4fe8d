/** Where a bar is on the screen, in pixels. */
import type { PlacedBar } from './pack-lanes'
import type { Range } from './time-window'

export type Scale = Range & { readonly widthPx: number }

export type BarShape = {
  readonly left: number
  readonly width: number
  /** It began before what is seen, or goes on after it. */
  readonly isCutLeft: boolean
  readonly isCutRight: boolean
  /** Where there is room for words: in the bar, or beside it. */
  readonly words?: { readonly left: number; readonly width: number; readonly isInside: boolean }
}

/** What takes no time at all is seen all the same. */
const LEAST_PX = 3
const WORDS_PX = 28
const GAP_PX = 4
const TICK_GAP_PX = 3

export function pixelOf(time: number, { from, to, widthPx }: Scale): number {
  return ((time - from) / (to - from)) * widthPx
}

/** Undefined when nothing of it is seen. `end` is when it ended, or as far as it has come. */
export function shapeOf(
  { bar, nextAt }: Pick<PlacedBar, 'bar' | 'nextAt'>,
  end: number,
  scale: Scale
): BarShape | undefined {
  if (bar.time > scale.to || end < scale.from) return undefined
  const { widthPx } = scale
  const begin = pixelOf(bar.time, scale)
  const left = Math.max(0, Math.min(begin, widthPx - LEAST_PX))
  const right = Math.min(widthPx, Math.max(left + LEAST_PX, pixelOf(end, scale)))
  const next = Math.min(widthPx, pixelOf(nextAt, scale))
  const words = roomFor(left, right, next)
  return {
    left,
    width: right - left,
    isCutLeft: begin < 0,
    isCutRight: end > scale.to,
    ...(words && { words })
  }
}

function roomFor(left: number, right: number, next: number): BarShape['words'] {
  if (right - left >= WORDS_PX) return { left: 0, width: right - left, isInside: true }
  const beside = right + GAP_PX
  const width = next - GAP_PX - beside
  return width >= WORDS_PX ? { left: beside - left, width, isInside: false } : undefined
}

/** A line down for each, as an SVG path; those that would run into each other are one. */
export function ticksPath(
  ticks: readonly number[],
  { left, width }: BarShape,
  scale: Scale,
  heightPx: number
): string {
  const lines: string[] = []
  let last = -Infinity
  for (const time of ticks) {
    const at = Math.round(pixelOf(time, scale) - left)
    if (at < 0 || at > width || at - last < TICK_GAP_PX) continue
    lines.push(`M${at + 0.5} 0V${heightPx}`)
    last = at
  }
  return lines.join('')
}
