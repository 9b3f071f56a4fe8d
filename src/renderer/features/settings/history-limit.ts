import { HISTORY_LIMITS } from '../../../shared/history'

/** How many calls a text asks to be kept; undefined when it does not say. */
export function historyLimitIn(text: string): number | undefined {
  if (!/^\d{1,6}$/.test(text.trim())) return undefined
  const limit = Number(text)
  return limit >= HISTORY_LIMITS.least && limit <= HISTORY_LIMITS.most ? limit : undefined
}
