import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import fc from '../../../shared/json/properties-testing'
import { RowInserter } from './row-inserter'

it('adds all rows in their order, whatever columns they have', () => {
  const value = fc.option(fc.constantFrom(1, 2), { freq: 4 })
  const rows = fc.array(fc.tuple(value, value, value), { maxLength: 60 })
  const repeated = fc.array(fc.tuple(rows, fc.integer({ min: 1, max: 20 })), { maxLength: 5 })
  fc.assert(
    fc.property(repeated, (parts) => {
      const database = new DatabaseSync(':memory:')
      database.exec('CREATE TABLE t(key INTEGER PRIMARY KEY, a INTEGER, b INTEGER, c INTEGER)')
      const inserter = new RowInserter(database, 't', ['key', 'a', 'b', 'c'])
      const all = parts
        .flatMap(([some, times]) => Array.from({ length: times }, () => some).flat())
        .map((row, index) => [index + 1, ...row] as const)
      inserter.insert(all)
      const read = database.prepare('SELECT key, a, b, c FROM t')
      read.setReturnArrays(true)
      expect(read.all()).toEqual(all)
      database.close()
    })
  )
})
