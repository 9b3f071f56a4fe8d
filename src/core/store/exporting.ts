/** Writes entries to a file that another Patchbay, or another program, can read. */
import { setImmediate } from 'node:timers/promises'
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { lineOf } from '../../shared/traffic/traffic-line'
import type { ExportReport, TrafficRow } from '../../shared/traffic/traffic-row'
import { replaceInParts } from '../disk/replace-file'
import { base64Of } from '../text/safe-bytes'
import type { TrafficStore } from './traffic-store'
import { Turn } from './rows/turn'

/** Each write to a file has its price. */
const PART_CHARS = 1024 * 1024

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

/** Entries as lines of JSON, without what is derived from others. */
export type LinesWriter = Writer & {
  readonly lineOf: (row: TrafficRow, raw: string) => string
  /** What the server is called beside the others of the recording. */
  readonly nameOf: (row: TrafficRow) => string
}

export function linesWriter(store: TrafficStore, recording: number): LinesWriter {
  const { recordings } = store
  const shown = recordings.serverNames(recording)
  const written = new Map(recordings.servers(recording).map(({ id, name }) => [id, name]))
  const write = (row: TrafficRow, raw: string): string => {
    const original = row.isNotUtf8 ? store.original(recording, row.seq) : undefined
    const rawBase64 = original && base64Of(original)
    return lineOf({
      entry: row,
      raw,
      rawBase64,
      serverName: written.get(row.serverId) ?? row.serverId
    })
  }
  const nameOf = ({ serverId }: TrafficRow): string => shown[serverId] ?? serverId
  return { nameOf, lineOf: write, textsOf: (row, raw) => [`${write(row, raw)}\n`] }
}

/**
 * Says how many entries are in the file, and how many values in it are hidden. The file is there when
 * all of it is written, and for the person only: frames can hold what is nobody else's business.
 */
export async function exportTo(
  store: TrafficStore,
  { recording, seqs = store.recordings.seqsOf(recording) }: Exported,
  writer: Writer,
  path: string,
  unwanted?: AbortSignal
): Promise<ExportReport> {
  const { begin = '', between = '', end = '' } = writer
  return replaceInParts(path, async (append) => {
    const turn = new Turn()
    let part = [begin]
    let partChars = 0
    let entries = 0
    let hidden = 0
    let leftOut = 0
    for (const { row, raw } of store.frames(recording, seqs)) {
      const texts = row && writer.textsOf(row, raw)
      if (row && !texts) leftOut++
      let chars = raw.length
      for (const text of texts ?? []) {
        part.push(entries === 0 ? text : between + text)
        entries++
        hidden += hiddenIn(text)
        chars += text.length
        partChars += text.length
      }
      if (!turn.isOverWith(chars)) continue
      if (partChars >= PART_CHARS) {
        await append(part.join(''))
        part = []
        partChars = 0
      }
      await setImmediate()
      unwanted?.throwIfAborted()
    }
    await append(part.join('') + end)
    return { entries, hidden, leftOut }
  })
}

/** How many values in a text are hidden. */
export function hiddenIn(text: string): number {
  let count = 0
  for (let at = text.indexOf(HIDDEN_VALUE); at !== -1; count++) {
    at = text.indexOf(HIDDEN_VALUE, at + HIDDEN_VALUE.length)
  }
  return count
}
