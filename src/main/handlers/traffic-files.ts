/** Traffic that leaves for a file, and comes from one. The thread that has it writes and reads it. */
import { replaceInParts } from '../../core/disk/replace-file'
import { hiddenIn } from '../../core/store/exporting'
import { savedName } from '../../core/text/saved-name'
import type { IpcHandlers, IpcParsed } from '../../shared/ipc/ipc-contract'
import type { ExportReport } from '../../shared/traffic/traffic-row'
import type { Traffic } from '../records/traffic'
import type { SystemDialogs } from './config-handlers'

export type TrafficFileParts = {
  readonly traffic: Traffic
  readonly dialogs: SystemDialogs
  /** Of Patchbay. */
  readonly version: string
}

type Wanted = IpcParsed<'traffic.export'>

const ENDINGS = { lines: 'jsonl', har: 'har', report: 'md' } as const

export function trafficFileHandlers(
  parts: TrafficFileParts
): Pick<IpcHandlers, 'traffic.export' | 'traffic.import' | 'traffic.report'> {
  const { traffic, dialogs, version } = parts
  const reportOf = async (recording: number | undefined, seq: number): Promise<string> =>
    traffic.thread.ask('report', recording ?? (await traffic.thread.liveRecording()), seq, version)

  async function write(wanted: Wanted, path: string): Promise<ExportReport> {
    if (wanted.form === 'report') {
      const text = await reportOf(wanted.what.recording, wanted.what.seq)
      await replaceInParts(path, (append) => append(text))
      return { entries: 1, hidden: hiddenIn(text), leftOut: 0 }
    }
    return wanted.form === 'lines'
      ? traffic.thread.ask('exportLines', wanted.what, path)
      : traffic.thread.ask('exportHar', wanted.what, version, path)
  }

  return {
    'traffic.report': ({ recording, seq }) => reportOf(recording, seq),
    'traffic.export': async (wanted) => {
      const path = await dialogs.choosePlace(savedName(nameFor(wanted)))
      return path === undefined ? null : { ...(await write(wanted, path)), path }
    },
    'traffic.import': async ({ path }) => {
      const chosen = path ?? (await dialogs.chooseFile('lines'))
      return chosen === undefined ? null : traffic.thread.ask('importLines', chosen)
    }
  }
}

function nameFor(wanted: Wanted): string {
  const about = wanted.form === 'report' ? `frame-${wanted.what.seq}` : 'traffic'
  return `${about}.${ENDINGS[wanted.form]}`
}
