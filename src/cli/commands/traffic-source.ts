/** Opens traffic that was recorded: by the app, or in a file. Changes neither. */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Intake } from '../../core/store/intake'
import { openPassing, openToRead } from '../../core/store/rows/tables'
import { TrafficStore } from '../../core/store/traffic-store'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { profileOf } from '../profile/profile-place'
import type { Output } from '../output/output'
import { readRecordedLines } from '../output/recorded-lines'
import type { TrafficSource } from '../arguments/traffic-arguments'
import { wrongUsage } from '../output/usage'

export type OpenedSource = {
  readonly store: TrafficStore
  readonly recording: number
  /** How many lines of the file are no entries. */
  readonly bad: number
}

export async function openSource(
  source: TrafficSource,
  usualProfile: string,
  output: Output,
  interrupt: AbortSignal
): Promise<OpenedSource> {
  if (source.kind === 'file') return openFile(source.file, output, interrupt)
  const store = openRecorded(source.profile ?? usualProfile)
  return { store, recording: chosen(store, source.recording), bad: 0 }
}

/** What the app has recorded, also while it goes on recording. */
export function openRecorded(profile: string): TrafficStore {
  const path = join(profileOf(profile), 'traffic', 'traffic.db')
  if (!existsSync(path)) throw notFound(`The app has recorded nothing yet: there is no ${path}.`)
  try {
    return new TrafficStore(openToRead(path))
  } catch (error) {
    throw wrongUsage(`Cannot read ${path}: ${messageOf(error)}`)
  }
}

async function openFile(
  file: string,
  output: Output,
  interrupt: AbortSignal
): Promise<OpenedSource> {
  const store = new TrafficStore(openPassing())
  const recording = store.recordings.begin(0, { kind: 'file', name: basename(file) })
  const intake = new Intake(store, recording)
  const bad = await readRecordedLines(file, output, interrupt, (line) => {
    try {
      intake.take(line)
      return undefined
    } catch (error) {
      return messageOf(error)
    }
  })
  intake.end()
  return { store, recording, bad }
}

function chosen(store: TrafficStore, wanted: number | 'last'): number {
  const found = store
    .list()
    .find(({ id, entries }) => (wanted === 'last' ? entries > 0 : id === wanted))
  if (found) return found.id
  throw notFound(
    wanted === 'last'
      ? 'The app has recorded nothing yet.'
      : `There is no recording ${wanted}. To see which there are: patchbay traffic recordings`
  )
}

function notFound(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.NotFound, message)
}
