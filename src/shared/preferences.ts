import { HISTORY_LIMITS } from './history'

/** What the window remembers about itself. Never anything about servers. */
export type Preferences = {
  readonly theme: 'system' | 'light' | 'dark'
  readonly dock: 'bottom' | 'right' | 'hidden'
  /** Sizes of the panels, in percent, by the group they are in. */
  readonly layouts: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** How many calls of each tool are kept; none when it is 0. */
  readonly historyLimit: number
}

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  dock: 'bottom',
  layouts: {},
  historyLimit: HISTORY_LIMITS.usual
}
