/** Lists of objects as tables. */
import { compareNumbers, isNumber, type ExactNumber } from '../../../shared/json/exact-number'
import { isObject } from '../../../shared/json/json'

export type TableRow = {
  /** Its place in the list, whatever the order it is shown in. */
  readonly index: number
  readonly members: Readonly<Record<string, unknown>>
}

export type Table = {
  /** The member of the value that is the list; absent when the value itself is. */
  readonly member?: string
  readonly rows: readonly TableRow[]
  readonly columns: readonly string[]
  /** How many there are, of which no more than some are shown. */
  readonly columnCount: number
}

export type Sorting<Column extends string = string> = {
  readonly column: Column
  readonly isDescending: boolean
}

const MAX_COLUMNS = 60

/** Every table that is in a value: the value itself, or the members at its top. */
export function tablesIn(value: unknown): readonly Table[] {
  const own = tableOf(value)
  if (own) return [own]
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([member, part]) => {
    const table = tableOf(part)
    return table ? [{ member, ...table }] : []
  })
}

function tableOf(value: unknown): Table | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return undefined
  const names = new Set<string>()
  for (const members of value) for (const name of Object.keys(members)) names.add(name)
  if (names.size === 0) return undefined
  return {
    rows: value.map((members, index) => ({ index, members })),
    columns: [...names].slice(0, MAX_COLUMNS),
    columnCount: names.size
  }
}

/** One way, then the other; a third time, rows are in no order of ours. */
export function sortedBy<Column extends string>(
  column: Column,
  before: Sorting<Column> | undefined,
  isDescendingFirst = false
): Sorting<Column> | undefined {
  if (before?.column !== column) return { column, isDescending: isDescendingFirst }
  if (before.isDescending !== isDescendingFirst) return undefined
  return { column, isDescending: !isDescendingFirst }
}

/** What is missing comes last, whichever way round. */
export function sorted(
  rows: readonly TableRow[],
  sorting: Sorting | undefined
): readonly TableRow[] {
  if (!sorting) return rows
  const { column, isDescending } = sorting
  const keyed = rows.map((row) => ({ row, key: sortKey(row, column) }))
  keyed.sort(({ key: a }, { key: b }) => {
    if (a === undefined || b === undefined) {
      return Number(a === undefined) - Number(b === undefined)
    }
    return isDescending ? compare(b, a) : compare(a, b)
  })
  return keyed.map(({ row }) => row)
}

/** What a row is sorted by, made once for each row. */
type SortKey = { readonly amount: number | ExactNumber | undefined; readonly text: string }

function sortKey({ members }: TableRow, column: string): SortKey | undefined {
  const value = Object.hasOwn(members, column) ? members[column] : undefined
  if (value === undefined) return undefined
  return {
    amount: isNumber(value) ? value : undefined,
    text: cellText(value).slice(0, COMPARED_CHARS)
  }
}

/** Beyond this no order is worth its time. */
const COMPARED_CHARS = 1_000

const collator = new Intl.Collator('en', { numeric: true })

function compare(a: SortKey, b: SortKey): number {
  if (a.amount !== undefined && b.amount !== undefined) return compareNumbers(a.amount, b.amount)
  return collator.compare(a.text, b.text)
}

/** A value in one line. */
export function cellText(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
