import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { AuditClient } from './audit-client'
import { intent, SETTINGS } from './audit-testing'
import { bundle } from '../channel/bundle-testing'
import { StoreClient, type Handed } from './store-client'
import { Ledger } from './ledger'

const BATCH = 1_000
/** Far more than are taken before an intent is written. */
const MOST_BATCHES = 300
const folder = mkdtempSync(join(tmpdir(), 'patchbay-ledger-'))
let script = ''

beforeAll(async () => {
  script = await bundle(join(import.meta.dirname, 'ledger-worker.ts'), folder)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

function batch(first: number): Handed {
  const seqs = Array.from({ length: BATCH }, (_, index) => first + index)
  const serverId = ServerId.parse('floods')
  return {
    entries: seqs.map((seq) => ({
      seq,
      time: seq,
      serverId,
      origin: 'server',
      kind: 'noise',
      bytes: 1
    })),
    raws: seqs.map(() => 'x'.repeat(100))
  }
}

describe('the thread of the ledger', () => {
  it('writes to the audit log while traffic is handed over without end', async () => {
    const ledger = new Ledger(() => new Worker(script))
    const traffic = new StoreClient({
      ledger,
      start: {
        path: join(folder, 'traffic.db'),
        startedAt: 1,
        limits: { bytes: 1_000_000_000, days: 1 }
      },
      onGrowth: () => {},
      onProblem: () => {},
      onNewRecording: () => {}
    })
    const path = join(folder, 'audit.db')
    const audit = new AuditClient({
      ledger,
      start: { path, lastLink: `${path}.json`, settings: SETTINGS },
      onStanding: () => {},
      onNotice: () => {}
    })
    await traffic.liveRecording()

    let handed = 0
    let isOver = false
    const flood = async (): Promise<void> => {
      while (!isOver && handed < MOST_BATCHES) {
        traffic.hand(batch(handed++ * BATCH + 1))
        await traffic.congestion
      }
    }
    const flooding = flood()
    for (const token of ['first', 'second', 'third']) await audit.begin(intent(token))
    isOver = true
    await flooding
    expect(handed).toBeLessThan(MOST_BATCHES / 2)
    await ledger.stop()
  })
})
