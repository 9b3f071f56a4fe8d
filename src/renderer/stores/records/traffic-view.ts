/** What of the traffic is looked at, and how. */
import { create } from 'zustand'

export type TrafficPage = 'list' | 'timeline' | 'metrics'

type TrafficViewState = {
  readonly page: TrafficPage
  /** An earlier recording that is looked at; absent for what passes now. */
  readonly recording?: number | undefined
  readonly query: string
  readonly whose: 'all' | 'one'
  /** Rows up to this one are hidden. They are still recorded, and one click away. */
  readonly after: number
  /** The view is held at this entry. */
  readonly pausedAt?: number | undefined
  /** Calls whose notifications are shown. */
  readonly opened: readonly number[]
}

export const useTrafficState = create<TrafficViewState>()(() => ({
  page: 'list',
  query: '',
  whose: 'all',
  after: 0,
  opened: []
}))

export function changeTraffic(change: Partial<TrafficViewState>): void {
  useTrafficState.setState(change)
}

/** Whoever looks at another recording sees it from its beginning. */
export function showRecording(recording: number | undefined): void {
  useTrafficState.setState({ recording, after: 0, pausedAt: undefined, opened: [] })
}

export function toggleOpened(seq: number): void {
  useTrafficState.setState(({ opened }) => ({
    opened: opened.includes(seq) ? opened.filter((other) => other !== seq) : [...opened, seq]
  }))
}
