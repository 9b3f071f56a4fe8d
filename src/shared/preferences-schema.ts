import { z } from 'zod'
import { HISTORY_LIMITS } from './history'
import { DEFAULT_PREFERENCES, TEXT_VIEWS, type Preferences } from './preferences'

const Layout = z.record(z.string().max(100), z.number().min(0).max(100))

export const PreferencesSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  dock: z.enum(['bottom', 'right', 'hidden']),
  layouts: z.record(z.string().max(100), Layout),
  textView: z.enum(TEXT_VIEWS),
  structuredView: z.enum(['tree', 'table']),
  historyLimit: z.number().int().min(HISTORY_LIMITS.least).max(HISTORY_LIMITS.most)
}) satisfies z.ZodType<Preferences>

const { historyLimit, textView, structuredView } = PreferencesSchema.shape

/** As they stand in the file, which may be older than some of them. A change has no defaults. */
export const StoredPreferences = PreferencesSchema.extend({
  textView: textView.default(DEFAULT_PREFERENCES.textView),
  structuredView: structuredView.default(DEFAULT_PREFERENCES.structuredView),
  historyLimit: historyLimit.default(DEFAULT_PREFERENCES.historyLimit)
})
