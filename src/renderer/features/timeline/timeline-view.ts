/** Which part of the time the person looks at, of the recording that they looked at last. */
import { create } from 'zustand'
import type { TimeWindow } from './time-window'

type TimelineViewState = {
  readonly recording?: number
  /** Absent until the person has chosen one. */
  readonly window?: TimeWindow
}

const useTimelineView = create<TimelineViewState>()(() => ({}))

export function useTimeWindow(recording: number): TimeWindow | undefined {
  return useTimelineView((state) => (state.recording === recording ? state.window : undefined))
}

/** By what is looked at at that moment, which may be another than when it was drawn. */
export function changeTimeWindow(
  recording: number,
  change: (before: TimeWindow | undefined) => TimeWindow
): void {
  useTimelineView.setState((state) => ({
    recording,
    window: change(state.recording === recording ? state.window : undefined)
  }))
}
