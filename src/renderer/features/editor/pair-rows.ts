/** Names and values as rows that can be half written: a row without a name is not yet in the text. */
import type { Pair } from './definition-text'

export type PairRow = { readonly id: number; readonly name: string; readonly value: string }

let lastId = 0

function blankRow(): PairRow {
  return { id: ++lastId, name: '', value: '' }
}

export function rowsFrom(pairs: readonly Pair[]): readonly PairRow[] {
  return withBlank(pairs.map(([name, value]) => ({ id: ++lastId, name, value })))
}

/** There is always one empty row at the end, to go on with. */
export function withBlank(rows: readonly PairRow[]): readonly PairRow[] {
  const last = rows.at(-1)
  return last && isBlank(last) ? rows : [...rows, blankRow()]
}

export function isBlank({ name, value }: PairRow): boolean {
  return name === '' && value === ''
}

export function pairsOf(rows: readonly PairRow[]): readonly Pair[] {
  const named = rows.flatMap(({ name, value }): Pair[] => (name === '' ? [] : [[name, value]]))
  return [...new Map(named)]
}

/** Whether rows show these pairs, in whatever order. */
export function isSame(rows: readonly PairRow[], pairs: readonly Pair[]): boolean {
  const sorted = (list: readonly Pair[]): string =>
    JSON.stringify(list.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return sorted(pairsOf(rows)) === sorted(pairs)
}

export function problemOf(row: PairRow, rows: readonly PairRow[]): string | undefined {
  if (isBlank(row)) return undefined
  if (row.name === '') return 'It needs a name.'
  const isTwice = rows.some(({ id, name }) => name === row.name && id !== row.id)
  return isTwice ? `${row.name} is here twice; the last one counts.` : undefined
}

const LINE = /^\s*(?:export\s+|set\s+)?([^\s=:]+)\s*[=:]\s*(.*)$/

/** Lines such as `NAME=value` or `Name: value`; undefined when the text is nothing of the kind. */
export function pairsFromText(text: string): readonly Pair[] | undefined {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '' && !/^\s*#/.test(line))
  const pairs = lines.map((line): Pair | undefined => {
    const [, name, value = ''] = LINE.exec(line) ?? []
    return name === undefined ? undefined : [name, unquoted(value.trim())]
  })
  const known = pairs.filter((pair) => pair !== undefined)
  return known.length > 0 && known.length === lines.length ? known : undefined
}

function unquoted(value: string): string {
  return /^(["']).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value
}
