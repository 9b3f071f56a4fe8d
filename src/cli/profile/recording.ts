/** Every entry as one line of JSON in a file, written the moment it happens. */
import { appendFileSync, closeSync, openSync } from 'node:fs'
import { messageOf } from '../../shared/protocol/errors'
import { lineOf, type LineParts } from '../../shared/traffic/traffic-line'
import { wrongUsage } from '../output/usage'

export class Recording {
  private file: number | undefined

  /** Refuses when the file cannot be written, or is there already and is not to be replaced. */
  constructor(
    private readonly path: string,
    isReplacing: boolean,
    private readonly onProblem: (message: string) => void,
    /** Takes out of a line of JSON what may not be kept. */
    private readonly redactJson: (json: string) => string
  ) {
    try {
      // Frames can hold secrets, so the file is for the person only.
      this.file = openSync(path, isReplacing ? 'w' : 'wx', 0o600)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
        throw wrongUsage(`--traffic: ${path} is there already. To replace it, add --force.`)
      }
      throw wrongUsage(`--traffic: cannot write ${path}: ${messageOf(error)}`)
    }
  }

  /** Never throws: a full disk must not end a session. */
  write(parts: LineParts): void {
    if (this.file === undefined) return
    try {
      appendFileSync(this.file, `${this.redactJson(lineOf(parts))}\n`)
    } catch (error) {
      this.onProblem(`${this.path} ends before entry ${parts.entry.seq}: ${messageOf(error)}`)
      this.close()
    }
  }

  close(): void {
    if (this.file === undefined) return
    closeSync(this.file)
    this.file = undefined
  }
}
