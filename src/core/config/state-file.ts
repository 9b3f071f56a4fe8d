/** A small JSON file of our own: read leniently, written so that it is always the old or the new one. */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync
} from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'

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
    const temporary = `${this.path}.new`
    try {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
      const file = openSync(temporary, 'w', 0o600)
      try {
        writeSync(file, `${JSON.stringify(value, null, 2)}\n`)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      renameSync(temporary, this.path)
    } catch (error) {
      throw new WorkbenchError(
        WorkbenchErrorCode.Storage,
        `Cannot write ${this.path}: ${messageOf(error)}`
      )
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the schema refuses it, and the caller gets its fallback
  }
}
