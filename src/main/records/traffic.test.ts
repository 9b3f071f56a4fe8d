import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Redactor } from '../../core/redaction/redaction'
import { bundle } from '../../core/channel/bundle-testing'
import { Ledger } from '../../core/ledger/ledger'
import { systemClock } from '../../core/time/clock'
import { Tap } from '../../core/wire/tap'
import { Workbench } from '../../core/workbench/workbench'
import { ServerId } from '../../shared/protocol/ids'
import type { IpcEvents } from '../../shared/ipc/ipc-contract'
import type { TrafficCount } from '../../shared/traffic/traffic-row'
import { openTraffic } from './traffic'
import { PLAIN_NETWORKS } from '../../core/network/networks'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-main-traffic-'))
let script = ''
beforeAll(async () => {
  script = await bundle(join(import.meta.dirname, '../../core/ledger/ledger-worker.ts'), folder)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

it('tells the window how many frames there are before it shows the last of them', async () => {
  const workbench = new Workbench({ networks: PLAIN_NETWORKS, servers: [], version: '0' })
  const ledger = new Ledger(() => new Worker(script))
  const counted: number[] = []
  const listed = Promise.withResolvers<number>()
  const traffic = openTraffic({
    profile: folder,
    workbench,
    redactor: new Redactor(),
    events: {
      isBehind: () => false,
      send: (event, payload) => {
        if (event === 'traffic.counted') counted.push((payload as TrafficCount).lastSeq)
        if (event !== 'traffic.grew') return
        const [grew] = payload as IpcEvents['traffic.grew']
        if (grew && 'count' in grew && grew.count.matched > 0) listed.resolve(grew.count.lastSeq)
      }
    },
    ledger,
    limits: { bytes: 1e9, days: 1 }
  })
  const recording = await traffic.thread.liveRecording()
  await traffic.views.add({
    recording,
    query: '',
    isPaired: false,
    isFolded: false,
    hidesBackground: false
  })
  const tap = new Tap(workbench.log, ServerId.parse('demo'), systemClock)
  tap.frame('server', '{"jsonrpc":"2.0","method":"notifications/message"}', 50)
  expect([await listed.promise, counted.at(-1)]).toEqual([1, 1])
  await traffic.stop()
  await ledger.stop()
})

it('tells the window which lists are gone when the thread that had them breaks', async () => {
  const workbench = new Workbench({ networks: PLAIN_NETWORKS, servers: [], version: '0' })
  const workers: Worker[] = []
  const ledger = new Ledger(() => {
    const worker = new Worker(script)
    workers.push(worker)
    return worker
  })
  const grown: IpcEvents['traffic.grew'][number][] = []
  const traffic = openTraffic({
    profile: join(folder, 'breaks'),
    workbench,
    redactor: new Redactor(),
    events: {
      isBehind: () => false,
      send: (event, payload) => {
        if (event === 'traffic.grew') grown.push(...(payload as IpcEvents['traffic.grew']))
      }
    },
    ledger,
    limits: { bytes: 1e9, days: 1 }
  })
  const recording = await traffic.thread.liveRecording()
  const spec = { recording, query: '', isPaired: false, isFolded: false }
  const { viewId } = await traffic.views.add(spec)
  await workers[0]?.terminate()
  await expect.poll(() => grown).toEqual([{ viewId, isGone: true }])
  expect((await traffic.views.add(spec)).viewId).not.toBe(viewId)
  await traffic.stop()
  await ledger.stop()
})
