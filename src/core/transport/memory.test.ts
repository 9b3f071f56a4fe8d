import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { systemClock } from '../time/clock'
import { TrafficLog } from '../traffic/traffic-log'
import { MemoryTransport } from './memory'
import { failureOf, listenTo, request } from './remote-testing'
import { Tap } from '../wire/tap'

async function openMemory() {
  const log = new TrafficLog()
  const tap = new Tap(log, ServerId.parse('demo'), systemClock)
  const wire = new MemoryTransport({}, tap, systemClock)
  const listened = listenTo(wire, log)
  await wire.start()
  return { wire, ...listened }
}

describe('MemoryTransport', () => {
  it('hands messages and raw text over, and writes all of it down', async () => {
    const { wire, heard, log } = await openMemory()
    wire.server.onHeard = () => wire.server.say({ jsonrpc: '2.0', id: 1, result: {} })
    await wire.send(request(1, 'ping'))
    wire.server.say('not JSON')
    expect(wire.server.heard).toEqual([request(1, 'ping')])
    expect(heard.map(({ shape }) => shape.kind)).toEqual(['result', 'not a frame'])
    expect(log.tail(9).map(({ kind }) => kind)).toEqual(['request', 'result', 'noise'])
  })

  it('ends once, and says why when the server left', async () => {
    const { wire, closes } = await openMemory()
    const failure = { class: 'network' as const, message: 'Gone.', isUnsent: false }
    wire.server.leave(failure)
    await wire.close()
    expect([wire.end, closes()]).toEqual([{ kind: 'failed', failure }, 1])
    expect(await failureOf(wire.send(request(1, 'ping')))).toMatchObject({ class: 'closed' })
  })
})
