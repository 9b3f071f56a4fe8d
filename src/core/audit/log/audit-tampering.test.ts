import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { auditFiles, type AuditFiles } from './audit-files'
import { AuditKeeper } from './audit-keeper'
import type { Intent } from './audit-store'
import { ending, intent, SETTINGS } from '../../ledger/audit-testing'
import { verifyAudit } from './audit-verify'
import { Redactor } from '../../redaction/redaction'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-tampering-'))
afterAll(() => rmSync(folder, { recursive: true }))
let profiles = 0

function keeperFor(files: AuditFiles) {
  const notices: string[] = []
  const keeper = new AuditKeeper({
    ...files,
    settings: SETTINGS,
    redactor: new Redactor(),
    onTaken: () => {},
    onChange: () => {},
    onNotice: (message) => notices.push(message)
  })
  return { keeper, notices }
}

/** Six records, one after the other, in a profile of their own. */
function written(more: Partial<Intent> = {}): AuditFiles {
  const profile = join(folder, String(++profiles))
  mkdirSync(profile)
  const files = auditFiles(profile)
  const { keeper, notices } = keeperFor(files)
  for (let token = 1; token <= 6; token++) {
    keeper.begin(intent(String(token), more))
    keeper.take([{ parcel: token, value: { ending: ending(String(token)) } }])
  }
  keeper.close()
  expect(notices).toEqual([])
  return files
}

function edit({ path }: AuditFiles, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

function lastLinkOf(verdict: Awaited<ReturnType<typeof verifyAudit>>): string {
  return verdict.isIntact ? verdict.lastHash : ''
}

const without = (where: string): string => `
  DELETE FROM mcp_audit_log WHERE id ${where};
  DELETE FROM audit_detail WHERE audit_id ${where};
  DELETE FROM mcp_audit_chain WHERE audit_id ${where};`

const AS_IF_FORGOTTEN = `
  UPDATE audit_anchor SET removed_until = 2, removed = 2,
    hash = (SELECT hash FROM mcp_audit_chain WHERE audit_id = 2 ORDER BY seq DESC LIMIT 1);
  ${without('<= 2')}`

const CUT_AFTER_4 = `
  ${without('> 4')} UPDATE audit_reach SET newest = 4,
    hash = (SELECT hash FROM mcp_audit_chain ORDER BY seq DESC LIMIT 1)`

/** What somebody can do who may write the file and knows SQL. */
const EDITS: readonly (readonly [what: string, sql: string])[] = [
  ['arguments changed', `UPDATE mcp_audit_log SET params = '{}' WHERE id = 3`],
  ['a result changed', `UPDATE mcp_audit_log SET result = '{}' WHERE id = 3`],
  ['an error made up', `UPDATE mcp_audit_log SET error = '{}' WHERE id = 3`],
  [
    'a time changed',
    `UPDATE mcp_audit_log SET timestamp = '2020-01-01T00:00:00.000Z' WHERE id = 3`
  ],
  ['a duration changed', `UPDATE mcp_audit_log SET duration_ms = 1 WHERE id = 3`],
  ['a session changed', `UPDATE mcp_audit_log SET session_id = 'other' WHERE id = 3`],
  ['a method changed', `UPDATE mcp_audit_log SET method = 'ping' WHERE id = 3`],
  ['a server changed', `UPDATE audit_detail SET server = 'user:mail' WHERE audit_id = 3`],
  ['the name of a server changed', `UPDATE audit_detail SET server_name = 'x' WHERE audit_id = 3`],
  ['a target changed', `UPDATE audit_detail SET target = 'x' WHERE audit_id = 3`],
  ['an outcome changed', `UPDATE audit_detail SET ending = 'failed' WHERE audit_id = 3`],
  ['a token changed', `UPDATE audit_detail SET token = 'x' WHERE audit_id = 3`],
  ['a run changed', `UPDATE audit_detail SET run = 99 WHERE audit_id = 3`],
  ['a record removed from the middle', without('= 3')],
  ['a record removed from the front', without('= 1')],
  ['a record removed from the end', without('= 6')],
  ['all records removed', without('> 0')],
  ['a record added', `INSERT INTO mcp_audit_log(id, method) VALUES (7, 'ping')`],
  [
    'two records swapped',
    `UPDATE mcp_audit_log SET id = 99 WHERE id = 3; UPDATE mcp_audit_log SET id = 3 WHERE id = 4;
     UPDATE mcp_audit_log SET id = 4 WHERE id = 99`
  ],
  ['the reach emptied', `DELETE FROM audit_reach`],
  ['the oldest removed as if they were forgotten', AS_IF_FORGOTTEN],
  [
    'the reach dropped and the last record removed',
    `DROP TABLE audit_reach; DROP TRIGGER IF EXISTS audit_reached; ${without('= 6')}`
  ],
  ['a link of an unknown kind', `UPDATE mcp_audit_chain SET part = 'zzz' WHERE seq = 3`],
  ['a link of a kind that every object has', `UPDATE mcp_audit_chain SET part = 'toString'`],
  ['a number that JavaScript cannot hold', `UPDATE audit_detail SET run = 1 << 60`],
  ['text behind a NUL', `UPDATE mcp_audit_log SET params = params || char(0) || 'x' WHERE id = 3`],
  [
    'a name behind a NUL',
    `UPDATE audit_detail SET server_name = server_name || char(0) || 'x' WHERE audit_id = 3`
  ],
  ['a link with a NUL', `UPDATE mcp_audit_chain SET hash = hash || char(0) WHERE seq = 3`],
  ['the anchor dropped', 'DROP TABLE audit_anchor'],
  ['the details dropped', 'DROP TABLE audit_detail'],
  ['the chain dropped', 'DROP TABLE mcp_audit_chain'],
  ['the log dropped', 'DROP TABLE mcp_audit_log']
]

describe('an audit log that somebody edits', () => {
  it.each(EDITS)('is not intact with %s', async (_what, sql) => {
    const files = written()
    const noted = lastLinkOf(await verifyAudit(files))
    edit(files, sql)
    expect(await verifyAudit(files)).toMatchObject({ isIntact: false })
    expect(await verifyAudit(files, noted)).toMatchObject({ isIntact: false })
  })

  it.each([
    ['emptied', (path: string) => truncateSync(path), /is empty.*last record was number 6/],
    ['deleted', (path: string) => rmSync(path), /is missing.*last record was number 6/],
    [
      'replaced by another database',
      (path: string) => {
        rmSync(path)
        new DatabaseSync(path).exec('CREATE TABLE other(x)')
      },
      /is not an audit log/
    ]
  ])('is not intact when it is %s', async (_what, change, why) => {
    const files = written()
    change(files.path)
    const verdict = await verifyAudit(files)
    expect(verdict).toMatchObject({ isIntact: false, why: expect.stringMatching(why) as unknown })
  })

  it('is not intact when all its links are made anew, because the last one is remembered', async () => {
    const { lastLink } = written()
    const { path } = written({ method: 'ping' })
    expect(await verifyAudit({ path, lastLink })).toMatchObject({
      isIntact: false,
      why: expect.stringMatching(
        /does not hold what Patchbay had written last \(record 6\)/
      ) as unknown
    })
  })

  it('is not intact with bytes that are read as the character they replace', async () => {
    const files = written({ params: '{"name":"\uFFFD"}' })
    expect(await verifyAudit(files)).toMatchObject({ isIntact: true })
    edit(
      files,
      `UPDATE mcp_audit_log SET params = CAST(x'7b226e616d65223a22ff227d' AS TEXT) WHERE id = 3`
    )
    expect(await verifyAudit(files)).toMatchObject({ isIntact: false, firstBadId: 3 })
  })

  it.each([
    ['', ''],
    [' and without its reach', 'DROP TRIGGER audit_reached; DROP TABLE audit_reach;']
  ])('is not intact when it is turned into one of version 1%s', async (_how, more) => {
    const files = written()
    const noted = lastLinkOf(await verifyAudit(files))
    edit(files, `${AS_IF_FORGOTTEN} ${more} PRAGMA user_version = 1`)
    rmSync(files.lastLink)
    const verdict = {
      isIntact: false,
      firstBadId: 3,
      why: expect.stringMatching(/version 1/) as unknown
    }
    expect(await verifyAudit(files)).toMatchObject(verdict)
    expect(await verifyAudit(files, noted)).toMatchObject(verdict)
  })

  it('is not intact when its end is cut and the file that remembers it names no record', async () => {
    const files = written()
    edit(files, CUT_AFTER_4)
    writeFileSync(files.lastLink, '{"id":0,"hash":""}')
    expect(await verifyAudit(files)).toMatchObject({
      isIntact: false,
      firstBadId: 4,
      why: expect.stringMatching(/names no record/) as unknown
    })
  })

  it('is not intact without the file that remembers its last link', async () => {
    const files = written()
    rmSync(files.lastLink)
    expect(await verifyAudit(files)).toMatchObject({ isIntact: false, firstBadId: 6 })
  })
})

describe('a log that is not what it was when it is opened', () => {
  it.each([
    ['emptied', ({ path }: AuditFiles) => truncateSync(path), /was empty/],
    ['deleted', ({ path }: AuditFiles) => rmSync(path), /was missing/],
    [
      'deleted with its folder',
      ({ path }: AuditFiles) => rmSync(join(path, '..'), { recursive: true }),
      /was missing/
    ],
    [
      'one of the time before',
      (files: AuditFiles) => edit(files, CUT_AFTER_4),
      /was replaced or cut off/
    ],
    [
      'turned into one of an older version',
      (files: AuditFiles) => edit(files, `${AS_IF_FORGOTTEN} PRAGMA user_version = 1`),
      /was replaced or cut off/
    ],
    [
      'turned into one of an older version, without its last link',
      (files: AuditFiles) => {
        edit(files, `${AS_IF_FORGOTTEN} PRAGMA user_version = 1`)
        rmSync(files.lastLink)
      },
      /version 1 of Patchbay wrote it/
    ],
    [
      'with a last link that names no record',
      ({ lastLink }: AuditFiles) => writeFileSync(lastLink, '{"id":0,"hash":""}'),
      /named no record/
    ],
    [
      'without its reach',
      (files: AuditFiles) => edit(files, 'DROP TABLE audit_reach'),
      /lost the table/
    ],
    [
      'without what is in its reach',
      (files: AuditFiles) => edit(files, 'DELETE FROM audit_reach'),
      /lost the table/
    ],
    [
      'without its last link',
      ({ lastLink }: AuditFiles) => rmSync(lastLink),
      /audit-last-link\.json.*was missing/
    ]
  ])('is told and noted in its chain when it is %s', async (_what, change, why) => {
    const files = written()
    const noted = lastLinkOf(await verifyAudit(files))
    change(files)
    const { keeper, notices } = keeperFor(files)
    const id = keeper.begin(intent('next')) - 1
    expect(id).toBeGreaterThan(6)
    expect(notices).toEqual([expect.stringMatching(why)])
    expect(notices[0]).toContain(`Record ${id} says`)
    expect(keeper.reader().read(id)).toMatchObject({ kind: 'note', method: 'patchbay/loss' })
    keeper.close()
    const verdict = await verifyAudit(files, noted)
    expect(verdict).toMatchObject({ isIntact: true, loss: { id } })
    const again = keeperFor(files)
    again.keeper.reader()
    expect(again.notices).toEqual([])
    again.keeper.close()
  })
})

describe('retention', () => {
  it('says in the chain what it has forgotten and why, and the log stays intact', async () => {
    const files = written()
    const { keeper } = keeperFor({ ...files })
    const time = Date.now()
    keeper.begin(intent('young', { time }))
    keeper.close()
    const settings = { ...SETTINGS, days: 7 }
    const later = new AuditKeeper({
      ...files,
      settings,
      redactor: new Redactor(),
      onTaken: () => {},
      onChange: () => {},
      onNotice: () => {},
      now: () => time
    })
    later.tend()
    later.tend()
    const [newest] = later
      .reader()
      .rows({ text: 'patchbay/retention' }, { until: 99, from: 0, count: 9, isGrouped: false })
    const told = JSON.parse(later.reader().read(newest?.id ?? 0)?.params?.text ?? '') as unknown
    const oldest = new Date(time - 7 * 86_400_000).toISOString().replace(/T.*/, 'T00:00:00.000Z')
    expect(told).toEqual({
      action: 'forget the oldest records',
      until: 6,
      hash: expect.stringMatching(/^[\da-f]{64}$/) as unknown,
      count: 6,
      removed: 6,
      setting: { bytes: SETTINGS.bytes, oldest }
    })
    later.close()
    expect(await verifyAudit(files)).toMatchObject({ isIntact: true, records: 2, removed: 6 })
    edit(files, `UPDATE audit_anchor SET removed = 5`)
    expect(await verifyAudit(files)).toMatchObject({ isIntact: false })
  })
})
