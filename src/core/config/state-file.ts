/** A small JSON file of our own: read leniently, written so that it is always the old or the new one. */
import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { writeAtomically } from './atomic-write'

export class StateFile<Schema extends z.ZodType> {
  constructor(
    private readonly path: string,
    private readonly schema: Schema
  ) {}

  /** What the file holds, or `fallback` when there is none or it cannot be understood. */
  read(fallback: z.output<Schema>): z.output<Schema> {
    let text: string
    try {
      text = readFileSync(this.path, 'utf8')
    } catch {
      return fallback // there is no file before the first write
    }
    const parsed = this.schema.safeParse(parseJson(text))
    return parsed.success ? parsed.data : fallback
  }

  write(value: z.output<Schema>): void {
    writeAtomically(this.path, `${JSON.stringify(value, null, 2)}\n`)
  }
}

/** Undefined for what is not JSON, which no schema of ours allows. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the schema refuses it
  }
}
