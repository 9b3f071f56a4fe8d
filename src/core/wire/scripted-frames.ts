/** Frames as a session exchanges them, for tests: who sends what, and what is wrong with each. */
import { ServerId } from '../../shared/protocol/ids'
import type { Origin } from '../../shared/protocol/json-rpc'
import type { TransportName } from '../../shared/servers/server-config'
import type { Violation } from '../../shared/traffic/traffic'
import { systemClock } from '../time/clock'
import { Tap } from './tap'
import { TrafficLog } from '../traffic/traffic-log'

export type Step = {
  readonly origin: Origin
  readonly raw: string
  /** How long after the one before; at once, if it does not say. */
  readonly afterMs?: number
  /** A person wrote it. */
  readonly isByHand?: boolean
}
export type Script = readonly (Step | readonly Step[])[]

function frame(origin: Origin, rest: object): Step {
  return { origin, raw: JSON.stringify({ jsonrpc: '2.0', ...rest }) }
}

export function us(rest: object): Step {
  return frame('workbench', rest)
}

export function server(rest: object): Step {
  return frame('server', rest)
}

/** A request of ours that a person wrote. */
export function byHand(id: number): Step {
  return { ...us({ id, method: 'ping' }), isByHand: true }
}

/** A line of the server, whatever is in it. */
export function raw(line: string): Step {
  return { origin: 'server', raw: line }
}

/** The same, after a while. */
export function later(step: Step, afterMs: number): Step {
  return { ...step, afterMs }
}

export function notes(method: string, params?: object): Step {
  return server({ method, ...(params && { params }) })
}

export function asks(id: number | string, method: string, params?: object): Step {
  return server({ id, method, ...(params && { params }) })
}

/** A request of ours and its result. */
export function got(id: number, method: string, params: object, result: unknown): readonly Step[] {
  return [us({ id, method, params }), server({ id, result })]
}

/** The capabilities of a server that can notify of all there is. */
export const everything = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  logging: {}
}

/** A session of the older era, up to the point where both sides may say anything. */
export function opened(
  version = '2025-11-25',
  offers: object = everything,
  declares: object = {}
): Script {
  const result = {
    protocolVersion: version,
    capabilities: offers,
    serverInfo: { name: 's', version: '1' }
  }
  return [
    ...got(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: declares }, result),
    us({ method: 'notifications/initialized' })
  ]
}

/** Parameters of a request of the newer era. */
export function envelope(more: object = {}, clientCapabilities: object = {}): object {
  return {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': clientCapabilities,
      ...more
    }
  }
}

export const discovered: Script = got(1, 'server/discover', envelope(), {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: everything,
  ttlMs: 0,
  cacheScope: 'private'
})

/** What is wrong with each of the frames. */
export function play(script: Script, transport?: TransportName): readonly (readonly Violation[])[] {
  let now = 0
  const clock = { ...systemClock, monotonic: () => now }
  const tap = new Tap(new TrafficLog(), ServerId.parse('demo'), clock, transport)
  return script.flat().map(({ origin, raw: text, afterMs = 0, isByHand = false }) => {
    now += afterMs
    return tap.frame(origin, text, text.length, { isByHand }).entry.violations ?? []
  })
}
