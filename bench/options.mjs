// What `npm run bench` is asked for.
import { parseArgs } from 'node:util'
import { SetUpError } from '../scripts/report.mjs'

/** In the order in which they are measured. */
export const PARTS = ['start', 'command', 'wire', 'memory', 'window', 'flood']
/** These take minutes, and have a table each. */
export const LONG_PARTS = ['memory', 'window', 'flood']
/** So many frames a flood has, unless it is said otherwise. */
const MILLION = 1_000_000

const USAGE = `npm run bench -- [options]
  --against <commit>   measure the build of this commit as well, in the same run
  --only <parts>       of ${PARTS.join(', ')}; separated by commas
  --rounds <number>    how often each is measured (9; memory, window and flood 3)
  --frames <number>    how many a flood has (1000000)
  --short              as little of it as possible, which changes no file; without --only,
                       start, command and a part of wire`

export function readOptions(argv) {
  const values = parsed(argv)
  const isShort = values.short === true
  const rounds = numberOf('rounds', values, isShort ? 3 : 9)
  const longRounds = numberOf('rounds', values, isShort ? 1 : 3)
  const frames = numberOf('frames', values, isShort ? MILLION / 100 : MILLION)
  const parts = values.only?.split(',') ?? PARTS.filter((it) => !isShort || !isLong(it))
  const unknown = parts.find((part) => !PARTS.includes(part))
  if (unknown !== undefined) throw wrong(`There is no part "${unknown}".`)
  return {
    rounds,
    longRounds,
    frames,
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
        frames: { type: 'string' },
        short: { type: 'boolean' }
      }
    }).values
  } catch (error) {
    throw wrong(error.message)
  }
}

function numberOf(name, { [name]: text }, usual) {
  if (text === undefined) return usual
  if (!/^[1-9]\d{0,8}$/.test(text)) throw wrong(`--${name} takes a number, not "${text}".`)
  return Number(text)
}

function isLong(part) {
  return LONG_PARTS.includes(part)
}

function wrong(problem) {
  return new SetUpError(`${problem}\n\n${USAGE}`)
}
