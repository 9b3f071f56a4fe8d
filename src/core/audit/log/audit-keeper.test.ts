import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { AuditKeeper, type KeeperOptions } from './audit-keeper'
import { ALL_ROWS, ending, EVERYTHING, intent, SETTINGS } from '../../ledger/audit-testing'
import { verifyAudit } from './audit-verify'
import { Redactor } from '../../redaction/redaction'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-audit-'))
afterAll(() => rmSync(folder, { recursive: true }))
let folders = 0

function newFolder(): string {
  const path = join(folder, String(++folders))
  mkdirSync(path)
  return path
}

function keeperFor(path: string, more: Partial<KeeperOptions> = {}) {
  const notices: string[] = []
  const taken: number[] = []
  const keeper = new AuditKeeper({
    path,
    lastLink: `${path}.json`,
    settings: SETTINGS,
    redactor: new Redactor(),
    onTaken: (handed) => taken.push(...handed),
    onChange: () => {},
    onNotice: (message) => notices.push(message),
    ...more
  })
  const ids = (): readonly number[] =>
    keeper
      .reader()
      .rows(EVERYTHING, ALL_ROWS)
      .map(({ id }) => id)
  return { keeper, notices, taken, ids }
}

/** No disk that can be filled is at hand, so the database is told that there is no more room. */
function fullDisk() {
  let database: DatabaseSync | undefined
  const most = (pages: number): unknown => database?.exec(`PRAGMA max_page_count = ${pages}`)
  return {
    onOpen: (opened: DatabaseSync) => void (database = opened),
    fill: () => most(1),
    free: () => most(1_000_000)
  }
}

it('writes what has happened together in one transaction, and the daily lines with it', async () => {
  const place = newFolder()
  const path = join(place, 'audit.db')
  let commits = 0
  const { keeper, taken } = keeperFor(path, {
    settings: { ...SETTINGS, folder: place },
    onOpen: (database) => {
      const exec = database.exec.bind(database)
      database.exec = (sql) => {
        if (sql === 'COMMIT') commits++
        exec(sql)
      }
    }
  })
  const tokens = Array.from({ length: 1_000 }, (_, n) => String(n))
  for (const token of tokens) keeper.begin(intent(token))
  commits = 0
  keeper.take(tokens.map((token, parcel) => ({ parcel, value: { ending: ending(token) } })))
  expect([commits, taken.length]).toEqual([1, 1_000])
  const rows = keeper.reader().rows(EVERYTHING, ALL_ROWS)
  expect(rows.filter(({ status }) => status === 'ok')).toHaveLength(1_000)
  const daily = readdirSync(join(place, 'MCP_Actions')).map((name) =>
    readFileSync(join(place, 'MCP_Actions', name), 'utf8')
  )
  expect(daily.join('').match(/"ended"/g)).toHaveLength(1_000)
  expect(await verifyAudit({ path })).toMatchObject({ isIntact: true, records: 1_000 })
  keeper.close()
})

describe('a disk that is full', () => {
  it('refuses what is to be done, keeps what has been done, and goes on when there is space', () => {
    const disk = fullDisk()
    const { keeper, taken, ids } = keeperFor(join(newFolder(), 'audit.db'), disk)
    const params = JSON.stringify('x'.repeat(100_000))
    keeper.begin(intent('before', { params }))
    disk.fill()
    expect(() => keeper.begin(intent('refused', { params }))).toThrow(/full/)
    keeper.take([{ parcel: 7, value: { ending: ending('before', { result: params }) } }])
    keeper.take([
      { parcel: 8, value: { intent: intent('noted', { params }), ending: ending('noted') } }
    ])
    expect([taken, keeper.standing.problem]).toEqual([[], expect.stringMatching(/full/)])
    expect(ids()).toEqual([1])
    keeper.tend()
    expect(keeper.standing.problem).toMatch(/full/)
    disk.free()
    keeper.tend()
    expect([taken, keeper.standing.problem]).toEqual([[7, 8], undefined])
    expect(keeper.reader().rows(EVERYTHING, ALL_ROWS)).toMatchObject([
      { id: 2, status: 'ok' },
      { id: 1, status: 'ok' }
    ])
    keeper.close()
  })
})

describe('a folder that cannot be written to', () => {
  it('refuses what is to be done, never keeps it in memory, and goes on when it can be', () => {
    const place = join(newFolder(), 'audit')
    writeFileSync(place, 'a file where a folder should be')
    const { keeper, ids } = keeperFor(join(place, 'audit.db'))
    expect(() => keeper.begin(intent('refused'))).toThrow()
    expect(keeper.standing.problem).toBeDefined()
    rmSync(place)
    expect(keeper.begin(intent('written'))).toBe(1)
    expect(keeper.standing.problem).toBeUndefined()
    expect(ids()).toEqual([1])
    keeper.close()
  })
})

describe('a file that is damaged', () => {
  it('is set aside when it is no database, and the person is told', () => {
    const place = newFolder()
    const path = join(place, 'audit.db')
    writeFileSync(path, 'this is no database at all, and it is long enough to be taken for one')
    const { keeper, notices, ids } = keeperFor(path)
    expect(keeper.begin(intent('first'))).toBe(2)
    expect(keeper.reader().read(1)).toMatchObject({ method: 'patchbay/loss' })
    expect(ids()).toEqual([2, 1])
    expect(notices).toEqual([expect.stringMatching(/damaged.*kept as .*corrupt.*0 of its records/)])
    const aside = readdirSync(place).find((name) => name.includes('corrupt')) ?? ''
    expect(readFileSync(join(place, aside), 'utf8')).toMatch(/^this is no database/)
    keeper.close()
  })

  it('gives up what can still be read when a page of it is', async () => {
    const path = join(newFolder(), 'audit.db')
    const before = keeperFor(path)
    for (let token = 0; token < 300; token++) {
      before.keeper.begin(intent(String(token), { params: `"${'x'.repeat(1_000)}"` }))
    }
    before.keeper.close()
    const file = openSync(path, 'r+')
    const inRecord = readFileSync(path).indexOf('x'.repeat(1_000), statSync(path).size / 2)
    const page = Math.floor(inRecord / 4_096) * 4_096
    writeSync(file, Buffer.alloc(4_096, 0xff), 0, 4_096, page)
    const { keeper, notices, ids } = keeperFor(path)
    keeper.begin(intent('after'))
    const kept = ids()
    expect(kept[0]).toBe(302)
    expect(kept.length).toBeGreaterThan(200)
    expect(kept.length).toBeLessThan(302)
    expect(notices).toHaveLength(1)
    expect(await verifyAudit({ path })).toMatchObject({ isIntact: true, records: kept.length })
    keeper.close()
  })
})

it('waits for nothing that is nested too deeply, and keeps what of it can be', () => {
  const redactor = new Redactor()
  redactor.add(['hunter2-hunter2'])
  const { keeper, taken, ids } = keeperFor(join(newFolder(), 'audit.db'), { redactor })
  const depth = 60_000
  const text = `${'['.repeat(depth)}"hunter2-hunter2"${']'.repeat(depth)}`
  const said = JSON.stringify({
    content: [
      { type: 'text', text },
      { type: 'text', text: 'seen' }
    ]
  })
  const results = [said, text, `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`]
  results.forEach((result, parcel) => {
    const token = String(parcel)
    keeper.begin(intent(token))
    keeper.take([{ parcel, value: { ending: ending(token, { result }) } }])
  })
  expect([taken, keeper.standing.problem]).toEqual([[0, 1, 2], undefined])
  const [, , first = 0] = ids()
  const kept = keeper.reader().read(first)?.result?.text ?? ''
  expect(kept).toContain('seen')
  expect(kept).not.toContain('hunter2')
  keeper.close()
})

describe('daily files', () => {
  it('have a line for what was asked and one for how it ended, for the person only', () => {
    const place = newFolder()
    const { keeper } = keeperFor(join(place, 'audit.db'), {
      settings: { ...SETTINGS, folder: place },
      now: () => new Date(2026, 4, 3).getTime()
    })
    keeper.begin(intent('a', { time: new Date(2026, 4, 2, 23, 59).getTime() }))
    keeper.take([{ parcel: 1, value: { ending: ending('a') } }])
    const read = (name: string): unknown[] =>
      readFileSync(join(place, 'MCP_Actions', name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown)
    expect(read('MCP_Actions-2026-05-02.jsonl')).toMatchObject([
      { id: 1, event: 'asked', method: 'tools/call', server: 'files', params: { name: 'echo' } }
    ])
    expect(read('MCP_Actions-2026-05-03.jsonl')).toEqual([
      { id: 1, event: 'ended', status: 'ok', duration_ms: 12, result: { content: [] } }
    ])
    const path = join(place, 'MCP_Actions', 'MCP_Actions-2026-05-02.jsonl')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    keeper.close()
  })

  it('that cannot be written are a problem, and lose nothing', () => {
    const place = newFolder()
    const blocked = join(place, 'blocked')
    writeFileSync(blocked, '')
    chmodSync(blocked, 0o400)
    const settings = { ...SETTINGS, folder: blocked }
    const { keeper, ids } = keeperFor(join(place, 'audit.db'), { settings })
    keeper.begin(intent('a'))
    expect(ids()).toEqual([1])
    expect(keeper.standing.folderProblem).toMatch(/cannot be written/)
    keeper.configure(SETTINGS)
    expect(keeper.standing.folderProblem).toBeUndefined()
    expect(existsSync(join(blocked, 'MCP_Actions'))).toBe(false)
    keeper.close()
  })
})
