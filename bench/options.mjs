// What `npm run bench` is asked for.
import { parseArgs } from 'node:util'
import { SetUpError } from '../scripts/report.mjs'

/** In the order in which they are measured. */
export const PARTS = ['start', 'command', 'wire', 'memory', 'window', 'flood']
/** These run a program of their own, which says what it finds, and take minutes. */
export const LONG_PARTS = ['memory', 'window', 'flood']

const USAGE = `npm run bench -- [options]
  --against <commit>   measure the build of this commit as well, in the same run
  --only <parts>       of ${PARTS.join(', ')}; separated by commas
  --rounds <number>    how often each is measured (9)
  --short              less than a minute of it, which changes no file`

export function readOptions(argv) {
  const values = parsed(argv)
  const isShort = values.short === true
  const rounds = values.rounds ?? (isShort ? '3' : '9')
  if (!/^[1-9]\d{0,2}$/.test(rounds)) throw wrong(`--rounds takes a number, not "${rounds}".`)
  const parts = values.only?.split(',') ?? PARTS.filter((it) => !isShort || !isLong(it))
  const unknown = parts.find((part) => !PARTS.includes(part))
  if (unknown !== undefined) throw wrong(`There is no part "${unknown}".`)
  return {
    rounds: Number(rounds),
    parts,
    isShort,
    // A table of some of the lines would take the others away.
    isWritten: !isShort && PARTS.every((part) => isLong(part) || parts.includes(part)),
    ...(values.against !== undefined && { against: values.against })
  }
}

function parsed(argv) {
  try {
    return parseArgs({
      args: argv,
      options: {
        against: { type: 'string' },
        only: { type: 'string' },
        rounds: { type: 'string' },
        short: { type: 'boolean' }
      }
    }).values
  } catch (error) {
    throw wrong(error.message)
  }
}

function isLong(part) {
  return LONG_PARTS.includes(part)
}

function wrong(problem) {
  return new SetUpError(`${problem}\n\n${USAGE}`)
}
