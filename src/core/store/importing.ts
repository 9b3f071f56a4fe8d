/** Reads a file of exported or recorded traffic as a recording of its own, all of it or nothing. */
import { createReadStream } from 'node:fs'
import { basename, extname } from 'node:path'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { LINE_TOO_LONG } from '../bounds/line-limit'
import { NumberedLines } from './numbered-lines'
import { Intake, TooLarge } from './intake'
import type { TrafficStore } from './traffic-store'

/** The number of the new recording. Rejects with a sentence that names the line, or the file. */
export async function importFrom(
  store: TrafficStore,
  path: string,
  mostBytes: number
): Promise<number> {
  const recording = store.recordings.begin(Date.now(), { kind: 'file', name: basename(path) })
  try {
    await read(path, new Intake(store, recording, mostBytes))
    return recording
  } catch (error) {
    store.remove(recording)
    throw error
  }
}

async function read(path: string, intake: Intake): Promise<void> {
  const name = basename(path)
  const refuse = (line: number, why: string): never => {
    throw refusal(`${name}, line ${line}: ${why}`)
  }
  const lines = new NumberedLines(
    (text, line) => {
      try {
        intake.take(text)
      } catch (error) {
        if (error instanceof TooLarge) throw error
        refuse(line, messageOf(error))
      }
    },
    (line) => refuse(line, LINE_TOO_LONG)
  )
  try {
    for await (const chunk of createReadStream(path)) lines.push(chunk as Buffer)
    lines.end()
    if (intake.lastSeq === 0) throw refusal(`${name}: There is no entry in it.`)
    intake.end()
  } catch (error) {
    if (extname(name).toLowerCase() === '.har') {
      throw refusal(`${name} is an archive of HTTP. Only traffic in JSON Lines can be imported.`)
    }
    if (error instanceof TooLarge) throw refusal(`${name} ${error.message}`)
    if (error instanceof WorkbenchError) throw error
    throw refusal(`Cannot read ${path}: ${messageOf(error)}`)
  }
}

function refusal(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
