import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { AuditReader } from './audit-query'
import { AuditStore } from './audit-store'
import { openAuditTables } from './audit-tables'
import { ALL_ROWS, ending, intent } from '../../ledger/audit-testing'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-audit-query-'))
const database = openAuditTables(join(folder, 'audit.db'))
const store = new AuditStore(database)
const reader = new AuditReader(database)
afterAll(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

/** Both on one day, local time. */
const NINE = new Date(2026, 0, 2, 9).getTime()
const TEN = new Date(2026, 0, 2, 10).getTime()
const DAY_BEFORE = new Date(2026, 0, 1, 9).getTime()

store.note(intent('old', { time: DAY_BEFORE }), ending('old', { durationMs: 5 }))
store.note(intent('nine', { time: NINE }), ending('nine', { durationMs: 700 }))
store.note(
  intent('ten', { time: TEN, method: 'resources/read', params: '{"uri":"file:///größe"}' }),
  ending('ten', { durationMs: 3_000 })
)

function found(text: string): readonly number[] {
  return reader.rows({ text }, ALL_ROWS).map(({ id }) => id)
}

describe('a filter of the audit log finds', () => {
  it.each<[string, readonly number[]]>([
    ['took:>500ms', [3, 2]],
    ['took:100ms..2s', [2]],
    ['-took:>1s', [2, 1]],
    ['after:09:30', [3]],
    ['before:09:30', [2, 1]],
    ['after:2026-01-02 before:2026-01-02T09:30', [2]],
    ['target:echo', [2, 1]],
    ['target:*GRÖSSE|*GRÖßE', [3]],
    ['/"text":"(nine|ten)"/', [2]],
    ['-/ECHO/i', [3]]
  ])('%s', (text, ids) => {
    expect(found(text)).toEqual(ids)
  })
})

it('a filter of the audit log is taken by the database, however long it is', () => {
  const stars = `-server:${'é*'.repeat(99)}|b`
  expect(found(Array.from({ length: 18 }, () => stars).join(' '))).toEqual([3, 2, 1])
})
