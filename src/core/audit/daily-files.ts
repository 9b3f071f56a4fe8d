/** The audit log once more, as files that anything can read: one a day, one JSON object a line. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

const NAME = 'MCP_Actions'

export class DailyFiles {
  /** In a folder of its own inside of the one that the person chose. */
  constructor(private readonly folder: string) {}

  /** Throws what keeps it from being written. */
  append(time: number, line: Readonly<Record<string, unknown>>): void {
    const folder = join(this.folder, NAME)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${NAME}-${dayOf(time)}.jsonl`)
    appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 })
  }
}

/** As the person's calendar has it. */
function dayOf(time: number): string {
  const date = new Date(time)
  const numbers = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return numbers.map((number) => String(number).padStart(2, '0')).join('-')
}
