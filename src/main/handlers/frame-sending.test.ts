import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { Workbench } from '../../core/workbench/workbench'
import { ServerId } from '../../shared/protocol/ids'
import { frameHandlers } from './frame-sending'
import { keptTraffic } from './traffic-testing'
import { PLAIN_NETWORKS } from '../../core/network/networks'

const serverId = ServerId.parse('plain')
const FAULTS = join(import.meta.dirname, '../../../e2e/servers/faults.mjs')
const folder = mkdtempSync(join(tmpdir(), 'patchbay-sending-'))
const benches: Workbench[] = []

afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.closeAll()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** An open server, and a ping that was sent to it and recorded. */
async function sent() {
  const bench = new Workbench({
    networks: PLAIN_NETWORKS,
    version: '0',
    servers: [
      {
        id: serverId,
        name: 'plain',
        scope: 'user',
        transport: 'stdio',
        command: process.execPath,
        args: [FAULTS, 'plain'],
        env: { ELECTRON_RUN_AS_NODE: '1' }
      }
    ]
  })
  benches.push(bench)
  await bench.open(serverId)
  const kept = keptTraffic(bench.log)
  const { traffic, live } = kept
  const desk = { scopes: {} } as Parameters<typeof frameHandlers>[0]['desk']
  const routes = frameHandlers({
    workbench: bench,
    traffic,
    desk,
    sender: bench,
    version: '1',
    needsApproval: () => false
  })
  const text = '{"jsonrpc": "2.0", "id": 900, "method": "ping"}'
  const seq = await routes['traffic.send']({ serverId, text })
  /** The same as a file has it that was exported and imported. */
  const imported = async (): Promise<number> => {
    const path = join(folder, 'ping.jsonl')
    await traffic.thread.ask('exportLines', { recording: live }, path)
    return traffic.thread.ask('importLines', path)
  }
  return { bench, routes, ...kept, seq, text, imported }
}

describe('the handlers of frames', () => {
  it('know which ids requests of this session have had', async () => {
    const { bench, routes, seq } = await sent()
    const asked = { serverId, ids: [900, '900', 901] }
    expect(await routes['traffic.usedIds'](asked)).toEqual([{ id: 900, seq }])
    await bench.close(serverId)
    await bench.open(serverId)
    expect(await routes['traffic.usedIds'](asked)).toEqual([])
  })

  it('send a frame as it is written, and it is recorded when they say so', async () => {
    const { store, live, seq, text } = await sent()
    expect([store.raw(live, seq), store.row(live, seq)?.isByHand]).toEqual([text, true])
  })

  it('replay what was sent, with another id and nothing else changed', async () => {
    const { bench, routes, live, seq, text } = await sent()
    const again = await routes['traffic.replay']({ recording: live, seq })
    const { id } = bench.log.entry(again) ?? {}
    expect(id).not.toBe(900)
    expect(bench.log.raw(again)).toBe(text.replace('900', JSON.stringify(id)))
  })

  it('replay what was sent in an earlier run', async () => {
    const { bench, routes, traffic, store, live, seq } = await sent()
    const row = store.row(live, seq)
    const earlier = store.recordings.begin(0)
    store.recordings.live = live
    if (row) store.append(earlier, [row], ['{"jsonrpc":"2.0","id":1,"method":"ping"}'])
    const again = await routes['traffic.replay']({ recording: earlier, seq })
    traffic.flush()
    expect(bench.log.entry(again)).toMatchObject({ kind: 'request', method: 'ping' })
  })

  it('send nothing out of a file, because it may show something else', async () => {
    const { bench, routes, seq, imported } = await sent()
    const recording = await imported()
    const before = bench.log.nextSeq
    await expect(routes['traffic.replay']({ recording, seq })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message:
        'Frames of an imported file are not replayed. With “Edit and resend” you see what is sent.'
    })
    expect(bench.log.nextSeq).toBe(before)
  })

  it('replay nothing that holds hidden values', async () => {
    const { routes, store, live, seq } = await sent()
    const row = store.row(live, seq)
    const earlier = store.recordings.begin(0)
    store.recordings.live = live
    if (row) store.append(earlier, [row], ['{"jsonrpc":"2.0","id":1,"method":"•••"}'])
    await expect(routes['traffic.replay']({ recording: earlier, seq })).rejects.toThrow(
      'holds values that were hidden'
    )
  })

  it('say that a frame is no longer kept', async () => {
    const { routes } = await sent()
    await expect(routes['traffic.replay']({ seq: 9_999 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Frame 9999 is no longer kept.'
    })
  })
})
