import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../shared/calls/call'
import { ServerId } from '../../shared/protocol/ids'
import { DEFAULT_SETTINGS } from '../../shared/servers/server-config'
import { fakeClock } from '../time/fake-clock'
import { Conversation } from './conversation'
import { HealthWatch, type Unhealthy } from './health'
import { NO_INPUTS } from './input'
import { ScriptedWire } from '../session/scripted-server'

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

async function watch() {
  const clock = fakeClock()
  const wire = new ScriptedWire(clock)
  const lost: Outcome[] = []
  const conversation = new Conversation({
    wire,
    clock,
    settings: { ...DEFAULT_SETTINGS, era: 'legacy' },
    client: { name: 'patchbay', title: 'Patchbay', version: '0' },
    definition: { id: ServerId.parse('script') },
    isStateless: false,
    isLegacyOnly: false,
    inputs: NO_INPUTS,
    lastStderr: () => [],
    note: () => undefined,
    onNotification: () => undefined,
    onEnd: () => undefined,
    onRenewed: () => undefined,
    onUnreachable: () => undefined,
    onUnusable: (outcome) => lost.push(outcome)
  })
  wire.onHeard = ({ id, method }) => {
    if (method !== 'initialize') return
    const serverInfo = { name: 's', version: '1' }
    const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo }
    queueMicrotask(() => wire.say({ id, result }))
  }
  await conversation.open()
  const verdicts: Unhealthy[] = []
  const well: number[] = []
  const health = new HealthWatch(clock, DEFAULT_SETTINGS, {
    onUnhealthy: (_, how) => verdicts.push(how),
    onHealthy: () => well.push(clock.monotonic())
  })
  health.start(conversation)
  const pass = async (ms: number): Promise<void> => {
    clock.pass(ms)
    await settled()
  }
  const pings = (): number => wire.heard.filter(({ method }) => method === 'ping').length
  return { health, wire, clock, conversation, verdicts, well, pass, pings }
}

describe('HealthWatch', () => {
  it('asks once a minute, for as long as there are answers', async () => {
    const { wire, pass, pings, verdicts, well } = await watch()
    for (let minute = 1; minute <= 3; minute++) {
      await pass(60_000)
      wire.say({ id: wire.heard.at(-1)?.id, result: {} })
      await settled()
    }
    expect([pings(), verdicts, well]).toEqual([3, [], [60_000, 120_000, 180_000]])
  })

  it('takes a server for hung that neither answers nor says anything for 30 seconds', async () => {
    const { pass, verdicts } = await watch()
    await pass(60_000)
    await pass(30_000)
    expect(verdicts).toEqual([{ kind: 'hung', afterMs: 30_000 }])
  })

  it('does not take a server for hung that says something, if not the answer', async () => {
    const { wire, pass, verdicts } = await watch()
    await pass(60_000)
    await pass(10_000)
    wire.say({ method: 'notifications/message', params: { level: 'info', data: 'busy' } })
    await pass(20_000)
    expect(verdicts).toEqual([])
  })

  it('takes a server for unreachable only after it has tried three times', async () => {
    const { wire, pass, verdicts } = await watch()
    wire.refusal = { class: 'network', message: 'gone', isUnsent: true }
    await pass(60_000)
    expect(verdicts).toEqual([])
    await pass(1_000)
    await pass(2_000)
    expect(verdicts).toMatchObject([{ kind: 'unreachable' }])
  })

  it('asks soon after the stream of the server ended, however often that happens', async () => {
    const { health, wire, conversation, pass, pings, verdicts } = await watch()
    for (let ends = 0; ends < 4; ends++) {
      health.askSoon(conversation)
      await pass(300)
    }
    expect(pings()).toBe(1)
    wire.say({ id: wire.heard.at(-1)?.id, result: {} })
    await settled()
    wire.refusal = { class: 'network', message: 'gone', isUnsent: true }
    health.askSoon(conversation)
    await pass(1_000)
    expect(verdicts).toMatchObject([{ kind: 'unreachable' }])
  })

  it('asks soon when nobody is there any more, and once where somebody answers all the same', async () => {
    const { wire, pass, pings, verdicts } = await watch()
    await pass(5_000)
    await pass(1_000)
    expect(pings()).toBe(0)
    wire.isAlone = true
    await pass(5_000)
    await pass(1_000)
    expect(pings()).toBe(1)
    wire.say({ id: wire.heard.at(-1)?.id, result: {} })
    for (let seconds = 0; seconds < 50; seconds += 1) await pass(1_000)
    expect([pings(), verdicts]).toEqual([1, []])
    wire.refusal = { class: 'network', message: 'gone', isUnsent: true }
    for (let seconds = 0; seconds < 11; seconds += 1) await pass(1_000)
    expect(verdicts).toMatchObject([{ kind: 'unreachable' }])
  })

  it('goes on looking when it cannot be known whether anybody is there', async () => {
    const { wire, pass, pings } = await watch()
    const look = wire.isDeserted.bind(wire)
    wire.isDeserted = () => Promise.reject(new Error('The password of the proxy cannot be read.'))
    await pass(5_000)
    wire.isDeserted = look
    wire.isAlone = true
    await pass(5_000)
    await pass(1_000)
    expect(pings()).toBe(1)
  })

  it('asks no more once it is stopped', async () => {
    const { health, clock, pass, pings } = await watch()
    health.stop()
    await pass(600_000)
    expect([pings(), clock.timers.size]).toEqual([0, 0])
  })
})
