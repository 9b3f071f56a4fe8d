/** The audit log once more, as files that anything can read: one a day, one JSON object a line. */
import { closeSync, constants, fstatSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayOf } from '../../time/day-of'

const NAME = 'MCP_Actions'
/** A link may lead anywhere, and a pipe keeps whoever opens it. */
const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_WRONLY } = constants

/** Goes into the file of the day of that time. */
export type DailyLine = { readonly time: number; readonly line: Readonly<Record<string, unknown>> }

export class DailyFiles {
  /** In a folder of its own inside of the one that the person chose. */
  constructor(private readonly folder: string) {}

  /** Throws what keeps them from being written. */
  append(lines: readonly DailyLine[]): void {
    const folder = join(this.folder, NAME)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const [day, ofDay] of Map.groupBy(lines, ({ time }) => dayOf(time))) {
      const text = ofDay.map(({ line }) => `${JSON.stringify(line)}\n`).join('')
      appendTo(join(folder, `${NAME}-${day}.jsonl`), text)
    }
  }
}

function appendTo(path: string, text: string): void {
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
  try {
    if (!fstatSync(file).isFile()) throw new Error(`${path} is not a file.`)
    writeFileSync(file, text)
  } finally {
    closeSync(file)
  }
}
