import { changePreferences, usePreferences } from '../../stores/preferences'
import { selectFrame } from '../../stores/view'

let lastPlace: 'bottom' | 'right' = 'bottom'

/** Hides the traffic, or shows it where it was last. */
export function toggleDock(): void {
  const { dock } = usePreferences.getState()
  if (dock !== 'hidden') lastPlace = dock
  changePreferences({ dock: dock === 'hidden' ? lastPlace : 'hidden' })
}

/** Selects a frame where it can be seen. */
export function revealFrame(seq: number): void {
  if (usePreferences.getState().dock === 'hidden') toggleDock()
  selectFrame(seq)
}
