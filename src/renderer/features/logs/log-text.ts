/** Lines of a log as text, for the clipboard. */
import type { TrafficEntry } from '../../../shared/traffic/traffic'
import { timeOfDay } from '../../ui/text/format'
import { isCut, sourceOf } from './log-lines'

/** What was said is copied as it is; only the screen shows marks for what cannot be seen. */
export function lineText(line: TrafficEntry): string {
  const level = line.kind === 'stderr' ? '' : ` ${line.level ?? 'unknown level'}`
  const said = `${timeOfDay(line.time)} ${sourceOf(line)}${level} ${line.text ?? ''}`.trimEnd()
  return isCut(line) ? `${said}… (only the beginning; frame #${line.seq} has all)` : said
}

export function linesText(lines: readonly TrafficEntry[]): string {
  return lines.map((line) => `${lineText(line)}\n`).join('')
}
