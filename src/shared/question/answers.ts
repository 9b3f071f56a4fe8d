/**
 * What a window may send as an answer. A window can be taken over, so every answer is parsed, and each
 * window only has the answers to what it may show.
 */
import { z } from 'zod'
import type { WindowAsk } from './records'
import { SHEET_RECORDS } from './sheet-records'
import { WINDOW_RECORDS } from './window-records'

export const SheetAnswer = z.union(Object.values(SHEET_RECORDS).map(({ answer }) => answer(z)))

const dismissed = z.strictObject({ kind: z.literal('dismissed') })
export const WindowAnswer = z.union([
  ...Object.values(WINDOW_RECORDS).map(({ answer }) => answer(z)),
  dismissed
])

/** The requests of the page in main's own window; it has no others. */
export const windowRequests = {
  'prompt.describe': { input: z.undefined(), output: undefined as unknown as WindowAsk },
  /** You have had the end of it in view. */
  'prompt.seeEnd': { input: z.undefined(), output: undefined as void },
  'prompt.answer': { input: WindowAnswer, output: undefined as void }
} as const
