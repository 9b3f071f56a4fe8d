import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AuditGrowth, AuditStanding } from '../../shared/traffic/audit'
import { ServerId } from '../../shared/protocol/ids'
import { bundle } from '../channel/bundle-testing'
import { systemClock } from '../time/clock'
import { Ledger } from './ledger'
import { AuditLog } from '../audit/log/audit-log'
import { allRows, EVERYTHING, SETTINGS } from './audit-testing'
import { AuditClient } from './audit-client'

const PATIENCE = { timeout: 30_000 }
const SECRET = 'hunter2-hunter2-hunter2'
const FILES = ServerId.parse('user:files')
const folder = mkdtempSync(join(tmpdir(), 'patchbay-audit-'))
let script = ''
let runs = 0

beforeAll(async () => {
  script = await bundle(join(import.meta.dirname, './ledger-worker.ts'), folder)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

function newPath(): string {
  return join(folder, `run-${++runs}`, 'audit.db')
}

function logFor(path: string) {
  const workers: Worker[] = []
  const standings: Omit<AuditStanding, 'isOn' | 'notice'>[] = []
  const grew: AuditGrowth[] = []
  const state = { isOn: true, isTextCut: false }
  const ledger = new Ledger(() => {
    const worker = new Worker(script)
    workers.push(worker)
    return worker
  })
  const thread = new AuditClient({
    ledger,
    start: { path, lastLink: `${path}.json`, settings: { ...SETTINGS, folder: join(path, '..') } },
    onStanding: (standing) => standings.push(standing),
    onNotice: () => {},
    onGrowth: (growths) => grew.push(...growths)
  })
  const log = new AuditLog({
    begin: (intent) => thread.begin(intent),
    hand: (late) => thread.hand(late),
    clock: systemClock,
    isOn: () => state.isOn,
    nameOf: () => 'files',
    isTextCut: () => state.isTextCut,
    wayOut: 'Free some space.'
  })
  const stop = async (): Promise<void> => {
    await thread.settled()
    await ledger.stop()
  }
  return { thread, log, workers, standings, grew, state, stop }
}

function called(text: string) {
  return {
    serverId: FILES,
    sessionId: 'one',
    method: 'tools/call',
    params: { name: 'echo', arguments: { text } }
  }
}

describe('the thread of the audit log', () => {
  it('has written what is to be done before it is done, and adds how it ended', async () => {
    const { thread, log, stop } = logFor(newPath())
    const end = await log.intend(called('hi'))
    expect(await allRows(thread)).toMatchObject([
      { id: 1, status: 'running', method: 'tools/call', target: 'echo', serverName: 'files' }
    ])
    end({ result: { content: [], isError: true } })
    log.note({ method: 'patchbay/trust', params: { server: 'files' }, result: 'trusted' })
    expect(await allRows(thread)).toMatchObject([
      { id: 2, status: 'ok', kind: 'note' },
      { id: 1, status: 'failed' }
    ])
    expect(await thread.ask('verify')).toMatchObject({ isIntact: true, records: 2 })
    await stop()
  })

  it('keeps only the beginning of texts that are sent and answered, where no more is wanted', async () => {
    const { thread, log, state, stop } = logFor(newPath())
    state.isTextCut = true
    const body = 'm'.repeat(80)
    const end = await log.intend(called(body))
    end({ result: { content: [{ type: 'text', text: `Sent: ${body}` }] } })
    const record = JSON.stringify(await thread.ask('read', 1))
    expect(record).toContain(`${'m'.repeat(50)}…`)
    expect(record).not.toContain('m'.repeat(51))
    await stop()
  })

  it('sends new rows to whoever has read the newest, and to nobody who reads older ones', async () => {
    const { thread, log, grew, stop } = logFor(newPath())
    const note = (text: string): void =>
      log.note({ method: 'patchbay/trust', params: { server: text } })
    note('first')
    const spec = { query: { text: 'patchbay/trust -third' }, isGrouped: false }
    const { viewId, count } = await thread.ask('openView', spec)
    await thread.ask('rows', viewId, { from: 0, count: 20 })
    note('second')
    await vi.waitFor(
      () =>
        expect(grew.at(-1)).toMatchObject({
          viewId,
          count: { matched: 2, total: 2, lastSeq: 2 },
          end: { from: 0, rows: [{ id: 2 }, { id: 1 }] }
        }),
      PATIENCE
    )
    const older = await thread.ask('rows', viewId, { from: 0, count: 20, until: count.lastSeq })
    expect([older.count.matched, older.rows.map(({ id }) => id)]).toEqual([1, [1]])
    note('third')
    await vi.waitFor(() => expect(grew.at(-1)).toMatchObject({ count: { total: 3 } }), PATIENCE)
    expect(grew.at(-1)).toMatchObject({ count: { matched: 2 } })
    expect(grew.at(-1)).not.toHaveProperty('end')
    await thread.ask('closeView', viewId)
    await expect(thread.ask('rows', viewId, { from: 0, count: 1 })).rejects.toMatchObject({
      code: 'NOT_FOUND'
    })
    await stop()
  })

  it('writes together what happens in one turn', async () => {
    const { thread, log, standings, stop } = logFor(newPath())
    const ends = await Promise.all(
      Array.from({ length: 200 }, (_, turn) => log.intend(called(String(turn))))
    )
    await vi.waitFor(() => expect(standings.at(-1)).toMatchObject({ newest: 200 }), PATIENCE)
    expect(standings.at(-1)).toMatchObject({ revision: 1 })
    for (const end of ends) end({ result: {} })
    const rows = await allRows(thread)
    expect(rows.filter(({ status }) => status === 'ok')).toHaveLength(200)
    await vi.waitFor(() => expect(standings.at(-1)).toMatchObject({ revision: 2 }), PATIENCE)
    await stop()
  })

  it('refuses what is to be done while what has happened cannot be written either', async () => {
    const path = newPath()
    const { log, standings, stop } = logFor(path)
    const end = await log.intend(called('one'))
    rmSync(join(path, '..'), { recursive: true })
    end({ result: {} })
    await vi.waitFor(() => expect(standings.at(-1)?.problem).toBeDefined(), PATIENCE)
    await expect(log.intend(called('two'))).rejects.toThrow('The audit log cannot be written')
    await stop()
  })

  it('writes no secret to disk, in the database or in a daily file', async () => {
    const path = newPath()
    const { thread, log, stop } = logFor(path)
    thread.hide([SECRET])
    const end = await log.intend(called(`it is ${SECRET}`))
    end({ error: { message: Buffer.from(SECRET).toString('base64') } })
    log.note({ method: `patchbay/${SECRET}`, params: { password: 'pass-canary', [SECRET]: 1 } })
    await stop()
    const bytes = readdirSync(join(path, '..'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('')
    expect(bytes).toContain('password')
    for (const told of [SECRET, Buffer.from(SECRET).toString('base64'), 'pass-canary']) {
      expect(bytes.includes(told)).toBe(false)
    }
  })

  it('loses and doubles nothing when it breaks', async () => {
    const { thread, log, workers, stop } = logFor(newPath())
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => log.intend(called(String(turn))))
    )
    ends.slice(0, 10).forEach((end) => end({ result: {} }))
    await workers[0]?.terminate()
    ends.slice(10).forEach((end) => end({ result: {} }))
    const rows = await allRows(thread)
    expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'ok'))
    expect(await thread.ask('verify')).toMatchObject({ isIntact: true, records: 20 })
    await stop()
  })

  it('refuses with what to do about it where nothing can be written, and says so', async () => {
    const path = newPath()
    writeFileSync(join(path, '..'), 'a file where a folder should be')
    const { log, standings, state, stop } = logFor(path)
    await expect(log.intend(called('hi'))).rejects.toThrow(
      /^The audit log cannot be written: .*\. Free some space\.$/
    )
    await expect.poll(() => standings.at(-1)?.problem).toBeDefined()
    state.isOn = false
    await expect(log.intend(called('hi'))).resolves.toBeDefined()
    await stop()
  })

  it('writes files that others can read', async () => {
    const path = newPath()
    const { thread, log, stop } = logFor(path)
    const end = await log.intend(called('=1+1'))
    end({ result: { content: [] } })
    const csv = join(folder, 'out.csv')
    const jsonl = join(folder, 'out.jsonl')
    expect(await thread.ask('exportTo', EVERYTHING, 'csv', csv)).toBe(1)
    expect(await thread.ask('exportTo', EVERYTHING, 'jsonl', jsonl)).toBe(1)
    expect(readFileSync(csv, 'utf8')).toMatch(/^"id","timestamp",.*\r\n1,"20.*"ok",\r\n$/)
    expect(JSON.parse(readFileSync(jsonl, 'utf8'))).toMatchObject({
      id: 1,
      server: 'files',
      params: { name: 'echo', arguments: { text: '=1+1' } },
      result: { content: [] },
      status: 'ok'
    })
    await stop()
  })
})
