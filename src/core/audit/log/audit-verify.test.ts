import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { AuditStore } from './audit-store'
import { openAuditTables } from './audit-tables'
import { ending, intent } from '../../ledger/audit-testing'
import { verifyAudit } from './audit-verify'
import { writeVersion1 } from '../version-1-testing'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-audit-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

/** Five records, of which the last has not ended. */
function written(): string {
  const path = join(folder, `${++files}.db`)
  const store = new AuditStore(openAuditTables(path))
  for (const token of ['1', '2', '3', '4', '5']) store.begin(intent(token))
  for (const token of ['1', '2', '3', '4']) store.end(ending(token))
  store.close()
  return path
}

async function firstBadAfter(sql: string): Promise<unknown> {
  const path = written()
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  const verdict = await verifyAudit({ path })
  return verdict.isIntact ? 'intact' : verdict.firstBadId
}

/** Three records, one after the other. */
function writtenInTurn(): string {
  const path = join(folder, `${++files}.db`)
  const store = new AuditStore(openAuditTables(path))
  for (const token of ['1', '2', '3']) store.note(intent(token), ending(token))
  store.close()
  return path
}

/** As somebody does who knows all the tables. */
function cutOff(path: string, from: number): void {
  const database = new DatabaseSync(path)
  database.exec(`DELETE FROM mcp_audit_log WHERE id >= ${from}`)
  database.exec(`DELETE FROM mcp_audit_chain WHERE audit_id >= ${from}`)
  database.exec(`DELETE FROM audit_detail WHERE audit_id >= ${from}`)
  database.close()
}

describe('verify', () => {
  it('finds nothing in what nobody has touched, and names the last link', async () => {
    expect(await verifyAudit({ path: written() })).toEqual({
      isIntact: true,
      records: 5,
      removed: 0,
      lastHash: expect.stringMatching(/^[\da-f]{64}$/) as unknown
    })
  })

  it.each([
    [
      'a letter of what was asked',
      `UPDATE mcp_audit_log SET params = replace(params, '3', '4') WHERE id = 3`,
      3
    ],
    [
      'when it was asked',
      `UPDATE mcp_audit_log SET timestamp = '2025-01-01T00:00:00.000Z' WHERE id = 2`,
      2
    ],
    ['what was answered', `UPDATE mcp_audit_log SET result = '{}' WHERE id = 4`, 4],
    ['how long it took', `UPDATE mcp_audit_log SET duration_ms = 1 WHERE id = 1`, 1],
    ['who was asked', `UPDATE audit_detail SET server_name = 'mail' WHERE audit_id = 2`, 2],
    ['a record that is gone', `DELETE FROM mcp_audit_log WHERE id = 2`, 2],
    ['the last record gone', `DELETE FROM mcp_audit_log WHERE id = 5`, 5],
    [
      'a record and its links gone',
      `DELETE FROM mcp_audit_log WHERE id = 2; DELETE FROM mcp_audit_chain WHERE audit_id = 2`,
      3
    ],
    [
      'an end taken back',
      `UPDATE mcp_audit_log SET result = NULL, duration_ms = NULL WHERE id = 3`,
      3
    ],
    ['an end made up', `UPDATE mcp_audit_log SET result = '{}', duration_ms = 5 WHERE id = 5`, 5],
    ['a record made up', `INSERT INTO mcp_audit_log(id, method) VALUES (6, 'tools/call')`, 6],
    ['how far the log has come', 'DELETE FROM audit_reach', 5],
    ['a link that was changed', `UPDATE mcp_audit_chain SET hash = prev_hash WHERE seq = 2`, 2]
  ])('names the first record after a change of %s', async (_what, sql, id) => {
    expect(await firstBadAfter(sql)).toBe(id)
  })

  it.each([
    [3, 'Record 3 was removed from the end of the log.'],
    [2, 'Records 2 to 3 were removed from the end of the log.'],
    [1, 'Records 1 to 3 were removed from the end of the log.']
  ])('misses what was cut off from record %i on', async (from, why) => {
    const path = writtenInTurn()
    cutOff(path, from)
    expect(await verifyAudit({ path })).toMatchObject({ isIntact: false, firstBadId: from, why })
  })

  it('still misses what was cut off when more is written, and gives no number again', async () => {
    const path = writtenInTurn()
    cutOff(path, 3)
    const store = new AuditStore(openAuditTables(path))
    expect(store.begin(intent('4')).id).toBe(4)
    store.close()
    expect(await verifyAudit({ path })).toMatchObject({ isIntact: false, firstBadId: 4 })
  })

  it.each([0, 2])(
    'misses nothing in a log of version 1 that has forgotten %i records, nor when it is written on',
    async (forgotten) => {
      const path = join(folder, `${++files}.db`)
      writeVersion1(path, forgotten)
      const before = await verifyAudit({ path })
      expect(before).toMatchObject({
        isIntact: true,
        records: 4 - forgotten,
        removed: forgotten,
        caveat: expect.stringMatching(/cannot be checked/) as unknown
      })
      const noted = before.isIntact ? before.lastHash : ''
      const store = new AuditStore(openAuditTables(path))
      expect(await verifyAudit({ path }, noted)).toMatchObject({
        isIntact: true,
        removed: forgotten,
        noted: { isFound: true, id: 4 }
      })
      store.note(intent('new'), ending('new'))
      store.close()
      expect(await verifyAudit({ path })).toMatchObject({ isIntact: true, removed: forgotten })
    }
  )

  it('finds a link that was noted, also of a record that is too old by now, and no other', async () => {
    const path = written()
    const before = await verifyAudit({ path })
    const noted = before.isIntact ? before.lastHash : ''
    const store = new AuditStore(openAuditTables(path))
    store.note(intent('6', { time: Date.UTC(2027, 0, 1) }), ending('6'))
    expect(await verifyAudit({ path }, noted)).toMatchObject({ noted: { isFound: true, id: 4 } })
    store.trim({ bytes: 1_000_000_000, oldestAt: Date.UTC(2026, 5, 1) })
    store.close()
    expect(await verifyAudit({ path }, noted)).toMatchObject({
      isIntact: true,
      noted: { isFound: true }
    })
    expect(await verifyAudit({ path }, '0'.repeat(64))).toMatchObject({ noted: { isFound: false } })
  })
})
