import { create } from 'zustand'
import { DEFAULT_PREFERENCES, withChange, type Preferences } from '../../../shared/ipc/preferences'
import { request } from '../../bridge/bridge'
import { notify } from './notices'

/** Set before the first render, so that no pane has to draw itself without knowing its size. */
export const usePreferences = create<Preferences>()(() => DEFAULT_PREFERENCES)

export function setPreferences(preferences: Preferences): void {
  usePreferences.setState(preferences)
}

/** Takes effect at once; if it cannot be kept, the person is told. */
export function changePreferences(change: Partial<Preferences>): void {
  usePreferences.setState((current) => withChange(current, change))
  request('preferences.set', change).catch(notify)
}
