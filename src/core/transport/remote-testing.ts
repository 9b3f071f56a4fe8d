/** What the tests of the remote transports share: the fixture, a clock that stands still, a listener. */
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { WireFailure } from '../../shared/protocol/failure'
import { ServerId } from '../../shared/protocol/ids'
import type { RpcId } from '../../shared/protocol/json-rpc'
import { systemClock, type Clock } from '../time/clock'
import { TrafficLog } from '../traffic/traffic-log'
import { PLAIN_NETWORKS } from '../network/networks'
import type { RemoteOptions } from './http-wire'
import { Tap, type Sighting } from '../wire/tap'
import { WireError, type Wire } from '../wire/wire'

export type SeenRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

export type HttpFaults = {
  readonly url: string
  readonly port: number
  readonly seen: readonly SeenRequest[]
  readonly connections: () => number
  readonly saw: (isIt: (request: SeenRequest) => boolean) => Promise<SeenRequest>
  readonly close: () => Promise<void>
}

type Fixture = { startHttpFaults: (options: object) => Promise<HttpFaults> }

const FIXTURE = join(import.meta.dirname, '../../../e2e/servers/http-faults.mjs')

export async function startHttpFaults(mode: string, options: object = {}): Promise<HttpFaults> {
  const fixture = (await import(/* @vite-ignore */ pathToFileURL(FIXTURE).href)) as Fixture
  const server = await fixture.startHttpFaults({ mode, ...options })
  servers.push(server)
  return server
}

/** A response that the fixture leaves open. */
export type Held = {
  readonly id: RpcId | undefined
  readonly isClosed: boolean
  readonly answer: () => void
  readonly refuse: (status: number) => void
  readonly say: (frame: object) => void
}

/** Collects what the fixture holds; `options` are for the fixture. */
export function holding() {
  const held: Held[] = []
  const { look, until } = watching()
  const onHeld = (one: Held): void => {
    held.push(one)
    look()
  }
  return { held, until, options: { onHeld, onHeldClosed: look } }
}

/** Resolves `until` once its condition is true; `look` has to be called whenever that may be so. */
function watching() {
  const looks = new Set<() => void>()
  const look = (): void => {
    for (const one of [...looks]) one()
  }
  function until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const one = (): void => {
        if (!isSo()) return
        looks.delete(one)
        resolve()
      }
      looks.add(one)
      one()
    })
  }
  return { look, until }
}

type Alarm = { readonly at: number; readonly ms: number; readonly work: () => void }

/** A clock that moves only when it is told to. */
export class StillClock implements Clock {
  private now = 0
  private alarms: Alarm[] = []
  private readonly waiters = new Set<() => void>()

  readonly wall = (): number => 1_000_000 + this.now
  readonly monotonic = (): number => this.now
  readonly after = (ms: number, work: () => void): (() => void) => {
    const alarm = { at: this.now + ms, ms, work }
    this.alarms.push(alarm)
    for (const look of [...this.waiters]) look()
    return () => (this.alarms = this.alarms.filter((other) => other !== alarm))
  }

  /** Lets so much time pass, and everything happen that was to happen by then. */
  pass(ms: number): void {
    const end = this.now + ms
    for (;;) {
      const next = this.alarms.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.now = Math.max(this.now, next.at)
      this.alarms = this.alarms.filter((alarm) => alarm !== next)
      next.work()
    }
    this.now = end
  }

  /** Resolves once something waits for so long. */
  waitsFor(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!this.alarms.some((alarm) => alarm.ms === ms)) return
        this.waiters.delete(look)
        resolve()
      }
      this.waiters.add(look)
      look()
    })
  }

  get alarmCount(): number {
    return this.alarms.length
  }
}

const servers: HttpFaults[] = []
const wires: Wire[] = []

/** Ends everything that the last test has started. */
export async function tidy(): Promise<void> {
  for (const wire of wires.splice(0)) wire.kill()
  await Promise.all(servers.splice(0).map((server) => server.close()))
}

type Maker = new (options: RemoteOptions, tap: Tap, clock: Clock) => Wire

/** A wire to `url`, and everything that comes out of it. */
export function wireTo(
  Transport: Maker,
  url: string,
  more: Partial<RemoteOptions & { clock: Clock }> = {}
) {
  const { clock = systemClock, headers = {}, frameLimitBytes = 1024 * 1024 } = more
  const { network = PLAIN_NETWORKS.own } = more
  const log = new TrafficLog()
  const tap = new Tap(log, ServerId.parse('demo'), clock)
  const { endlessBytes } = more
  const options = { url, headers, frameLimitBytes, network, ...(endlessBytes && { endlessBytes }) }
  const wire = new Transport(options, tap, clock)
  wires.push(wire)
  return { wire, ...listenTo(wire, log) }
}

type More = Parameters<typeof wireTo>[2]

/** A fixture in this mode, and a wire to it that has been started. */
export async function open(Transport: Maker, mode: string, options: object = {}, more: More = {}) {
  const server = await startHttpFaults(mode, options)
  const opened = wireTo(Transport, server.url, more)
  await opened.wire.start()
  return { server, ...opened }
}

/** The same, after the handshake of the legacy era. */
export async function openSession(
  Transport: Maker,
  mode: string,
  options: object = {},
  more: More = {}
) {
  const opened = await open(Transport, mode, options, more)
  await opened.wire.send(INITIALIZE)
  opened.wire.setProtocolVersion('2025-11-25')
  await opened.wire.send(notification('notifications/initialized'))
  return opened
}

export function isGet({ method }: SeenRequest): boolean {
  return method === 'GET'
}

export function listenTo(wire: Wire, log: TrafficLog) {
  const heard: Sighting[] = []
  const lost: { id: RpcId; failure: WireFailure }[] = []
  const { look, until } = watching()
  let closes = 0
  wire.onSighting = (sighting) => {
    if (sighting.origin === 'server') heard.push(sighting)
    look()
  }
  wire.onRequestLost = (id, failure) => {
    lost.push({ id, failure })
    look()
  }
  wire.onclose = () => {
    closes++
    look()
  }
  log.onAppend(() => queueMicrotask(look))

  return {
    log,
    heard,
    lost,
    until,
    closes: () => closes,
    messages: () => heard.map(({ message }) => message),
    answered: (id: RpcId) =>
      until(() => heard.some(({ shape }) => 'id' in shape && shape.id === id)),
    lifecycle: () =>
      log.tail(1_000).flatMap((entry) => (entry.kind === 'lifecycle' ? [entry.text ?? ''] : []))
  }
}

export function request(id: RpcId, method: string, params: object = {}): JSONRPCMessage {
  return { jsonrpc: '2.0', id, method, params } as JSONRPCMessage
}

export function notification(method: string, params: object = {}): JSONRPCMessage {
  return { jsonrpc: '2.0', method, params } as JSONRPCMessage
}

export const INITIALIZE = request(0, 'initialize', { protocolVersion: '2025-11-25' })

/** What a promise that must reject with a `WireError` rejects with. */
export async function failureOf(work: Promise<unknown>): Promise<WireFailure> {
  try {
    await work
  } catch (error) {
    if (error instanceof WireError) return error.failure
    throw error
  }
  throw new Error('It did not fail.')
}
