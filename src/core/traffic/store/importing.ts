/** Reads a file of exported or recorded traffic as a recording of its own, all of it or nothing. */
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../../shared/errors'
import { LineSplitter } from '../../transport/line-splitter'
import { LINE_LIMIT_BYTES, LINE_TOO_LONG } from '../line-limit'
import { Intake } from './intake'
import type { TrafficStore } from './traffic-store'

/** The number of the new recording. Rejects with a sentence that names the line. */
export async function importFrom(store: TrafficStore, path: string): Promise<number> {
  const recording = store.recordings.begin(Date.now(), { kind: 'file', name: basename(path) })
  const reading = new Reading(new Intake(store, recording), path)
  try {
    await reading.run()
    return recording
  } catch (error) {
    store.remove(recording)
    throw error
  }
}

class Reading {
  private line = 0

  constructor(
    private readonly intake: Intake,
    private readonly path: string
  ) {}

  async run(): Promise<void> {
    const splitter = new LineSplitter(
      ({ text }) => this.take(text),
      () => this.refuse(LINE_TOO_LONG),
      LINE_LIMIT_BYTES
    )
    try {
      for await (const chunk of createReadStream(this.path)) splitter.push(chunk as Buffer)
    } catch (error) {
      if (error instanceof WorkbenchError) throw error
      throw refusal(`Cannot read ${this.path}: ${messageOf(error)}`)
    }
    splitter.end(({ text }) => this.take(text))
    if (this.intake.lastSeq === 0) this.refuse('There is no entry in it.')
    this.intake.end()
  }

  private take(text: string): void {
    this.line++
    try {
      this.intake.take(text)
    } catch (error) {
      this.refuse(messageOf(error))
    }
  }

  private refuse(why: string): never {
    throw refusal(`${basename(this.path)}, line ${this.line}: ${why}`)
  }
}

function refusal(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
