import { changePreferences, usePreferences } from '../../stores/preferences'

let lastPlace: 'bottom' | 'right' = 'bottom'

/** Hides the traffic, or shows it where it was last. */
export function toggleDock(): void {
  const { dock } = usePreferences.getState()
  if (dock !== 'hidden') lastPlace = dock
  changePreferences({ dock: dock === 'hidden' ? lastPlace : 'hidden' })
}
