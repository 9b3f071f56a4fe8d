/**
 * Adds rows to a table. Rows that follow each other and have the same columns are added by one
 * statement, which names no others: what a statement costs, and each column without a value, is more
 * than what is written.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

const ROWS_AT_ONCE = 8
/** What is written has few shapes; whoever thinks of many prepares them anew. */
const MOST_STATEMENTS = 100

type Row = readonly SQLInputValue[]

export class RowInserter {
  private readonly statements = new Map<string, StatementSync>()

  constructor(
    private readonly database: DatabaseSync,
    private readonly table: string,
    /** Not more than 31. */
    private readonly columns: readonly string[]
  ) {}

  /** Values in the order of the columns. */
  insert(rows: Iterable<Row>): void {
    let alike: Row[] = []
    let shape = 0
    for (const row of rows) {
      const next = shapeOf(row)
      if (next !== shape || alike.length === ROWS_AT_ONCE) {
        this.insertAlike(alike, shape)
        alike = []
      }
      shape = next
      alike.push(row)
    }
    this.insertAlike(alike, shape)
  }

  private insertAlike(rows: readonly Row[], shape: number): void {
    const step = rows.length === ROWS_AT_ONCE ? ROWS_AT_ONCE : 1
    for (let from = 0; from < rows.length; from += step) {
      const values: SQLInputValue[] = []
      for (let at = from; at < from + step; at++) {
        for (const value of rows[at] ?? []) if (value !== null) values.push(value)
      }
      this.statementFor(shape, step).run(...values)
    }
  }

  private statementFor(shape: number, rows: number): StatementSync {
    const key = `${shape} ${rows}`
    const known = this.statements.get(key)
    if (known) return known
    if (this.statements.size >= MOST_STATEMENTS) this.statements.clear()
    const columns = this.columns.filter((_, index) => (shape & (1 << index)) !== 0)
    const row = `(${columns.map(() => '?').join(', ')})`
    const statement = this.database.prepare(
      `INSERT INTO ${this.table}(${columns.join(', ')})
       VALUES ${Array.from({ length: rows }, () => row).join(', ')}`
    )
    this.statements.set(key, statement)
    return statement
  }
}

/** A bit for each column that has a value. */
function shapeOf(row: Row): number {
  let shape = 0
  for (let index = 0; index < row.length; index++) {
    if (row[index] !== null) shape |= 1 << index
  }
  return shape
}
