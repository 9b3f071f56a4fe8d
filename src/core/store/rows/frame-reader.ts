/**
 * Reads entries one after the other, many at a time. Most of the time of reading one by one went
 * into asking, and into objects with a name for each of 28 columns.
 */
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { columnsFrom, ENTRY_COLUMNS, textOf, type Columns } from './entry-columns'
import { RECORDING_SPAN } from './tables'

const ENTRIES_A_TIME = 500
/** Larger frames are read alone, so that no more than a few are in memory at a time. */
const BYTES_A_TIME = 4 * 1024 * 1024

export type ReadFrame = { readonly columns: Columns | undefined; readonly raw: string }

const NOTHING: ReadFrame = { columns: undefined, raw: '' }

export class FrameReader {
  private readonly entries: StatementSync
  private readonly raws: StatementSync

  constructor(database: DatabaseSync) {
    this.entries = database.prepare(
      `SELECT ${ENTRY_COLUMNS.join(', ')} FROM entry WHERE key >= ? AND key <= ?`
    )
    this.raws = database.prepare('SELECT key, text, exact FROM raw WHERE key >= ? AND key <= ?')
    this.entries.setReturnArrays(true)
    this.raws.setReturnArrays(true)
  }

  /** One for each number, in their order; nothing in it where there is no such entry. */
  *read(recording: number, seqs: Iterable<number>): Generator<ReadFrame> {
    const base = recording * RECORDING_SPAN
    for (const [first, last] of runsOf(seqs)) {
      const found = new Map<SQLOutputValue | undefined, Columns>()
      let bytes = 0
      for (const values of allOf(this.entries, base + first, base + last)) {
        const columns = columnsFrom(values)
        found.set(columns['key'], columns)
        bytes += Number(columns['bytes'])
      }
      const step = bytes > BYTES_A_TIME ? 1 : ENTRIES_A_TIME
      for (let key = base + first; key <= base + last; key += step) {
        const end = Math.min(key + step - 1, base + last)
        const texts = new Map(
          allOf(this.raws, key, end).map(([of, text = null, exact = null]) => [of, { text, exact }])
        )
        for (let each = key; each <= end; each++) {
          const [columns, raw] = [found.get(each), texts.get(each)]
          yield columns ? { columns, raw: raw ? textOf(raw) : '' } : NOTHING
        }
      }
    }
  }
}

function allOf(statement: StatementSync, first: number, last: number): SQLOutputValue[][] {
  return statement.all(first, last) as unknown as SQLOutputValue[][]
}

/** The first and the last of numbers that follow each other. */
function* runsOf(seqs: Iterable<number>): Generator<readonly [number, number]> {
  let run: [number, number] | undefined
  for (const seq of seqs) {
    if (run && seq === run[1] + 1 && seq - run[0] < ENTRIES_A_TIME) run[1] = seq
    else {
      if (run) yield run
      run = [seq, seq]
    }
  }
  if (run) yield run
}
