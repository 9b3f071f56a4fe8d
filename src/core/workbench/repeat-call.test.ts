import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CallId } from '../../shared/protocol/ids'
import type { JsonObject } from '../../shared/json/json'
import { Redactor } from '../redaction/redaction'
import { historyIn } from '../ledger/calls-testing'
import { repeatCall } from './repeat-call'
import {
  atEnd,
  SERVER,
  serverScript,
  temporaryFolder,
  watched,
  write
} from '../watch/watch-testing'
import type { Workbench } from './workbench'

const SECRET = 'hunter2-hunter2'

/** No arguments of these tests fit it. */
const FORBIDDING = { type: 'object', required: ['what nobody sends'] }

/** A run of the app on what earlier runs have kept. */
function run(folder: string, schema: JsonObject = FORBIDDING) {
  const script = join(folder, 'server.mjs')
  write(script, serverScript(['read'], 'hello', schema))
  const redactor = new Redactor()
  redactor.add([SECRET])
  const { workbench } = watched(script, join(folder, 'watches.json'))
  const history = historyIn(join(folder, 'history'), {
    limit: () => 50,
    redact: (json) => redactor.redactJson(json),
    answer: () => Promise.reject(new Error('not asked for here')),
    live: workbench.liveCalls,
    complain: (message) => {
      throw new Error(message)
    }
  })
  // Calls that run are kept when the workbench closes, and that takes a while.
  atEnd(() => history.settled())
  workbench.onCall((call) => history.keep(call))
  return { workbench, history }
}

async function call(workbench: Workbench, args: JsonObject) {
  const options = { meta: { trace: 'a' }, timeoutMs: 5_000, isForced: true }
  const { done } = await workbench.startCall(SERVER, 'read', args, options)
  return (await done).id
}

/** What went over the wire with each call. */
function sent(workbench: Workbench): readonly unknown[] {
  return workbench.log
    .tail(100)
    .filter(({ origin, method }) => origin === 'workbench' && method === 'tools/call')
    .map(({ seq }) => JSON.parse(workbench.log.raw(seq) ?? '') as { params: JsonObject })
    .map(({ params: { name, arguments: args } }) => ({ name, args }))
}

describe('A call that is made once more', () => {
  it('is sent with what was really sent, which is not written down', async () => {
    const { workbench, history } = run(temporaryFolder())
    const id = await call(workbench, { key: SECRET })
    await history.settled()
    expect((await history.read(id)).arguments).toEqual({ key: '•••' })
    const { arguments: args, meta, timeoutMs, isForced } = await repeatCall(workbench, history, id)
    expect({ args, meta, timeoutMs, isForced }).toEqual({
      args: { key: SECRET },
      meta: { trace: 'a' },
      timeoutMs: 5_000,
      isForced: true
    })
    expect(sent(workbench)).toEqual(Array(2).fill({ name: 'read', args: { key: SECRET } }))
  })

  it('of an earlier run is sent with what was kept', async () => {
    const folder = temporaryFolder()
    const before = run(folder)
    const id = await call(before.workbench, { path: 'x'.repeat(50_000) })
    await before.history.settled()
    const { workbench, history } = run(folder)
    const again = await repeatCall(workbench, history, id)
    expect(again).toMatchObject({ timeoutMs: 5_000, isForced: true, meta: { trace: 'a' } })
    expect(sent(workbench)).toEqual([{ name: 'read', args: { path: 'x'.repeat(50_000) } }])
  })

  it('is sent, and marked, when the tool has forbidden its arguments since then', async () => {
    const folder = temporaryFolder()
    const before = run(folder, { type: 'object' })
    const { done } = await before.workbench.startCall(SERVER, 'read', { path: 'x' })
    const { id, isForced } = await done
    await before.history.settled()
    const { workbench, history } = run(folder)
    const again = await repeatCall(workbench, history, id)
    expect([isForced, again.isForced]).toEqual([undefined, true])
    expect(sent(workbench)).toEqual([{ name: 'read', args: { path: 'x' } }])
  })

  it('of an earlier run is refused when a value in it was hidden', async () => {
    const folder = temporaryFolder()
    const before = run(folder)
    const id = await call(before.workbench, { key: `Bearer ${SECRET}` })
    await before.history.settled()
    const { workbench, history } = run(folder)
    const why = /write the value where ••• stands/
    await expect(repeatCall(workbench, history, id)).rejects.toThrow(why)
    expect(sent(workbench)).toEqual([])
  })

  it('is refused when there was too much to be kept whole', async () => {
    const { workbench, history } = run(temporaryFolder())
    const args = { text: 'x'.repeat(16 * 1024 * 1024) }
    const id = CallId.parse('call-1')
    const ended = { startedAt: 0, progressCount: 0, outcome: { kind: 'cancelled' } } as const
    history.keep({ id, serverId: SERVER, tool: 'read', arguments: args, ...ended })
    const why = /too large to be kept whole/
    await expect(repeatCall(workbench, history, id)).rejects.toThrow(why)
    expect(sent(workbench)).toEqual([])
  })
})
