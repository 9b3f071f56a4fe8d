/** The lines of a server's log, out of all that was recorded. Pure, so that it is tested without a window. */
import { LOG_LEVELS, type LogLevel } from '../../../shared/protocol/log-level'
import { ENTRY_TEXT_LIMIT, type TrafficEntry } from '../../../shared/traffic/traffic'

export function isLogLine({ kind, method }: TrafficEntry): boolean {
  return kind === 'stderr' || (kind === 'notification' && method === 'notifications/message')
}

/** Who wrote it: the process on the side, or a part of the server that it names. */
export function sourceOf({ kind, logger }: TrafficEntry): string {
  if (kind === 'stderr') return 'stderr'
  return logger === undefined || logger === '' ? 'message' : logger
}

/** Of a long message, the line has only the beginning. */
export function isCut({ text = '' }: TrafficEntry): boolean {
  return text.length >= ENTRY_TEXT_LIMIT
}

export type Tone = 'bad' | 'busy' | 'quiet' | 'plain'

export function toneOf(level: LogLevel | undefined): Tone {
  if (level === undefined) return 'plain'
  const rank = LOG_LEVELS.indexOf(level)
  if (rank >= LOG_LEVELS.indexOf('error')) return 'bad'
  if (level === 'warning') return 'busy'
  return level === 'debug' ? 'quiet' : 'plain'
}

/** A row shows one line; the others are told. */
export function firstLineOf(text: string): { readonly line: string; readonly more: number } {
  const lines = text.replace(/(?<!\n)\n+$/, '').split('\n')
  const index = Math.max(
    0,
    lines.findIndex((line) => line.trim() !== '')
  )
  return { line: lines[index] ?? '', more: lines.length - 1 }
}
