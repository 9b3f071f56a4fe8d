import { describe, expect, it } from 'vitest'
import type { WireFailure } from '../../shared/protocol/failure'
import { DEFAULT_SETTINGS, type SessionSettings } from '../../shared/servers/server-config'
import { fakeClock } from '../time/fake-clock'
import { HandshakeError, shakeHands, type HandshakeProblem } from './handshake'
import { RpcPeer } from './rpc-peer'
import { ScriptedWire, type Frame } from '../session/scripted-server'

type Answer = { result: unknown } | { error: object } | 'silence'
/** Of a request that is answered only when another one comes. */
type Late = { after: string; answer: Answer }
type ById = { byId: Readonly<Record<number, Answer>> }
type Script = Readonly<Record<string, Answer | Late | ById>>

const DISCOVERED: Answer = {
  result: {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'new', version: '2' } }
  }
}
const UNKNOWN: Answer = { error: { code: -32601, message: 'Method not found' } }

function initialized(protocolVersion: unknown = '2025-11-25'): Answer {
  const serverInfo = { name: 'old', version: '1' }
  return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } }
}

/** Shakes hands with a server that answers as the script says; silence passes the time. */
async function shake(
  script: Script,
  settings: Partial<SessionSettings> = {},
  more: { isStateless?: boolean; isLegacyOnly?: boolean; refusal?: WireFailure } = {}
) {
  const clock = fakeClock()
  const held: (Late & { id: Frame['id'] })[] = []
  const wire = new ScriptedWire(clock)
  const peer = new RpcPeer(wire, clock, () => ({ reason: 'cut' }))
  wire.onSighting = (sighting) => peer.see(sighting)
  if (more.refusal) wire.refusal = more.refusal
  wire.onHeard = ({ id, method = '' }: Frame) => {
    const say = (to: Frame['id'], answer: Answer): void => {
      if (to !== undefined && answer !== 'silence') {
        queueMicrotask(() => wire.say({ id: to, ...answer }))
      }
    }
    const planned = script[method]
    for (const late of held.filter(({ after }) => after === method)) say(late.id, late.answer)
    if (planned === undefined || id === undefined) return
    if (planned === 'silence') return
    if ('after' in planned) held.push({ id, ...planned })
    else if ('byId' in planned) say(id, planned.byId[Number(id)] ?? 'silence')
    else say(id, planned)
  }
  const context = {
    wire,
    peer,
    clock,
    settings: { ...DEFAULT_SETTINGS, ...settings },
    client: { name: 'patchbay', title: 'Patchbay', version: '0' },
    capabilities: () => ({}),
    isStateless: more.isStateless ?? false,
    isLegacyOnly: more.isLegacyOnly ?? false,
    onAgreed: () => undefined
  }
  let isDone = false
  const shaking = shakeHands(context).finally(() => (isDone = true))
  shaking.catch(() => undefined)
  for (let second = 0; second < 200 && !isDone; second++) {
    await new Promise((resolve) => setImmediate(resolve))
    if (!isDone) clock.pass(500)
  }
  const methods = wire.heard.map(({ method }) => method)
  return { shaking, methods, clock }
}

async function problemOf(shaking: Promise<unknown>): Promise<HandshakeProblem> {
  const error = await shaking.then(
    () => undefined,
    (reason: unknown) => reason
  )
  if (error instanceof HandshakeError) return error.problem
  throw new Error('the handshake did not fail as expected')
}

describe('a handshake over a wire that stays', () => {
  it('finds a server of the newer era, and sends nothing else', async () => {
    const { shaking, methods } = await shake({ 'server/discover': DISCOVERED })
    expect(await shaking).toMatchObject({
      era: 'modern',
      protocolVersion: '2026-07-28',
      server: { name: 'new', version: '2' }
    })
    expect(methods).toEqual(['server/discover'])
  })

  it('takes any other error for a server of the older era', async () => {
    const { shaking, methods } = await shake({
      'server/discover': { error: { code: -32600, message: 'not yet' } },
      initialize: initialized('2024-11-05')
    })
    expect(await shaking).toMatchObject({ era: 'legacy', protocolVersion: '2024-11-05' })
    expect(methods).toEqual(['server/discover', 'initialize', 'notifications/initialized'])
  })

  it('does not wait for an answer to the probe that never comes', async () => {
    const { shaking, clock } = await shake({
      'server/discover': 'silence',
      initialize: initialized()
    })
    expect(await shaking).toMatchObject({ era: 'legacy' })
    expect(clock.monotonic()).toBeLessThan(10_000)
    expect(clock.timers.size).toBe(0)
  })

  it('takes errors that only the newer era knows for that era', async () => {
    const { shaking } = await shake({
      'server/discover': { error: { code: -32021, message: 'capability' } }
    })
    expect(await shaking).toMatchObject({ era: 'modern' })
  })

  it('follows a server that offers older revisions only', async () => {
    const { shaking } = await shake({
      'server/discover': {
        error: { code: -32022, message: 'version', data: { supported: ['2025-06-18'] } }
      },
      initialize: initialized('2025-06-18')
    })
    expect(await shaking).toMatchObject({ era: 'legacy', protocolVersion: '2025-06-18' })
  })

  it('opens a server that knows no handshake but lists its tools', async () => {
    const { shaking } = await shake({
      'server/discover': UNKNOWN,
      initialize: UNKNOWN,
      'tools/list': { result: { tools: [] } }
    })
    expect(await shaking).toMatchObject({ era: 'bare' })
  })

  it('opens a server that is silent about the handshake but lists its tools', async () => {
    const { shaking } = await shake({ 'tools/list': { result: { tools: [] } } })
    expect(await shaking).toMatchObject({ era: 'bare' })
  })

  it('takes a server that answers the handshake too late for slow, not for one without', async () => {
    const { shaking } = await shake(
      {
        'server/discover': UNKNOWN,
        initialize: { after: 'tools/list', answer: initialized() },
        'tools/list': { result: { tools: [] } }
      },
      { initializeTimeoutMs: 2_000 }
    )
    expect(await problemOf(shaking)).toEqual({
      kind: 'unanswered',
      method: 'initialize',
      outcome: { kind: 'timeout', afterMs: 2_000 }
    })
  })

  it('asks once more with the best version that a refusal names', async () => {
    const { shaking, methods } = await shake({
      'server/discover': UNKNOWN,
      initialize: {
        byId: {
          2: {
            error: {
              code: -32602,
              message: 'Unsupported protocol version',
              data: { supported: ['1999-01-01', '2024-11-05', '2025-03-26'] }
            }
          },
          3: initialized('2025-03-26')
        }
      }
    })
    expect(await shaking).toMatchObject({ era: 'legacy', protocolVersion: '2025-03-26' })
    expect(methods).toEqual([
      'server/discover',
      'initialize',
      'initialize',
      'notifications/initialized'
    ])
  })

  it('does not ask again where a refusal names no version that it speaks', async () => {
    const supported = ['1999-01-01']
    const { shaking, methods } = await shake({
      'server/discover': UNKNOWN,
      initialize: { error: { code: -32602, message: 'no', data: { supported } } }
    })
    expect(await problemOf(shaking)).toMatchObject({ kind: 'version', offered: supported })
    expect(methods).toEqual(['server/discover', 'initialize'])
  })

  it('says that the probe may be to blame, when it was refused after one', async () => {
    const { shaking } = await shake({
      'server/discover': UNKNOWN,
      initialize: { error: { code: -32600, message: 'too late' } }
    })
    expect(await problemOf(shaking)).toMatchObject({ kind: 'probe' })
  })

  it.each([['1999-01-01'], [null], [7]])('refuses the version %j', async (version) => {
    const { shaking } = await shake({
      'server/discover': UNKNOWN,
      initialize: initialized(version)
    })
    expect(await problemOf(shaking)).toMatchObject({ kind: 'version' })
  })

  it('sends no probe when the older era is chosen', async () => {
    const { shaking, methods } = await shake({ initialize: initialized() }, { era: 'legacy' })
    expect(await shaking).toMatchObject({ era: 'legacy' })
    expect(methods).toEqual(['initialize', 'notifications/initialized'])
  })

  it('needs no discovery when the newer era is chosen', async () => {
    const { shaking } = await shake({ 'server/discover': UNKNOWN }, { era: 'modern' })
    expect(await shaking).toMatchObject({ era: 'modern' })
  })
})

describe('a handshake over HTTP', () => {
  const http = (status: number, kind: WireFailure['class'] = 'http') =>
    shake(
      {},
      {},
      { isStateless: true, refusal: { class: kind, status, message: 'x', isUnsent: false } }
    )

  it.each([400, 404, 405, 406, 415])('goes on in the older way after %i', async (status) => {
    const { shaking } = await http(status)
    expect(await problemOf(shaking)).toMatchObject({ kind: 'unanswered', method: 'initialize' })
  })

  it.each([
    [401, 'auth'],
    [403, 'auth'],
    [500, 'http'],
    [503, 'rate-limit']
  ] as const)('takes %i for no evidence of an era', async (status, kind) => {
    const { shaking } = await http(status, kind)
    expect(await problemOf(shaking)).toMatchObject({
      kind: 'unanswered',
      method: 'server/discover'
    })
  })
})
