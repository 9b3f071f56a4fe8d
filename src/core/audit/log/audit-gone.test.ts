import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { auditFiles, type AuditFiles } from './audit-files'
import { AuditKeeper } from './audit-keeper'
import { ALL_ROWS, ending, EVERYTHING, intent, SETTINGS } from '../../ledger/audit-testing'
import { verifyAudit } from './audit-verify'
import { Redactor } from '../../redaction/redaction'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-gone-'))
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

/** A log that is open, with three records. */
function running() {
  const profile = join(folder, String(++profiles))
  mkdirSync(profile)
  const files = auditFiles(profile)
  const { keeper, notices } = keeperFor(files)
  for (const token of ['1', '2', '3']) keeper.begin(intent(token))
  return { ...files, files, keeper, notices }
}

const everyPart = (path: string, work: (part: string) => void): void =>
  ['', '-wal', '-shm'].forEach((part) => work(path + part))

describe('a log whose file is taken away while it is open', () => {
  it.each([
    ['deleted', (path: string) => everyPart(path, (part) => rmSync(part)), /was deleted while/],
    [
      'deleted with its folder',
      (path: string) => rmSync(join(path, '..'), { recursive: true }),
      /was deleted/
    ],
    ['emptied', (path: string) => truncateSync(path), /was emptied while/],
    [
      'replaced by an older copy',
      (path: string) => {
        copyFileSync(path, `${path}.copy`)
        everyPart(path, (part) => rmSync(part))
        renameSync(`${path}.copy`, path)
      },
      /was replaced while/
    ],
    [
      'deprived of its newest records',
      (path: string) => rmSync(`${path}-wal`),
      /was replaced while/
    ]
  ])('writes nothing from then on when it is %s, and says what to do', (_what, take, why) => {
    const { keeper, path } = running()
    take(path)
    expect(() => keeper.begin(intent('refused'))).toThrow(why)
    expect(keeper.standing).toMatchObject({
      isGone: true,
      problem: expect.stringMatching(
        /Put the file back, or start a new log on the Audit page$/
      ) as unknown
    })
    keeper.close()
  })

  it('is told without a write as well, and can still be read', async () => {
    const { keeper, files } = running()
    everyPart(files.path, (part) => rmSync(part))
    keeper.tend()
    expect(keeper.standing).toMatchObject({ isGone: true, newest: 3 })
    expect(keeper.reader().rows(EVERYTHING, ALL_ROWS)).toHaveLength(3)
    expect(await verifyAudit(files)).toMatchObject({ isIntact: false, records: 0 })
    keeper.close()
  })

  it('goes on by itself when the file is put back', async () => {
    const { keeper, files, notices } = running()
    const { path } = files
    everyPart(path, (part) => renameSync(part, `${part}.away`))
    expect(() => keeper.begin(intent('refused'))).toThrow(/was deleted/)
    keeper.take([{ parcel: 7, value: { ending: ending('3') } }])
    everyPart(path, (part) => renameSync(`${part}.away`, part))
    keeper.tend()
    expect(keeper.standing).not.toHaveProperty('problem')
    expect(keeper.begin(intent('next'))).toBe(4)
    expect(keeper.reader().read(3)).toMatchObject({ status: 'ok' })
    keeper.close()
    expect(notices).toEqual([])
    expect(await verifyAudit(files)).toMatchObject({ isIntact: true, records: 4 })
  })

  it('goes on by itself with a copy that has all records', async () => {
    const { keeper, files, notices } = running()
    const { path } = files
    everyPart(path, (part) => {
      copyFileSync(part, `${part}.copy`)
      rmSync(part)
    })
    expect(() => keeper.begin(intent('refused'))).toThrow(/was deleted/)
    for (const part of ['', '-wal']) renameSync(`${path}${part}.copy`, path + part)
    expect(keeper.begin(intent('next'))).toBe(4)
    keeper.close()
    expect(notices).toEqual([])
    expect(await verifyAudit(files)).toMatchObject({ isIntact: true, records: 4 })
  })

  it('does not go on with a new log that another process has begun', () => {
    const { keeper, files } = running()
    everyPart(files.path, (part) => rmSync(part))
    const other = keeperFor(files)
    other.keeper.begin(intent('elsewhere'))
    other.keeper.close()
    expect(other.notices).toEqual([expect.stringMatching(/was missing/)])
    expect(() => keeper.begin(intent('refused'))).toThrow(/was replaced/)
    keeper.close()
  })

  it('begins a new log when you say so, which says what is missing', async () => {
    const { keeper, files, notices } = running()
    everyPart(files.path, (part) => rmSync(part))
    expect(() => keeper.begin(intent('refused'))).toThrow(/was deleted/)
    const { revision } = keeper.standing
    keeper.startAnew()
    expect(keeper.standing).not.toHaveProperty('problem')
    expect(keeper.standing.revision).toBeGreaterThan(revision)
    expect(notices).toEqual([expect.stringMatching(/was missing.*last record was number 3/)])
    expect(keeper.begin(intent('next'))).toBe(5)
    keeper.close()
    expect(await verifyAudit(files)).toMatchObject({ isIntact: true, records: 2, loss: { id: 4 } })
  })

  it('keeps a log that is in its place when you say so', () => {
    const { keeper, notices } = running()
    keeper.startAnew()
    expect([keeper.begin(intent('next')), notices]).toEqual([4, []])
    keeper.close()
  })
})
