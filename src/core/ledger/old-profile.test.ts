/** A profile as the version before the table of calls has left it: opened, listed, and verified. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ExactNumber } from '../../shared/json/exact-number'
import { CallId, ServerId } from '../../shared/protocol/ids'
import { auditFiles } from '../audit/log/audit-files'
import { verifyAudit } from '../audit/log/audit-verify'
import { bundle } from '../channel/bundle-testing'
import { Ledger } from './ledger'
import { StoreClient } from './store-client'
import { openTables } from '../store/rows/tables'
import { listOf } from './calls-testing'
import { History } from './history'
import { LiveCalls } from './live-calls'

const OLD = join(import.meta.dirname, 'old-profile-testing')
const files = ServerId.parse('user:files')
const folder = mkdtempSync(join(tmpdir(), 'patchbay-old-profile-'))
let script = ''

beforeAll(async () => {
  script = await bundle(join(import.meta.dirname, './ledger-worker.ts'), folder)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

function copyOfOld(name: string): string {
  const profile = join(folder, name)
  cpSync(OLD, profile, { recursive: true })
  return profile
}

function run(profile: string) {
  const problems: string[] = []
  const ledger = new Ledger(() => new Worker(script))
  const store = new StoreClient({
    ledger,
    start: {
      path: join(profile, 'traffic', 'traffic.db'),
      oldHistory: join(profile, 'history'),
      startedAt: Date.now(),
      limits: { bytes: 1_000_000_000, days: 36_500 }
    },
    onGrowth: () => {},
    onProblem: ({ message }) => void (message !== undefined && problems.push(message)),
    onNewRecording: () => {}
  })
  const history = new History({
    store: {
      ask: store.ask,
      news: store.callNews,
      breaks: store.breaks,
      hand: (ended) => store.hand({ entries: [], raws: [], ended })
    },
    limit: () => 50,
    redact: (json) => json,
    answer: () => Promise.reject(new Error('not asked for here')),
    live: new LiveCalls(),
    onGrowth: () => {},
    complain: (message) => void problems.push(message)
  })
  return { store, history, problems, stop: () => ledger.stop() }
}

it('has every call of its history in the table, also after a restart, with all digits', async () => {
  const profile = copyOfOld('opened')
  const first = run(profile)
  const listed = await listOf(first.history, files, 'add')
  expect(listed).toMatchObject([
    {
      isPinned: true,
      name: 'All digits',
      arguments: { a: new ExactNumber('12345678901234567890') }
    },
    { isPinned: false, arguments: { a: 1, b: 2 }, meta: { trace: 'abc' }, timeoutMs: 5_000 }
  ])
  const pinned = await first.history.read(listed[0]?.id ?? CallId.parse('none'))
  expect(JSON.stringify(pinned.outcome)).toContain('"sum":12345678901234567890.10')
  expect(await listOf(first.history, files, 'fail')).toMatchObject([{ ending: 'tool-error' }])
  expect(await listOf(first.history, files, 'wait')).toMatchObject([{ ending: 'cancelled' }])
  const [large, held] = await listOf(first.history, files, 'read')
  expect(large).toMatchObject({ hasLargeArguments: true })
  const whole = await first.history.read(large?.id ?? CallId.parse('none'))
  expect(whole).toMatchObject({
    arguments: { text: 'y'.repeat(50_000) },
    meta: { trace: 'def' },
    outcome: { result: { content: [{ text: 'x'.repeat(40_000) }] } }
  })
  expect(held).toMatchObject({ arguments: { path: '/a', key: '•••' } })
  await first.stop()
  const second = run(profile)
  expect(await listOf(second.history, files, 'add')).toEqual(listed)
  expect(second.problems).toEqual([])
  await second.stop()
})

it('keeps the folder in which something was damaged under another name, and says so', async () => {
  const profile = copyOfOld('damaged')
  const { history, problems, stop } = run(profile)
  await listOf(history, files, 'add')
  const aside = readdirSync(profile).find((name) => name.startsWith('history-unread-')) ?? ''
  expect(problems).toEqual([
    `1 call of the history could not be read. All its files were kept in ${join(profile, aside)}.`
  ])
  expect(readdirSync(profile)).not.toContain('history')
  const kept = readdirSync(join(profile, aside), { recursive: true }).map(String)
  expect(kept.filter((name) => name.endsWith('.call.json'))).toHaveLength(7)
  await stop()
})

it('stays as it is while it cannot be moved, and says so', async () => {
  const profile = copyOfOld('full')
  const database = openTables(join(profile, 'traffic', 'traffic.db'), () => {})
  database.exec(`CREATE TRIGGER full BEFORE INSERT ON call
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`)
  const { history, problems, stop } = run(profile)
  expect(await listOf(history, files, 'add')).toEqual([])
  expect(problems).toEqual([expect.stringContaining('disk is full. It stays in')])
  await stop()
  database.exec('DROP TRIGGER full')
  database.close()
  const next = run(profile)
  expect(await listOf(next.history, files, 'add')).toHaveLength(2)
  await next.stop()
})

it('leaves nothing behind where everything was understood', async () => {
  const profile = copyOfOld('whole')
  const calls = readdirSync(join(profile, 'history'), { recursive: true }).map(String)
  for (const name of calls.filter((path) => path.includes('783303-'))) {
    rmSync(join(profile, 'history', name))
  }
  const { history, problems, stop } = run(profile)
  expect(await listOf(history, files, 'add')).toHaveLength(2)
  expect(problems).toEqual([])
  expect(readdirSync(profile).filter((name) => name.startsWith('history'))).toEqual([])
  await stop()
})

it('has its recording and its frames', async () => {
  const { store, stop } = run(copyOfOld('recorded'))
  const [, old] = await store.ask('recordings')
  expect(old).toMatchObject({ id: 1, source: 'run', entries: 20 })
  await stop()
})

it('has an audit log that is intact', async () => {
  expect(await verifyAudit(auditFiles(copyOfOld('audited')))).toMatchObject({ isIntact: true })
})
