/** Everything the app and the command line can do with servers. Knows no window and no terminal. */
import { reportOf, type Call, type CallReport } from '../shared/call'
import type { CallId, ServerId } from '../shared/ids'
import { EMPTY_CATALOGUE } from '../shared/catalogue'
import { WorkbenchError, WorkbenchErrorCode } from '../shared/errors'
import type { SessionReport } from '../shared/ipc-contract'
import type { JsonObject } from '../shared/json'
import type { ServerDefinition } from '../shared/server-config'
import { IDLE, isOpen } from '../shared/session-state'
import type { TrafficEntry } from '../shared/traffic'
import { systemClock, type Clock } from './clock'
import type { Session } from './session/session'
import type * as sessionModule from './session/session'
import { TrafficLog } from './traffic/traffic-log'

type SessionModule = typeof sessionModule

const KEPT_CALLS = 200
/** On quit nobody waits for two full graces: the whole ladder has to fit into 8 seconds. */
const QUIT_GRACE_MS = 3_500

export type WorkbenchOptions = {
  readonly servers: readonly ServerDefinition[]
  readonly version: string
  readonly clock?: Clock
}

type Listeners = {
  readonly session: Set<(report: SessionReport) => void>
  readonly call: Set<(call: CallReport) => void>
}

export class Workbench {
  readonly log = new TrafficLog()
  private readonly sessions = new Map<ServerId, Session>()
  private readonly recentCalls = new Map<CallId, CallReport>()
  private readonly listeners: Listeners = { session: new Set(), call: new Set() }
  private readonly clock: Clock
  private lastCall = 0
  private isQuitting = false
  private loading?: Promise<SessionModule>

  constructor(private readonly options: WorkbenchOptions) {
    this.clock = options.clock ?? systemClock
  }

  servers(): readonly ServerDefinition[] {
    return this.options.servers
  }

  /** By id, or by name as a person would write it. */
  server(idOrName: string): ServerDefinition {
    const { servers } = this.options
    const found =
      servers.find(({ id }) => id === idOrName) ?? servers.find(({ name }) => name === idOrName)
    if (found) return found
    const known = servers.map(({ id }) => id).join(', ')
    throw new WorkbenchError(
      WorkbenchErrorCode.NotFound,
      `There is no server "${idOrName}". Known servers: ${known}.`
    )
  }

  reports(): readonly SessionReport[] {
    return this.options.servers.map(({ id }) => this.report(id))
  }

  report(serverId: ServerId): SessionReport {
    const session = this.sessions.get(serverId)
    return {
      serverId,
      state: session?.state ?? IDLE,
      catalogue: session?.catalogue ?? EMPTY_CATALOGUE
    }
  }

  /** Loads what the first session needs, so that it does not have to wait for it. */
  async warmUp(): Promise<void> {
    await this.load()
  }

  /** Resolves when the server is ready and listed; a server that is open already stays as it is. */
  async open(serverId: ServerId): Promise<void> {
    const definition = this.server(serverId)
    const { Session } = await this.load()
    // Whoever waited for the end of a session may find that somebody else has opened a new one.
    for (;;) {
      if (this.isQuitting) {
        throw new WorkbenchError(WorkbenchErrorCode.NotOpen, 'Patchbay is quitting.')
      }
      const current = this.sessions.get(definition.id)
      if (!current || !isOpen(current.state)) break
      if (current.state.phase !== 'closing') return current.open()
      await current.close()
    }
    const session = new Session({
      definition,
      log: this.log,
      clock: this.clock,
      clientVersion: this.options.version,
      newCallId: () => `call-${++this.lastCall}`,
      onChange: () => this.announce(definition.id),
      onCall: (call) => this.remember(call)
    })
    this.sessions.set(definition.id, session)
    await session.open()
  }

  async close(serverId: ServerId): Promise<void> {
    await this.loading
    await this.sessions.get(serverId)?.close()
  }

  async restart(serverId: ServerId): Promise<void> {
    await this.close(serverId)
    await this.open(serverId)
  }

  /** Ends every server, all at once, within eight seconds. Nothing can be opened after that. */
  async closeAll(): Promise<void> {
    this.isQuitting = true
    await this.loading?.catch(() => undefined)
    await Promise.all([...this.sessions.values()].map((session) => session.close(QUIT_GRACE_MS)))
  }

  killAll(): void {
    for (const session of this.sessions.values()) session.kill()
  }

  /** Calls a tool of an open server. `done` resolves with the call and its outcome; never rejects. */
  startCall(
    serverId: ServerId,
    tool: string,
    args: JsonObject,
    timeoutMs?: number
  ): { call: Call; done: Promise<Call> } {
    const { name } = this.server(serverId)
    const session = this.sessions.get(serverId)
    if (!session) throw new WorkbenchError(WorkbenchErrorCode.NotOpen, `${name} is not open.`)
    const started = session.startCall(tool, args, timeoutMs)
    this.remember(started.call)
    return started
  }

  cancelCall(id: CallId): void {
    const call = this.recentCalls.get(id)
    if (!call) throw new WorkbenchError(WorkbenchErrorCode.NotFound, `There is no call ${id}.`)
    this.sessions.get(call.serverId)?.cancelCall(id)
  }

  calls(): readonly CallReport[] {
    return [...this.recentCalls.values()]
  }

  onSession(listener: (report: SessionReport) => void): () => void {
    this.listeners.session.add(listener)
    return () => void this.listeners.session.delete(listener)
  }

  onCall(listener: (call: CallReport) => void): () => void {
    this.listeners.call.add(listener)
    return () => void this.listeners.call.delete(listener)
  }

  onTraffic(listener: (entry: TrafficEntry) => void): () => void {
    return this.log.onAppend(listener)
  }

  private announce(serverId: ServerId): void {
    const report = this.report(serverId)
    for (const listener of this.listeners.session) listener(report)
  }

  private remember(started: Call): void {
    const call = reportOf(started)
    this.recentCalls.set(call.id, call)
    for (const [id, { outcome }] of this.recentCalls) {
      if (this.recentCalls.size <= KEPT_CALLS) break
      if (outcome) this.recentCalls.delete(id)
    }
    for (const listener of this.listeners.call) listener(call)
  }

  /**
   * The SDK is large, and a window can be on the screen before anyone needs it. Opening and closing
   * both wait for it here, and so stay in the order in which they were asked for.
   */
  private load(): Promise<SessionModule> {
    this.loading ??= import('./session/session').catch((error: unknown) => {
      delete this.loading
      throw error
    })
    return this.loading
  }
}
