/** How a session ended, in words. */
import type { PostMortem } from '../../../shared/servers/post-mortem'
import { milliseconds } from '../../ui/text/format'

/** What the signals that end a process mean to the person who wrote the server. */
const SIGNAL_MEANINGS: Readonly<Record<string, string>> = {
  SIGABRT: 'it gave up by itself, as a failed assertion does',
  SIGBUS: 'it touched memory that is not there',
  SIGFPE: 'it calculated what cannot be calculated',
  SIGHUP: 'its terminal went away',
  SIGILL: 'it ran an instruction that does not exist',
  SIGINT: 'somebody interrupted it',
  SIGKILL: 'somebody killed it, or the system ran out of memory',
  SIGPIPE: 'it wrote to somebody who had gone',
  SIGSEGV: 'it touched memory that is not its own',
  SIGTERM: 'somebody asked it to end',
  SIGTRAP: 'it ran into a trap, as a failed check does'
}

/** What the exit codes that mean something beyond the program itself mean. */
const CODE_MEANINGS: Readonly<Record<number, string>> = {
  0: 'it says that all went well',
  126: 'its command could not be run',
  127: 'its command was not found',
  134: 'it gave up by itself, as a failed assertion does',
  137: 'somebody killed it, or the system ran out of memory',
  139: 'it touched memory that is not its own',
  143: 'somebody asked it to end'
}

export type Ending = {
  /** Such as `ended with code 3`. */
  readonly how: string
  /** Part of a sentence: what that usually means. */
  readonly meaning?: string
}

/** Nothing when no process ended: then the reason is all that is known. */
export function describeEnding({ exitCode, signal }: PostMortem): Ending | undefined {
  if (signal !== undefined) {
    const meaning = SIGNAL_MEANINGS[signal]
    return { how: `was killed by ${signal}`, ...(meaning !== undefined && { meaning }) }
  }
  if (exitCode === undefined) return undefined
  const meaning = CODE_MEANINGS[exitCode]
  return { how: `ended with code ${exitCode}`, ...(meaning !== undefined && { meaning }) }
}

/** Such as `it had run for 12.0 s`. */
export function describeUptime({ uptimeMs }: PostMortem): string | undefined {
  return uptimeMs === undefined ? undefined : `it had run for ${milliseconds(uptimeMs)}`
}
