import { describe, expect, it } from 'vitest'
import type { Waiting } from '../../shared/calls/call'
import type { WireFailure } from '../../shared/protocol/failure'
import { ServerId } from '../../shared/protocol/ids'
import { DEFAULT_SETTINGS, type EraChoice } from '../../shared/servers/server-config'
import { fakeClock } from '../time/fake-clock'
import { Conversation } from './conversation'
import type { InputHandler } from './input'
import { ScriptedWire, type Frame } from '../session/scripted-server'

type Reply = (frame: Frame) => object | undefined

const LIMITS = { limits: { idleMs: 1_000 } }
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

async function converse(era: EraChoice, reply: Reply, inputs: Record<string, InputHandler> = {}) {
  const clock = fakeClock()
  const wire = new ScriptedWire(clock)
  wire.onHeard = (frame) => {
    const answer = greet(frame) ?? reply(frame)
    if (answer) queueMicrotask(() => wire.say({ id: frame.id, ...answer }))
  }
  const conversation = new Conversation({
    wire,
    clock,
    settings: { ...DEFAULT_SETTINGS, era },
    client: { name: 'patchbay', title: 'Patchbay', version: '0' },
    definition: { id: ServerId.parse('script') },
    isStateless: false,
    isLegacyOnly: false,
    inputs: { capabilities: {}, handlers: inputs },
    lastStderr: () => [],
    note: () => undefined,
    random: () => 1,
    onNotification: () => undefined,
    onEnd: () => undefined,
    onRenewed: () => undefined,
    onUnreachable: () => undefined,
    onUnusable: () => undefined
  })
  await conversation.open()
  return { conversation, wire, clock }
}

function greet({ method }: Frame): object | undefined {
  if (method === 'server/discover') return { result: { supportedVersions: ['2026-07-28'] } }
  if (method !== 'initialize') return undefined
  const serverInfo = { name: 's', version: '1' }
  return { result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo } }
}

describe('a conversation of the newer era', () => {
  it('says who we are in every request', async () => {
    const { conversation, wire } = await converse('modern', () => ({ result: {} }))
    await conversation.ask('tools/list', { _meta: { own: 1 } }, { ...LIMITS, isRepeatable: true })
    expect(wire.heard.at(-1)?.params?.['_meta']).toMatchObject({
      own: 1,
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {}
    })
  })

  it('gives the input that a result asks for, with the state exactly as it came', async () => {
    const state = 'op\u2028aque=='
    const inputRequests = { a: { method: 'elicitation/create', params: { message: 'who?' } } }
    const { conversation, wire } = await converse(
      'modern',
      ({ params }) =>
        params?.['inputResponses']
          ? { result: { resultType: 'complete', content: [] } }
          : { result: { resultType: 'input_required', inputRequests, requestState: state } },
      { 'elicitation/create': async ({ message }) => ({ action: 'accept', content: { message } }) }
    )
    const params = { name: 'go', arguments: { x: 1 } }
    const outcome = await conversation.ask('tools/call', params, { ...LIMITS, isRepeatable: false })
    expect(outcome).toMatchObject({ result: { resultType: 'complete' } })
    const [first, second] = wire.heard.slice(-2)
    expect(second?.id).not.toBe(first?.id)
    expect(second?.params).toMatchObject({
      ...params,
      requestState: state,
      inputResponses: { a: { action: 'accept', content: { message: 'who?' } } }
    })
  })

  it('shows the result as it is when nobody can give the input', async () => {
    const result = {
      resultType: 'input_required',
      inputRequests: { a: { method: 'roots/list' } }
    }
    const { conversation } = await converse('modern', () => ({ result }))
    const outcome = await conversation.ask('tools/call', {}, { ...LIMITS, isRepeatable: false })
    expect(outcome).toEqual({ kind: 'result', result })
  })

  it('gives up on a server that asks for ever more', async () => {
    const inputRequests = { a: { method: 'roots/list' } }
    const result = { resultType: 'input_required', inputRequests }
    const { conversation } = await converse('modern', () => ({ result }), {
      'roots/list': async () => ({ roots: [] })
    })
    const outcome = await conversation.ask('tools/call', {}, { ...LIMITS, isRepeatable: false })
    expect(outcome).toMatchObject({ kind: 'error', error: { code: 0 } })
  })
})

describe('a conversation of the older era', () => {
  it('stops the clock of a call while a person is being asked', async () => {
    let answer = (_value: unknown): void => {}
    const { conversation, wire, clock } = await converse('legacy', () => undefined, {
      'elicitation/create': () => new Promise((resolve) => (answer = resolve))
    })
    const outcome = conversation.ask('tools/call', {}, { ...LIMITS, isRepeatable: false })
    wire.say({ id: 'q', method: 'elicitation/create', params: {} })
    clock.pass(60_000)
    answer({ action: 'decline' })
    await settled()
    expect(wire.heard.at(-1)).toMatchObject({ id: 'q', result: { action: 'decline' } })
    wire.say({ id: wire.heard.find(({ method }) => method === 'tools/call')?.id, result: 'ok' })
    expect(await outcome).toEqual({ kind: 'result', result: 'ok' })
  })

  it('asks again after a failure, says until when it waits, and can be cancelled meanwhile', async () => {
    const { conversation, wire, clock } = await converse('legacy', () => ({ result: 'ok' }))
    const failure: WireFailure = {
      class: 'rate-limit',
      message: 'Too many.',
      retryAfterMs: 7_000,
      isUnsent: true
    }
    wire.refusal = failure
    const waits: (Waiting | undefined)[] = []
    const onWait = (waiting: Waiting | undefined): void => void waits.push(waiting)
    const outcome = conversation.ask('tools/call', {}, { ...LIMITS, isRepeatable: false, onWait })
    await settled()
    delete wire.refusal
    clock.pass(7_000)
    expect(await outcome).toEqual({ kind: 'result', result: 'ok' })
    expect(waits).toEqual([{ until: 7_000, why: 'asked', attempt: 1, attempts: 3 }, undefined])

    wire.refusal = failure
    const stop = new AbortController()
    const { signal } = stop
    const second = conversation.ask('tools/call', {}, { ...LIMITS, isRepeatable: false, signal })
    await settled()
    stop.abort()
    expect(await second).toEqual({ kind: 'cancelled' })
  })

  it('shakes hands anew when the server has forgotten the session: reads go on, calls do not', async () => {
    const { conversation, wire } = await converse('legacy', () => ({ result: 'ok' }))
    const gone: WireFailure = { class: 'session-gone', message: 'Gone.', isUnsent: true }
    const failOnce = (): void => {
      wire.refusal = gone
      wire.resetSession = () => delete wire.refusal
    }
    failOnce()
    const read = await conversation.ask('tools/list', {}, { ...LIMITS, isRepeatable: true })
    expect(read).toEqual({ kind: 'result', result: 'ok' })
    failOnce()
    const call = await conversation.ask('tools/call', {}, { ...LIMITS, isRepeatable: false })
    expect(call).toMatchObject({ kind: 'not-an-answer', failure: gone })
    expect(wire.heard.filter(({ method }) => method === 'initialize')).toHaveLength(3)
  })
})
