import { HISTORY_LIMITS } from './history'

export const TEXT_VIEWS = ['plain', 'markdown', 'tree'] as const
export type TextView = (typeof TEXT_VIEWS)[number]

/** What the window remembers about itself. Never anything about servers. */
export type Preferences = {
  readonly theme: 'system' | 'light' | 'dark'
  readonly dock: 'bottom' | 'right' | 'hidden'
  /** Sizes of the panels, in percent, by the group they are in. */
  readonly layouts: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** How texts are shown, where that can be chosen. */
  readonly textView: TextView
  /** How structured content is shown: a table, where there is one. */
  readonly structuredView: 'tree' | 'table'
  /** How many calls of each tool are kept; none when it is 0. */
  readonly historyLimit: number
}

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  dock: 'bottom',
  layouts: {},
  textView: 'plain',
  structuredView: 'tree',
  historyLimit: HISTORY_LIMITS.usual
}
