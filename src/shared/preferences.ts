import { z } from 'zod'

const Layout = z.record(z.string().max(100), z.number().min(0).max(100))

/** What the window remembers about itself. Never anything about servers. */
export const Preferences = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  dock: z.enum(['bottom', 'right', 'hidden']),
  /** Sizes of the panels, in percent, by the group they are in. */
  layouts: z.record(z.string().max(100), Layout)
})
export type Preferences = z.infer<typeof Preferences>

export const DEFAULT_PREFERENCES: Preferences = { theme: 'system', dock: 'bottom', layouts: {} }
