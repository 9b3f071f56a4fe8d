import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { historyIn } from '../../core/ledger/calls-testing'
import type { History } from '../../core/ledger/history'
import { Workbench } from '../../core/workbench/workbench'
import { WorkbenchErrorCode } from '../../shared/protocol/errors'
import { CallId, ServerId } from '../../shared/protocol/ids'
import { sessionHandlers } from './session-handlers'
import { PLAIN_NETWORKS } from '../../core/network/networks'

const serverId = ServerId.parse('offers')
const FAULTS = join(import.meta.dirname, '../../../e2e/servers/faults.mjs')
const benches: Workbench[] = []
const folders: string[] = []

afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.closeAll()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Nothing was ever kept in it. */
function emptyHistory({ liveCalls }: Workbench): History {
  const nothing = (): void => {}
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-sessions-'))
  folders.push(folder)
  return historyIn(folder, {
    limit: () => 0,
    redact: (json) => json,
    answer: () => Promise.reject(new Error('not asked for here')),
    live: liveCalls,
    complain: nothing
  })
}

async function handlers(...mode: readonly string[]) {
  const bench = new Workbench({
    networks: PLAIN_NETWORKS,
    version: '0',
    servers: [
      {
        id: serverId,
        name: 'offers',
        scope: 'user',
        transport: 'stdio',
        command: process.execPath,
        args: [FAULTS, ...(mode.length > 0 ? mode : ['offers'])],
        env: { ELECTRON_RUN_AS_NODE: '1' }
      }
    ]
  })
  benches.push(bench)
  await bench.open(serverId)
  return {
    bench,
    routes: sessionHandlers(bench, emptyHistory(bench), { person: bench, program: bench })
  }
}

describe('the handlers of sessions', () => {
  it('pass a small resource on, and hold a large one where it can be found', async () => {
    const { bench, routes } = await handlers()
    const read = (uri: string) => routes['resource.read']({ serverId, uri, isForced: false })
    expect(await read('test://a')).toMatchObject({ outcome: { kind: 'result' }, isCached: false })
    const large = await read('test://size/100000')
    expect(large).toMatchObject({ outcome: { kind: 'held' } })
    expect(bench.log.raw(large.answerSeq ?? 0)?.length).toBeGreaterThan(100_000)
  })

  it('answer what is called off as cancelled, and tell the server', async () => {
    const { bench, routes } = await handlers()
    const uri = 'test://never'
    const reading = routes['resource.read']({ serverId, uri, isForced: false, key: 'k' })
    await expect.poll(() => bench.log.tail(1)[0]?.method).toBe('resources/read')
    await routes['exchange.cancel']({ key: 'k' })
    expect((await reading).outcome).toEqual({ kind: 'cancelled' })
    expect(bench.log.tail(1)).toMatchObject([{ method: 'notifications/cancelled' }])
  })

  it('complete the newest of what is asked for by one key', async () => {
    const { bench, routes } = await handlers()
    const ref = { type: 'ref/prompt', name: 'greet' } as const
    const complete = (value: string) =>
      routes['completion.complete']({ serverId, key: 'k', ref, argument: { name: 'who', value } })
    const first = complete('never')
    await expect.poll(() => bench.log.tail(1)[0]?.method).toBe('completion/complete')
    const second = await complete('a')
    expect([(await first).values.length, second.values.length]).toEqual([0, 100])
    const methods = bench.log.tail(4).map(({ method }) => method)
    expect(methods).toContain('notifications/cancelled')
  })

  it('start a call as the person wants it made', async () => {
    const { routes } = await handlers()
    const wanted = { serverId, tool: 'echo', arguments: { text: 1 }, meta: { a: 1 } }
    const call = await routes['call.start']({ ...wanted, timeoutMs: 1_000, isForced: true })
    expect(call).toMatchObject({ meta: { a: 1 }, timeoutMs: 1_000, isForced: true })
  })

  it.each(['catalogue.before', 'catalogue.seen', 'postMortem.dismiss', 'resource.unsubscribe'])(
    'know nothing of a server that is not there: %s',
    async (name) => {
      const { bench, routes } = await handlers()
      const told: ServerId[] = []
      bench.onSession((report) => told.push(report.serverId))
      const nobody = ServerId.parse('nobody')
      const input = { serverId: nobody, kind: 'tools', key: 'echo', uri: 'test://a' } as const
      const route = routes[name as 'catalogue.before']
      await expect(route(input)).rejects.toMatchObject({ code: WorkbenchErrorCode.NotFound })
      expect(told).not.toContain(nobody)
    }
  )

  it('answer a call with only the beginning of arguments that are large', async () => {
    const { bench, routes } = await handlers()
    const args = { text: 'x'.repeat(3_000_000) }
    const started = await routes['call.start']({ serverId, tool: 'echo', arguments: args })
    expect(JSON.stringify(started).length).toBeLessThan(10_000)
    expect(bench.calls()).toMatchObject([{ id: started.id, arguments: args }])
    expect(JSON.stringify(await routes['calls.list'](undefined)).length).toBeLessThan(10_000)
  })

  it('make a call again by its name, and none that nobody knows', async () => {
    const { bench, routes } = await handlers()
    const args = { text: 'x'.repeat(3_000_000) }
    const { call } = await bench.startCall(serverId, 'echo', args)
    const again = await routes['call.repeat']({ callId: call.id })
    expect(JSON.stringify(again).length).toBeLessThan(10_000)
    expect(bench.calls().map(({ arguments: sent }) => sent)).toEqual([args, args])
    const unknown = routes['call.repeat']({ callId: CallId.parse('call-0') })
    await expect(unknown).rejects.toMatchObject({ code: WorkbenchErrorCode.NotFound })
  })

  it('list the last calls as far as they fit, and those that run in any case', async () => {
    const { bench, routes } = await handlers('hang', 'go')
    const text = 'x'.repeat(240_000)
    const start = (tool: string) => bench.startCall(serverId, tool, { text })
    const listed = async () => (await routes['calls.list'](undefined)).map(({ tool }) => tool)
    for (const tool of ['echo', 'echo', 'echo', 'echo', 'fail']) await (await start(tool)).done
    expect(await listed()).toEqual(['echo', 'echo', 'echo', 'fail'])
    const running = await Promise.all(Array.from({ length: 5 }, () => start('go')))
    expect(await listed()).toEqual(['go', 'go', 'go', 'go', 'go'])
    for (const { call } of running) bench.cancelCall(call.id)
  })
})
