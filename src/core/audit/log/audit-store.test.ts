import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import type { AuditStatus } from '../../../shared/traffic/audit'
import { KEPT_BYTES } from './audit-redaction'
import { AuditReader } from './audit-query'
import { AuditStore } from './audit-store'
import { openAuditTables } from './audit-tables'
import { ALL_ROWS, ending, EVERYTHING, intent } from '../../ledger/audit-testing'
import { verifyAudit } from './audit-verify'
import { CANCELLED, CANCELLED_TEXT } from '../auditing'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-audit-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

function opened(path = join(folder, `${++files}.db`)) {
  const database = openAuditTables(path)
  return { path, database, store: new AuditStore(database), reader: new AuditReader(database) }
}

describe('the audit log', () => {
  it('has the table that others read, with what was asked and what became of it', () => {
    const { path, store } = opened()
    store.begin(intent('a'))
    store.end(ending('a', { error: '{"code":-32602}', isFailed: true }))
    store.close()
    const other = new DatabaseSync(path, { readOnly: true })
    expect(other.prepare('SELECT * FROM mcp_audit_log').all()).toEqual([
      {
        id: 1,
        timestamp: '2026-01-01T12:00:00.000Z',
        session_id: 'session-1',
        method: 'tools/call',
        params: '{"name":"echo","arguments":{"text":"a"}}',
        result: '{"content":[]}',
        error: '{"code":-32602}',
        duration_ms: 12
      }
    ])
    other.close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('says of a record that has no end that it runs, while whoever wrote it does', () => {
    const { database, store, reader } = opened()
    store.begin(intent('a'))
    store.begin(intent('b'))
    database.exec(`INSERT INTO audit_run VALUES (99, 1, 'another boot 5', '2020-01-01')`)
    database.exec(`UPDATE audit_detail SET run = 99 WHERE token = 'b'`)
    expect(reader.rows(EVERYTHING, ALL_ROWS).map(({ status }) => status)).toEqual([
      'interrupted',
      'running'
    ])
    expect(reader.count({ text: '', status: 'interrupted' }).matched).toBe(1)
    store.close()
  })

  it('is cancelled rather than failed where nobody wanted to wait any more', () => {
    const { store, reader } = opened()
    const { result: _, ...cancelled } = ending('a', { isFailed: true, error: CANCELLED_TEXT })
    const { line } = store.note(intent('a'), cancelled)
    const answered = JSON.stringify({ code: -32800, ...CANCELLED })
    store.note(intent('b'), ending('b', { isFailed: true, error: answered }))
    const found = (status: AuditStatus): readonly number[] =>
      reader.rows({ text: '', status }, ALL_ROWS).map(({ id }) => id)
    expect([line['status'], reader.read(1)?.status]).toEqual(['cancelled', 'cancelled'])
    expect([found('cancelled'), found('failed')]).toEqual([[1], [2]])
    store.close()
  })

  it('is written once, however often it is handed over', () => {
    const { store, reader } = opened()
    expect([store.begin(intent('a')).id, store.begin(intent('a')).id]).toEqual([1, 1])
    expect(store.end(ending('a'))?.id).toBe(1)
    expect(store.end(ending('a', { durationMs: 99 }))).toBeUndefined()
    expect(store.end(ending('nobody'))).toBeUndefined()
    expect(reader.rows(EVERYTHING, ALL_ROWS)).toMatchObject([{ id: 1, durationMs: 12 }])
    store.close()
  })

  it('keeps the beginning of what is long, with the size and the hash of the whole', () => {
    const { store, reader } = opened()
    const params = JSON.stringify({ arguments: { text: 'ä'.repeat(KEPT_BYTES) } })
    store.begin(intent('a', { params }))
    const kept = reader.read(1)?.params
    expect(kept).toMatchObject({ bytes: Buffer.byteLength(params), isCut: true })
    expect(kept?.sha256).toMatch(/^[\da-f]{64}$/)
    expect(Buffer.byteLength(kept?.text ?? '')).toBeLessThanOrEqual(KEPT_BYTES)
    expect(kept?.text.endsWith('ä')).toBe(true)
    store.close()
  })

  it('is found by words, by status and by session, newest first', () => {
    const { store, reader } = opened()
    store.begin(intent('Größe one'))
    store.begin(intent('two', { sessionId: 'session-2', serverName: 'mail' }))
    store.begin(intent('three', { method: 'resources/read', params: '{"uri":"file:///a_b"}' }))
    store.end(ending('three', { isFailed: true }))
    const found = (text: string, more = {}): readonly number[] =>
      reader.rows({ text, ...more }, ALL_ROWS).map(({ id }) => id)
    expect(found('')).toEqual([3, 2, 1])
    expect(found('GRÖSSE')).toEqual([])
    expect(found('GRÖßE')).toEqual([1])
    expect(found('tools two')).toEqual([2])
    expect(found('a_b')).toEqual([3])
    expect(found('a%b')).toEqual([])
    expect(found('"Größe one"')).toEqual([1])
    expect(found('-two -"size one"')).toEqual([3, 1])
    expect(found('server:MAIL')).toEqual([2])
    expect(found('-server:ma*')).toEqual([3, 1])
    expect(found('server:user:files')).toEqual([3, 2, 1])
    expect(found('method:resources/*|prompts/*')).toEqual([3])
    expect(found('status:running -status:failed|ok server:files')).toEqual([1])
    expect(found('', { status: 'failed' })).toEqual([3])
    expect(found('', { sessionId: 'session-2' })).toEqual([2])
    expect(reader.read(3)?.target).toBe('file:///a_b')
    store.close()
  })

  it('tells two servers of one name apart, and finds each of them and both', () => {
    const { store, reader } = opened()
    store.begin(intent('one'))
    expect(reader.read(1)?.serverName).toBe('files')
    store.begin(intent('two', { serverId: 'project:0123456789ab:files' }))
    expect([reader.read(1)?.serverName, reader.read(2)?.serverName]).toEqual([
      'files · user',
      'files · project'
    ])
    const found = (text: string): readonly number[] =>
      reader.rows({ text }, ALL_ROWS).map(({ id }) => id)
    expect(found('server:files')).toEqual([2, 1])
    expect(found('server:"files · project"')).toEqual([2])
    expect(found('-server:"Files · user"')).toEqual([2])
    store.close()
  })

  it('lists what belongs to a session together, with how much that is', () => {
    const { store, reader } = opened()
    store.begin(intent('1', { sessionId: 'old' }))
    store.begin(intent('2', { sessionId: 'new' }))
    store.begin(intent('3', { sessionId: 'old' }))
    store.begin(intent('4', { sessionId: 'new' }))
    const rows = reader.rows(EVERYTHING, { ...ALL_ROWS, isGrouped: true })
    expect(rows.map(({ id, inSession }) => [id, inSession])).toEqual([
      [4, 2],
      [2, undefined],
      [3, 2],
      [1, undefined]
    ])
    store.close()
  })

  it('lists what belongs to no session by its server', () => {
    const { store, reader } = opened()
    const noted = (token: string, server?: string): unknown => {
      const { sessionId: _, serverId: _id, serverName: _name, ...rest } = intent(token)
      return store.begin({ ...rest, ...(server && { serverId: server, serverName: server }) })
    }
    noted('1', 'files')
    noted('2', 'mail')
    noted('3')
    noted('4', 'files')
    store.begin(intent('5', { serverName: 'files' }))
    const rows = reader.rows(EVERYTHING, { ...ALL_ROWS, isGrouped: true })
    expect(rows.map(({ id, serverName, inSession }) => [id, serverName, inSession])).toEqual([
      [5, 'files · user', 1],
      [4, 'files · command line', 2],
      [1, 'files · command line', undefined],
      [3, undefined, 1],
      [2, 'mail', 1]
    ])
    store.close()
  })

  it('forgets the oldest by age and by size, and is still intact', async () => {
    const { path, store, reader } = opened()
    const day = (token: number): number => Date.UTC(2026, 0, 1 + token)
    for (let token = 0; token < 10; token++) {
      store.begin(intent(String(token), { time: day(token) }))
    }
    // How an old one ended is written after others began.
    for (let token = 0; token < 10; token++) store.end(ending(String(token)))
    expect(store.trim({ bytes: 1_000_000_000, oldestAt: day(4) })).toBe(4)
    expect(reader.rows(EVERYTHING, ALL_ROWS).map(({ id }) => id)).toEqual([11, 10, 9, 8, 7, 6, 5])
    expect(await verifyAudit({ path })).toMatchObject({ isIntact: true, records: 7, removed: 4 })
    for (let more = 0; more < 200; more++) {
      store.note(intent(`n${more}`, { params: `"${'x'.repeat(5_000)}"` }), ending(`n${more}`))
    }
    expect(store.trim({ bytes: 400_000, oldestAt: 0 })).toBeGreaterThan(100)
    expect(await verifyAudit({ path })).toMatchObject({ isIntact: true })
    expect(store.trim({ bytes: 1_000_000_000, oldestAt: Date.UTC(2027, 0, 1) })).toBeGreaterThan(0)
    expect(store.begin(intent('last')).id).toBeGreaterThan(210)
    expect(await verifyAudit({ path })).toMatchObject({ isIntact: true, records: 2 })
    store.close()
  })

  it('lists names with a NUL in them whole', async () => {
    const { path, store, reader } = opened()
    const params = JSON.stringify({ name: 'a\0b' })
    const named = { params, serverId: 'user:c\0d', serverName: 'c\0d', method: 'e\0f' }
    store.note(intent('1', named), ending('1', { result: 'no\0JSON' }))
    store.note(intent('2', { params }), ending('2'))
    const [second, first] = reader.rows(EVERYTHING, ALL_ROWS)
    expect(second?.target).toBe('a<U+0000>b')
    expect(first).toMatchObject({
      method: 'e<U+0000>f',
      serverId: 'user:c<U+0000>d',
      serverName: 'c<U+0000>d'
    })
    expect(reader.read(1)?.result?.text).toBe('no<U+0000>JSON')
    expect(await verifyAudit({ path })).toMatchObject({ isIntact: true })
    store.close()
  })

  it('keeps young records though the clock was once set back', async () => {
    const { path, store, reader } = opened()
    const day = (days: number): number => Date.UTC(2026, 0, 1 + days)
    const times = [day(0), day(1), day(400), day(401), Date.UTC(2001, 0, 1), day(402)]
    times.forEach((time, token) => store.note(intent(`${token}`, { time }), ending(`${token}`)))
    expect(store.trim({ bytes: 1_000_000_000, oldestAt: day(365) })).toBe(2)
    expect(reader.rows(EVERYTHING, ALL_ROWS).map(({ id }) => id)).toEqual([7, 6, 5, 4, 3])
    expect(store.trim({ bytes: 1_000_000_000, oldestAt: day(365) })).toBe(0)
    expect(await verifyAudit({ path })).toMatchObject({ isIntact: true, records: 5, removed: 2 })
    store.close()
  })

  it('can be written by two at the same time', async () => {
    const first = opened()
    const second = opened(first.path)
    for (let turn = 0; turn < 20; turn++) {
      first.store.begin(intent(`first ${turn}`))
      second.store.begin(intent(`second ${turn}`))
      first.store.end(ending(`first ${turn}`))
      second.store.end(ending(`second ${turn}`))
    }
    expect(await verifyAudit({ path: first.path })).toMatchObject({ isIntact: true, records: 40 })
    first.store.close()
    second.store.close()
  })
})
