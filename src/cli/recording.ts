/** Every entry as one line of JSON in a file, written the moment it happens. */
import { appendFileSync, closeSync, openSync } from 'node:fs'
import { messageOf } from '../shared/errors'
import type { TrafficEntry } from '../shared/traffic'
import { wrongUsage } from './usage'

export type RecordedEntry = {
  readonly seq: number
  /** As ISO 8601. */
  readonly time: string
  readonly server: string
  readonly origin: TrafficEntry['origin']
  readonly kind: TrafficEntry['kind']
  /** Exactly as it was on the wire. */
  readonly raw: string
  readonly violations: NonNullable<TrafficEntry['violations']>
}

export class Recording {
  private file: number | undefined

  /** Refuses when the file cannot be written. */
  constructor(
    private readonly path: string,
    private readonly onProblem: (message: string) => void,
    /** Takes out of a line of JSON what may not be kept. */
    private readonly redactJson: (json: string) => string
  ) {
    try {
      // Frames can hold secrets, so the file is for the person only.
      this.file = openSync(path, 'w', 0o600)
    } catch (error) {
      throw wrongUsage(`--traffic: cannot write ${path}: ${messageOf(error)}`)
    }
  }

  /** Never throws: a full disk must not end a session. */
  write({ seq, time, serverId, origin, kind, violations = [] }: TrafficEntry, raw: string): void {
    if (this.file === undefined) return
    const server = serverId
    const iso = new Date(time).toISOString()
    const entry: RecordedEntry = { seq, time: iso, server, origin, kind, raw, violations }
    try {
      appendFileSync(this.file, `${this.redactJson(JSON.stringify(entry))}\n`)
    } catch (error) {
      this.onProblem(`${this.path} ends before entry ${seq}: ${messageOf(error)}`)
      this.close()
    }
  }

  close(): void {
    if (this.file === undefined) return
    closeSync(this.file)
    this.file = undefined
  }
}
