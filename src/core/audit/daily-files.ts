/** The audit log once more, as files that anything can read: one a day, one JSON object a line. */
import { closeSync, constants, fstatSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayOf } from '../day-of'

const NAME = 'MCP_Actions'
/** A link may lead anywhere, and a pipe keeps whoever opens it. */
const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_WRONLY } = constants

export class DailyFiles {
  /** In a folder of its own inside of the one that the person chose. */
  constructor(private readonly folder: string) {}

  /** Throws what keeps it from being written. */
  append(time: number, line: Readonly<Record<string, unknown>>): void {
    const folder = join(this.folder, NAME)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${NAME}-${dayOf(time)}.jsonl`)
    const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
    try {
      if (!fstatSync(file).isFile()) throw new Error(`${path} is not a file.`)
      writeFileSync(file, `${JSON.stringify(line)}\n`)
    } finally {
      closeSync(file)
    }
  }
}
