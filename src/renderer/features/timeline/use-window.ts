import {
  firstWindow,
  moved,
  rangeOf,
  revealing,
  zoomed,
  type Range,
  type TimeWindow
} from './time-window'
import { changeTimeWindow, useTimeWindow } from './timeline-view'

type Options = {
  readonly recording: number
  /** From the first call to the last, or to now while one waits. */
  readonly extent: Range
  readonly isLive: boolean
}

export type WindowControl = {
  readonly window: TimeWindow
  readonly range: Range
  /** By what is looked at then, which may be another than when it was drawn. */
  readonly change: (change: (before: TimeWindow) => TimeWindow) => void
  /** Where `time` is, if that is seen; else where what is new comes in. */
  readonly zoom: (factor: number, time: number | undefined) => void
  readonly move: (by: number) => void
  readonly showAll: () => void
  readonly showNewest: () => void
  readonly reveal: (begin: number) => void
}

/** The part of the time that is looked at, and what the person can do about it. */
export function useWindow({ recording, extent, isLive }: Options): WindowControl {
  const window = useTimeWindow(recording) ?? firstWindow(extent, isLive)
  const range = rangeOf(window, extent)
  const change: WindowControl['change'] = (next) =>
    changeTimeWindow(recording, (before) => next(before ?? firstWindow(extent, isLive)))
  return {
    window,
    range,
    change,
    zoom: (factor, time = NaN) => {
      const at = (time - range.from) / (range.to - range.from)
      const edge = isLive && window.kind !== 'still' ? 1 : 0.5
      const anchor = at >= 0 && at <= 1 ? at : edge
      change((before) => zoomed(rangeOf(before, extent), factor, anchor, extent))
    },
    move: (by) => change((before) => moved(rangeOf(before, extent), by, extent)),
    showAll: () => change(() => ({ kind: 'all' })),
    showNewest: () => change(() => ({ kind: 'newest', spanMs: range.to - range.from })),
    reveal: (begin) => {
      const next = revealing(range, begin, extent)
      if (next) change(() => next)
    }
  }
}
