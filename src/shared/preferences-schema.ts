import { z } from 'zod'
import type { Preferences } from './preferences'

const Layout = z.record(z.string().max(100), z.number().min(0).max(100))

export const PreferencesSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  dock: z.enum(['bottom', 'right', 'hidden']),
  layouts: z.record(z.string().max(100), Layout)
}) satisfies z.ZodType<Preferences>
