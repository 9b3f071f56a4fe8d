import { describe, expect, it } from 'vitest'
import type { RpcId } from '../../shared/protocol/json-rpc'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { FAULTY, useFaultBenches, type FaultBench } from '../workbench/fault-testing'
import { connect, listen, REMOTE, usual } from '../workbench/http-testing'

const { bench } = useFaultBenches()

const ping = (id: RpcId): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })

function answerTo({ workbench }: FaultBench, seq: number): Promise<TrafficEntry> {
  return new Promise((resolve) => {
    const found = workbench.log.tail(1_000).find(({ answers }) => answers === seq)
    if (found) return resolve(found)
    const stop = workbench.onTraffic((entry) => {
      if (entry.answers !== seq) return
      stop()
      resolve(entry)
    })
  })
}

describe('a raw frame', () => {
  it('is sent, answered and paired, beside the calls of the session', async () => {
    const parrot = bench('parrot')
    await parrot.open()
    const { seq } = await parrot.workbench.sendRaw(FAULTY, ping('mine'))
    expect(await answerTo(parrot, seq)).toMatchObject({ kind: 'result', id: 'mine' })
    expect(parrot.workbench.log.raw(seq)).toBe(ping('mine'))
    expect(await parrot.text('echo')).toBe('hi')
    expect(parrot.violations).toEqual([])
  })

  it('has an id that nobody else has, where it asks for one', async () => {
    const parrot = bench('parrot')
    await parrot.open()
    const id = parrot.workbench.freshId(FAULTY)
    expect(await parrot.text('echo')).toBe('hi')
    const { seq } = await parrot.workbench.sendRaw(FAULTY, ping(id))
    expect(await answerTo(parrot, seq)).toMatchObject({ kind: 'result', id })
    const ids = parrot.entries.flatMap((it) => (it.kind === 'request' && it.id ? [it.id] : []))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('does not end a call that waits, be it garbage or a request with the same id', async () => {
    const parrot = bench('parrot')
    await parrot.open()
    const { workbench } = parrot
    const { call, done } = await workbench.startCall(FAULTY, 'go', {})
    const waiting = parrot.entries.find(({ target }) => target === 'go')
    const id = waiting?.id ?? ''
    await workbench.sendRaw(FAULTY, '{"jsonrpc": oops')
    await expect
      .poll(() => parrot.entries.filter(({ kind, answers }) => kind === 'error' && !answers).length)
      .toBe(1)
    await expect(workbench.sendRaw(FAULTY, ping(id))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(`the id ${id} `) as string
    })
    expect(workbench.calls().find((it) => it.id === call.id)?.outcome).toBeUndefined()
    await workbench.sendRaw(FAULTY, ping(id), true)
    expect((await done).outcome).toMatchObject({ kind: 'result', result: {} })
  })

  it('is refused by a server that is not open', async () => {
    const parrot = bench('parrot')
    const { workbench } = parrot
    const closed = { code: 'NOT_OPEN', message: 'faulty is not open.' }
    await expect(workbench.sendRaw(FAULTY, ping(1))).rejects.toMatchObject(closed)
    await parrot.open()
    await workbench.close(FAULTY)
    await expect(workbench.sendRaw(FAULTY, ping(1))).rejects.toMatchObject(closed)
    expect(() => workbench.freshId(FAULTY)).toThrow('faulty is not open.')
  })

  it('is refused when no bytes can say exactly what it says', async () => {
    const parrot = bench('parrot')
    await parrot.open()
    const before = parrot.workbench.log.nextSeq
    await expect(parrot.workbench.sendRaw(FAULTY, '"\ud800"')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'There is half a character in it, at position 2, which no UTF-8 text can have.'
    })
    expect(parrot.workbench.log.nextSeq).toBe(before)
  })

  it('that the server does not read any more is refused with the reason', async () => {
    const deaf = bench('closestdin', undefined, { maxRestarts: 0 })
    await deaf.open()
    await deaf.call()
    await expect(deaf.workbench.sendRaw(FAULTY, ping('x'))).rejects.toMatchObject({
      code: 'CONNECTION_LOST',
      message: 'The server no longer reads what is sent to it.'
    })
  })

  it('repeats in headers what the schema of its tool marks for it', async () => {
    const inputSchema = {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } }
    }
    const tools = [{ name: 'echo', inputSchema }]
    const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
    const { url, asked } = await listen(({ message }) => {
      if (message.method === 'server/discover') {
        return { ...complete, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }
      }
      return message.method === 'tools/list' ? { ...complete, tools } : usual(message)
    })
    const workbench = connect(url, 'streamable-http')
    await workbench.open(REMOTE)
    const params = { name: 'echo', arguments: { region: 'eu west' } }
    const call = { jsonrpc: '2.0', id: 'x', method: 'tools/call', params }
    await workbench.sendRaw(REMOTE, JSON.stringify(call))
    await expect.poll(() => asked.at(-1)?.message).toEqual(call)
    expect(asked.at(-1)?.headers).toMatchObject({
      'mcp-method': 'tools/call',
      'mcp-param-region': 'eu west'
    })
  })
})
