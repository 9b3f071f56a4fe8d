import { nativeTheme } from 'electron'
import { StateFile } from '../core/config/state-file'
import { DEFAULT_PREFERENCES, type Preferences } from '../shared/preferences'
import { StoredPreferences } from '../shared/preferences-schema'

export type PreferencesHolder = {
  readonly get: () => Preferences
  readonly change: (change: Partial<Preferences>) => Preferences
}

/** Reads the preferences, keeps them, and lets the theme follow them. */
export function openPreferences(path: string): PreferencesHolder {
  const file = new StateFile(path, StoredPreferences)
  let current: Preferences = file.read({ ...DEFAULT_PREFERENCES, layouts: {} })
  nativeTheme.themeSource = current.theme
  return {
    get: () => current,
    change: (change) => {
      const layouts = { ...current.layouts, ...change.layouts }
      current = { ...current, ...change, layouts }
      nativeTheme.themeSource = current.theme
      file.write(current)
      return current
    }
  }
}
