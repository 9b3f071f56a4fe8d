/** The forms in which traffic is exported. */
import { harWriter } from '../core/traffic/report/har'
import { recordedReport } from '../core/traffic/report/recorded-report'
import { linesWriter, type Writer } from '../core/traffic/store/exporting'
import type { TrafficStore } from '../core/traffic/store/traffic-store'
import type { ExportFormat } from './traffic-arguments'

type MakeWriter = (store: TrafficStore, recording: number, version: string) => Writer

export const WRITERS: Readonly<Record<ExportFormat, MakeWriter>> = {
  jsonl: linesWriter,
  har: harWriter,
  markdown: reportsWriter
}

/** A request is reported once, whichever of the entries that belong to it are exported. */
function reportsWriter(store: TrafficStore, recording: number, version: string): Writer {
  const written = new Set<number>()
  return {
    between: '\n---\n\n',
    textsOf: ({ kind, seq, answers, belongsTo }) => {
      if (kind === 'auth') return undefined
      const asked = kind === 'request' ? seq : (answers ?? belongsTo)
      if (asked === undefined || store.row(recording, asked)?.kind !== 'request') return undefined
      if (written.has(asked)) return []
      written.add(asked)
      return [recordedReport(store, recording, asked, version)]
    }
  }
}
