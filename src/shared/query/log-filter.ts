/** The log of a server as a filter of frames: all that it says beside its answers. */
import { LOG_LEVELS, type LogLevel } from '../protocol/log-level'
import { quoted } from './written'

export type LogWish = {
  /** Messages below it are left out; those whose level nobody knows are not. */
  readonly least: LogLevel
  readonly hasStderr: boolean
  /** In what is said, and in who says it. */
  readonly search: string
}

export function logFilter({ least, hasStderr, search }: LogWish): string {
  const below = LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(least))
  const text = search.trim()
  return [
    'is:log',
    ...(below.length > 0 ? [`-level:${below.join('|')}`] : []),
    ...(hasStderr ? [] : ['-kind:stderr']),
    ...(text === '' ? [] : [`log:${quoted(text)}`])
  ].join(' ')
}
