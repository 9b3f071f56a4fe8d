/** The forms in which traffic is exported. */
import { harWriter } from '../../core/store/har'
import { recordedReport } from '../../core/store/recorded-report'
import { linesWriter, type Writer } from '../../core/store/exporting'
import type { TrafficStore } from '../../core/store/traffic-store'
import type { ExportFormat } from '../arguments/traffic-arguments'

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
