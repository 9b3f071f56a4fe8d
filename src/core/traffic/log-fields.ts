/** What a log message says, as far as that fits into its row. */
import type { Params } from '../../shared/protocol/json-rpc'
import { isLogLevel, type LogLevel } from '../../shared/protocol/log-level'
import { ENTRY_TEXT_LIMIT } from '../../shared/traffic/traffic'
import { beginningOf, shortened } from '../text/long-text'

/** An entry that is being written. */
type LogDraft = { level?: LogLevel; logger?: string; text?: string }

/** More text than this is not looked through for the few words that fit into a row. */
const WORTH_QUOTING_CHARS = 8 * ENTRY_TEXT_LIMIT

/** `raw` is the whole frame. */
export function describeLog(entry: LogDraft, { level, logger, data }: Params, raw: string): void {
  const text = quote(data, raw)
  if (typeof logger === 'string') entry.logger = shortened(logger)
  if (isLogLevel(level)) {
    entry.level = level
    entry.text = text
  } else {
    entry.text = beginningOf(`${quote(level, raw)}: ${text}`, ENTRY_TEXT_LIMIT)
  }
}

function quote(data: unknown, raw: string): string {
  if (typeof data === 'string') return beginningOf(data, ENTRY_TEXT_LIMIT)
  if (raw.length > WORTH_QUOTING_CHARS) return `(${raw.length} characters)`
  return beginningOf(JSON.stringify(data) ?? '', ENTRY_TEXT_LIMIT)
}
