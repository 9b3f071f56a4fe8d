/** A history whose thread breaks while it is looked at. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call, CallGrowth } from '../../shared/calls/call-contract'
import { CallId, ServerId } from '../../shared/protocol/ids'
import { bundle } from '../channel/bundle-testing'
import { History } from './history'
import { Ledger } from './ledger'
import { LiveCalls } from './live-calls'
import { StoreClient } from './store-client'

const files = ServerId.parse('user:files')
const folder = mkdtempSync(join(tmpdir(), 'patchbay-history-restart-'))
let script = ''
let runs = 0

beforeAll(async () => {
  script = await bundle(join(import.meta.dirname, './ledger-worker.ts'), folder)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

function run() {
  const workers: Worker[] = []
  const told: CallGrowth[] = []
  const live = new LiveCalls()
  const ledger = new Ledger(() => {
    const worker = new Worker(script)
    workers.push(worker)
    return worker
  })
  const store = new StoreClient({
    ledger,
    start: {
      path: join(folder, `run-${++runs}`, 'traffic.db'),
      startedAt: 1,
      limits: { bytes: 1_000_000_000, days: 30 }
    },
    onGrowth: () => {},
    onProblem: () => {},
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
    live,
    onGrowth: (change) => told.push(change),
    complain: () => {}
  })
  /** A call that has ended, and is in the table of calls when this resolves. */
  const keepOne = async (): Promise<CallId> => {
    const id = CallId.parse(live.nextId())
    const call: Call = {
      id,
      serverId: files,
      tool: 'read',
      arguments: {},
      startedAt: 1,
      progressCount: 0,
      outcome: { kind: 'result', result: {} }
    }
    live.remember(call)
    history.keep(call)
    await history.settled()
    return id
  }
  const breakThread = async (): Promise<void> => void (await workers.at(-1)?.terminate())
  const kept = () => told.flatMap((change) => change.kept)
  return { history, live, told, kept, keepOne, breakThread, stop: () => ledger.stop() }
}

describe('a history whose thread breaks', () => {
  it('knows of each call that was taken that the table has it', async () => {
    const { live, kept, keepOne, breakThread, stop } = run()
    const id = await keepOne()
    await breakThread()
    await expect.poll(kept, { timeout: 8_000 }).toEqual([id])
    expect(live.list()).toEqual([])
    await stop()
  })

  it('says of each list that was looked at that it is to be opened anew', async () => {
    const { history, told, keepOne, breakThread, stop } = run()
    await keepOne()
    const spec = { serverId: files, tool: 'read', filter: '' }
    const { viewId } = await history.open(spec)
    const closed = await history.open(spec)
    await history.close(closed.viewId)
    await breakThread()
    const grew = () => told.flatMap((change) => change.grew)
    await expect.poll(() => grew().at(-1), { timeout: 8_000 }).toEqual({ viewId, isGone: true })
    expect(grew().filter((growth) => growth.viewId === closed.viewId)).toEqual([])
    expect((await history.open(spec)).count.matched).toBe(1)
    await stop()
  })
})
