import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { AuditStore } from './audit-store'
import { openAuditTables } from './audit-tables'
import { ending, intent } from './audit-testing'
import { verifyAudit } from './audit-verify'

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
  const verdict = await verifyAudit(path)
  return verdict.isIntact ? 'intact' : verdict.firstBadId
}

describe('verify', () => {
  it('finds nothing in what nobody has touched, and names the last link', async () => {
    expect(await verifyAudit(written())).toEqual({
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
    ['a link that was changed', `UPDATE mcp_audit_chain SET hash = prev_hash WHERE seq = 2`, 2]
  ])('names the first record after a change of %s', async (_what, sql, id) => {
    expect(await firstBadAfter(sql)).toBe(id)
  })
})
