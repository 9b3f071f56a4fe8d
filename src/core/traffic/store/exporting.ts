/** Writes entries to a file that another Patchbay, or another program, can read. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { HIDDEN_VALUE } from '../../../shared/configuration'
import { lineOf } from '../../../shared/traffic-line'
import type { ExportReport, TrafficRow } from '../../../shared/traffic-row'
import type { TrafficStore } from './traffic-store'

/** So many are written before anybody else gets a turn. */
const ENTRIES_A_TURN = 500

export type Exported = {
  readonly recording: number
  /** In order; everything there is, if it does not say. */
  readonly seqs?: Iterable<number>
}

/** Turns each entry into text; what comes before and after all of them is in the others. */
export type Writer = {
  readonly begin?: string
  readonly between?: string
  readonly end?: string
  /** None for what is in the text of another entry; undefined for what has no place in this form. */
  readonly textsOf: (row: TrafficRow, raw: string) => readonly string[] | undefined
}

export function linesWriter(
  store: TrafficStore,
  recording: number
): Writer & { readonly textOf: (row: TrafficRow, raw: string) => string } {
  const names = store.recordings.serverNames(recording)
  const textOf = (row: TrafficRow, raw: string): string => {
    const { ending: _derived, belonging: _counted, belongingViolations: _broken, ...entry } = row
    const serverName = names[entry.serverId]
    return `${lineOf({ entry, raw, ...(serverName !== undefined && { serverName }) })}\n`
  }
  return { textOf, textsOf: (row, raw) => [textOf(row, raw)] }
}

/** Says how many entries are in the file, and how many values in it are hidden. */
export async function exportTo(
  store: TrafficStore,
  { recording, seqs }: Exported,
  writer: Writer,
  path: string
): Promise<ExportReport> {
  // Frames can hold what is nobody else's business, so the file is for the person only.
  const file = openSync(path, 'w', 0o600)
  let entries = 0
  let hidden = 0
  let leftOut = 0
  try {
    writeSync(file, writer.begin ?? '')
    let part: string[] = []
    for (const seq of seqs ?? store.recordings.seqsOf(recording)) {
      const row = store.row(recording, seq)
      if (!row) continue
      const texts = writer.textsOf(row, store.raw(recording, seq) ?? '')
      if (!texts) leftOut++
      for (const text of texts ?? []) {
        part.push(entries === 0 ? text : (writer.between ?? '') + text)
        entries++
        hidden += hiddenIn(text)
      }
      if (part.length < ENTRIES_A_TURN) continue
      writeSync(file, part.join(''))
      part = []
      await setImmediate()
    }
    writeSync(file, part.join('') + (writer.end ?? ''))
  } finally {
    closeSync(file)
  }
  return { entries, hidden, leftOut }
}

/** How many values in a text are hidden. */
export function hiddenIn(text: string): number {
  return text.split(HIDDEN_VALUE).length - 1
}
