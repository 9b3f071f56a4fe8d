import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { AuditLog } from '../../core/audit/log/audit-log'
import { bundle } from '../../core/channel/bundle-testing'
import { AuditClient } from '../../core/ledger/audit-client'
import { SETTINGS } from '../../core/ledger/audit-testing'
import { Ledger } from '../../core/ledger/ledger'
import { systemClock } from '../../core/time/clock'
import { FAULTY, useFaultBenches } from '../../core/workbench/fault-testing'
import type { AuditStanding } from '../../shared/traffic/audit'
import type { CallChange } from '../../shared/calls/call-contract'
import { broadcast, type Send } from './broadcast'

const CALLS = 1_000
/** They end in turns, and each turn may be told and written by itself. */
const MOST_EVENTS = 30
const MOST_TRANSACTIONS = 30

const { bench } = useFaultBenches()
const folder = mkdtempSync(join(tmpdir(), 'patchbay-broadcast-'))
let script = ''
beforeAll(async () => {
  script = await bundle(join(import.meta.dirname, '../../core/ledger/ledger-worker.ts'), folder)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

/** A real log in a thread of its own, and how often it was written. */
function auditing() {
  const ledger = new Ledger(() => new Worker(script))
  const path = join(folder, 'audit.db')
  let standing: Pick<AuditStanding, 'newest' | 'revision'> = { newest: 0, revision: 0 }
  const thread = new AuditClient({
    ledger,
    start: { path, lastLink: `${path}.json`, settings: SETTINGS },
    onStanding: (now) => (standing = now),
    onNotice: (message) => expect.unreachable(message)
  })
  const audit = new AuditLog({
    begin: (intent) => thread.begin(intent),
    hand: (late) => thread.hand(late),
    clock: systemClock,
    isOn: () => true,
    nameOf: () => 'faulty',
    isTextCut: () => false,
    wayOut: 'Free some space.'
  })
  /** How many transactions there were, once all of them are done. */
  const written = async (): Promise<number> => {
    const end = await audit.intend({ method: 'patchbay/mark', params: {} })
    end({ result: {} })
    await thread.settled()
    const { viewId } = await thread.ask('openView', { query: { text: '' }, isGrouped: false })
    const { rows } = await thread.ask('rows', viewId, { from: 0, count: 1 })
    await vi.waitFor(() => expect(standing.newest).toBe(rows[0]?.id), 10_000)
    return standing.revision
  }
  return { audit, written, stop: () => ledger.stop() }
}

describe('a session that ends with a thousand calls pending', () => {
  it('is told to the window in a few events, and to the log in a few transactions', async () => {
    const { audit, written, stop } = auditing()
    const { workbench } = bench('never', undefined, {}, { audit })
    await workbench.open(FAULTY)
    const events: (readonly CallChange[])[] = []
    const send: Send = (event, payload) => {
      if (event === 'calls.changed') events.push(payload as readonly CallChange[])
    }
    broadcast(workbench, send)
    const begun = Array.from({ length: CALLS }, () => workbench.startCall(FAULTY, 'go', {}))
    const started = await Promise.all(begun)
    await vi.waitFor(() => expect(new Set(events.flat().map(({ id }) => id)).size).toBe(CALLS))
    const before = await written()
    events.length = 0
    await workbench.close(FAULTY)
    await Promise.all(started.map(({ done }) => done))
    const ended = (): number => events.flat().filter(({ outcome }) => outcome).length
    await vi.waitFor(() => expect(ended()).toBe(CALLS))
    expect(events.length).toBeLessThanOrEqual(MOST_EVENTS)
    expect((await written()) - before).toBeLessThanOrEqual(MOST_TRANSACTIONS)
    await stop()
  })
})
