import { nativeTheme } from 'electron'
import { systemClock } from '../../core/time/clock'
import type { Loss } from '../../core/disk/state-file'
import { PreferencesFile } from '../../core/profile/preferences-file'
import { withChange, type Preferences } from '../../shared/ipc/preferences'

export type PreferencesHolder = {
  readonly get: () => Preferences
  readonly change: (change: Partial<Preferences>) => Preferences
  /** What of them could not be read when we started. */
  readonly loss?: Loss | undefined
  readonly onChange: (listener: () => void) => void
}

/** Reads the preferences, keeps them, and lets the theme follow them. */
export function openPreferences(path: string): PreferencesHolder {
  const file = new PreferencesFile(path, { clock: systemClock })
  const listeners: (() => void)[] = []
  let current = file.before
  nativeTheme.themeSource = current.theme
  return {
    get: () => current,
    change: (change) => {
      current = withChange(current, change)
      nativeTheme.themeSource = current.theme
      for (const listener of listeners) listener()
      file.write(current)
      return current
    },
    loss: file.loss,
    onChange: (listener) => void listeners.push(listener)
  }
}
