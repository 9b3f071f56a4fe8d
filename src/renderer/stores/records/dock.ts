import type { Preferences } from '../../../shared/ipc/preferences'
import { changePreferences, usePreferences } from '../window/preferences'
import { useTraffic } from './traffic'
import { changeTraffic, showRecording, useTrafficState, type TrafficPage } from './traffic-view'
import { selectFrame, useView, type Page } from '../window/view'

/** On these the traffic has no part; they have the room for themselves until it is asked for. */
const WHOLE_PAGES: ReadonlySet<Page> = new Set<Page>(['audit', 'editor', 'import', 'authorization'])

type Place = 'bottom' | 'right'

let lastPlace: Place = 'bottom'

type Dock = {
  readonly dock: Preferences['dock']
  /** Where it is, or would be if it were not hidden. */
  readonly place: Place
  /** The page that is open leaves it folded away. */
  readonly isFolded: boolean
}

export function useDock(): Dock {
  const dock = usePreferences((state) => state.dock)
  const isFolded = useView(isFoldedIn)
  return { dock, place: dock === 'hidden' ? lastPlace : dock, isFolded }
}

function isFoldedIn({ page, isTrafficWanted }: ReturnType<typeof useView.getState>): boolean {
  return WHOLE_PAGES.has(page) && !isTrafficWanted
}

/** Hides the traffic, or shows it where it was last. A page that folds it away does so alone. */
export function toggleDock(): void {
  const { dock } = usePreferences.getState()
  const isShown = dock !== 'hidden' && !isFoldedIn(useView.getState())
  if (dock !== 'hidden') lastPlace = dock
  if (!isShown) showDock(lastPlace)
  else if (isWholePage()) useView.setState({ isTrafficWanted: false })
  else changePreferences({ dock: 'hidden' })
}

export function showDock(dock: Place): void {
  if (isWholePage()) useView.setState({ isTrafficWanted: true })
  if (usePreferences.getState().dock !== dock) changePreferences({ dock })
}

function isWholePage(): boolean {
  return WHOLE_PAGES.has(useView.getState().page)
}

/** Selects a frame where it can be seen. */
export function revealFrame(seq: number): void {
  makeVisible()
  changeTraffic({ page: 'list' })
  if (useTrafficState.getState().recording !== undefined) showRecording(undefined)
  selectFrame(seq)
}

/** Without a number, what passes now. The numbers of frames mean something else there. */
export function openRecording(recording: number | undefined): void {
  selectFrame(undefined)
  showRecording(recording)
}

/** Holds the view at what has passed, or lets it go on. What is over cannot be held. */
export function togglePause(): void {
  const { pausedAt, recording } = useTrafficState.getState()
  if (recording !== undefined) return
  const { lastSeq } = useTraffic.getState()
  changeTraffic({ pausedAt: pausedAt === undefined ? lastSeq : undefined })
}

/** All frames that break a rule, and the newest of them beside them. */
export function showViolations(): void {
  makeVisible()
  openRecording(undefined)
  changeTraffic({ page: 'list', query: 'is:violation', whose: 'all' })
  selectFrame(useTraffic.getState().lastViolation)
}

/** The traffic frame by frame, over time or in numbers. */
export function showTraffic(page: TrafficPage): void {
  makeVisible()
  changeTraffic({ page })
}

function makeVisible(): void {
  if (usePreferences.getState().dock === 'hidden' || isFoldedIn(useView.getState())) toggleDock()
}
