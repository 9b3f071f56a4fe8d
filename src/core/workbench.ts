/** Everything the app and the command line can do with servers. Knows no window and no terminal. */
import { reportOf, type Call, type CallReport, type Outcome } from '../shared/call'
import { EMPTY_CATALOGUE, type ListKind } from '../shared/catalogue'
import type { CallId, ServerId } from '../shared/ids'
import { WorkbenchError, WorkbenchErrorCode } from '../shared/errors'
import type { SessionReport } from '../shared/ipc-contract'
import type { JsonObject } from '../shared/json'
import type { Problem, ProblemKind } from '../shared/problem'
import type { ServerDefinition } from '../shared/server-config'
import { IDLE } from '../shared/session-state'
import type { TrafficEntry } from '../shared/traffic'
import { systemClock, type Clock } from './clock'
import type { ProcessRegister } from './process/server-process'
import type { Inputs } from './session/input'
import type { Session } from './session/session'
import type * as sessionModule from './session/session'
import { StartGate } from './start-gate'
import { TrafficLog } from './traffic/traffic-log'

type SessionModule = typeof sessionModule

const KEPT_CALLS = 200
const KEPT_PROBLEMS = 100
/** What a person should still know of a server that is open again. */
const LASTING: ReadonlySet<ProblemKind> = new Set(['hung', 'version'])
/** On quit nobody waits for two full graces: the whole ladder has to fit into 8 seconds. */
const QUIT_GRACE_MS = 3_500

/** Where servers come from. A list is a source that never changes and asks nobody. */
export type ServerSource = {
  readonly list: () => readonly ServerDefinition[]
  /** The definition as it is started; rejects when it may not be, or not yet. */
  readonly resolve: (id: ServerId) => Promise<ServerDefinition>
}

export type WorkbenchOptions = {
  readonly servers: readonly ServerDefinition[] | ServerSource
  readonly version: string
  readonly clock?: Clock
  /** What servers may ask of the person; nothing, unless somebody is there to answer. */
  readonly inputs?: Inputs
  /** Remembers server processes beyond our own end. */
  readonly register?: ProcessRegister
}

type Listeners = {
  readonly session: Set<(report: SessionReport) => void>
  readonly call: Set<(call: CallReport) => void>
  readonly problem: Set<(problems: readonly Problem[]) => void>
}

export class Workbench {
  readonly log = new TrafficLog()
  private readonly sessions = new Map<ServerId, Session>()
  /** How often each was closed: whoever was about to open it by then does not. */
  private readonly closes = new Map<ServerId, number>()
  private readonly recentCalls = new Map<CallId, CallReport>()
  private readonly listeners: Listeners = {
    session: new Set(),
    call: new Set(),
    problem: new Set()
  }
  private readonly source: ServerSource
  private readonly clock: Clock
  private readonly gate: StartGate
  private currentProblems: readonly Problem[] = []
  private lastCall = 0
  private lastProblem = 0
  private isQuitting = false
  private loading?: Promise<SessionModule>

  constructor(private readonly options: WorkbenchOptions) {
    this.source = 'list' in options.servers ? options.servers : fixedSource(options.servers)
    this.clock = options.clock ?? systemClock
    this.gate = new StartGate(this.clock)
  }

  servers(): readonly ServerDefinition[] {
    return this.source.list()
  }

  /** By id, or by name as a person would write it. */
  server(idOrName: string): ServerDefinition {
    const servers = this.servers()
    const found =
      servers.find(({ id }) => id === idOrName) ?? servers.find(({ name }) => name === idOrName)
    if (found) return found
    const known = servers.map(({ name }) => name).join(', ')
    throw new WorkbenchError(
      WorkbenchErrorCode.NotFound,
      `There is no server "${idOrName}". Known servers: ${known}.`
    )
  }

  reports(): readonly SessionReport[] {
    return this.servers().map(({ id }) => this.report(id))
  }

  report(serverId: ServerId): SessionReport {
    const session = this.sessions.get(serverId)
    return {
      serverId,
      state: session?.state ?? IDLE,
      catalogue: session?.catalogue.value ?? EMPTY_CATALOGUE
    }
  }

  /** Loads what the first session needs, so that it does not have to wait for it. */
  async warmUp(): Promise<void> {
    await this.load()
  }

  /**
   * Resolves when the server is ready and listed; a server that is open already stays as it is. Whoever
   * needs only some of the lists says which.
   */
  async open(serverId: ServerId, kinds?: readonly ListKind[]): Promise<void> {
    const { id } = this.server(serverId)
    const closes = this.closes.get(id)
    const module = await this.load()
    const live = this.liveSession(id)
    if (live) return live.open(kinds)
    const definition = await this.source.resolve(id)
    if (this.closes.get(id) !== closes) {
      const message = `${definition.name} was closed before it was open.`
      throw new WorkbenchError(WorkbenchErrorCode.NotOpen, message)
    }
    await this.begin(definition, module, kinds)
  }

  /** Opens many at once; each says by its state how it went. */
  async openAll(serverIds: readonly ServerId[]): Promise<void> {
    await Promise.allSettled(serverIds.map((id) => this.open(id)))
  }

  async close(serverId: ServerId): Promise<void> {
    this.closes.set(serverId, (this.closes.get(serverId) ?? 0) + 1)
    await this.loading
    await this.sessions.get(serverId)?.close()
  }

  /** What may not be started again goes on as it is. */
  async restart(serverId: ServerId): Promise<void> {
    const { id } = this.server(serverId)
    const module = await this.load()
    const definition = await this.source.resolve(id)
    await this.close(id)
    await this.begin(definition, module)
  }

  /** Ends a server that is no longer there, and forgets it. */
  async forget(serverId: ServerId): Promise<void> {
    await this.close(serverId)
    this.sessions.delete(serverId)
    this.setProblems(this.currentProblems.filter((problem) => problem.serverId !== serverId))
  }

  /** The servers that have a session, live or over. */
  known(): readonly ServerId[] {
    return [...this.sessions.keys()]
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

  /**
   * Calls a tool, and opens its server first if it is not open. `done` resolves with the call and its
   * outcome; never rejects.
   */
  async startCall(
    serverId: ServerId,
    tool: string,
    args: JsonObject,
    timeoutMs?: number
  ): Promise<{ call: Call; done: Promise<Call> }> {
    const session = await this.use(serverId, ['tools'])
    const started = session.startCall(tool, args, timeoutMs)
    this.remember(started.call)
    return started
  }

  async readResource(
    serverId: ServerId,
    uri: string,
    options: { isForced?: boolean } = {}
  ): Promise<Outcome> {
    const session = await this.use(serverId, [])
    return session.readResource(uri, options)
  }

  async getPrompt(
    serverId: ServerId,
    name: string,
    args: Readonly<Record<string, string>>
  ): Promise<Outcome> {
    const session = await this.use(serverId, [])
    return session.getPrompt(name, args)
  }

  /** Asks the server for a sign of life. */
  async probe(serverId: ServerId, timeoutMs?: number): Promise<Outcome> {
    const session = await this.use(serverId, [])
    return session.probe(timeoutMs)
  }

  /** Reads the lists of an open server: those that are no longer fresh, or all of them. */
  async list(serverId: ServerId, options: { isForced?: boolean } = {}): Promise<void> {
    const session = await this.use(serverId)
    if (options.isForced) await session.catalogue.refresh()
    else await session.catalogue.freshen()
  }

  /** Everything in a list exactly as the server sent it, malformed or not. */
  sent(serverId: ServerId, kind: ListKind): readonly unknown[] {
    return this.sessions.get(serverId)?.catalogue.sent(kind) ?? []
  }

  /** What ended the reading of a list, when it was not an answer that could be read. */
  listFailure(serverId: ServerId, kind: ListKind): Outcome | undefined {
    return this.sessions.get(serverId)?.catalogue.failure(kind)
  }

  /** The machine goes to sleep. */
  suspend(): void {
    for (const session of this.sessions.values()) session.suspend()
  }

  /** The machine is awake again. */
  resume(): void {
    for (const session of this.sessions.values()) session.resume()
  }

  /** What needs a person, oldest first. */
  problems(): readonly Problem[] {
    return this.currentProblems
  }

  /** Tells the person of something that is not an error. */
  notice(serverId: ServerId, kind: ProblemKind, message: string): void {
    const problem = { id: ++this.lastProblem, serverId, kind, time: this.clock.wall(), message }
    const others = this.currentProblems.filter(
      (other) => other.serverId !== serverId || other.kind !== kind
    )
    this.setProblems([...others, problem].slice(-KEPT_PROBLEMS))
  }

  dismissProblem(id: number): void {
    this.setProblems(this.currentProblems.filter((problem) => problem.id !== id))
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

  onProblems(listener: (problems: readonly Problem[]) => void): () => void {
    this.listeners.problem.add(listener)
    return () => void this.listeners.problem.delete(listener)
  }

  onTraffic(listener: (entry: TrafficEntry) => void): () => void {
    return this.log.onAppend(listener)
  }

  /** Whoever waited for a person or for an end may find that somebody else has opened a session. */
  private async begin(
    definition: ServerDefinition,
    { Session, NO_INPUTS, withRoots }: SessionModule,
    kinds?: readonly ListKind[]
  ): Promise<void> {
    const { id } = definition
    for (;;) {
      if (this.isQuitting) {
        throw new WorkbenchError(WorkbenchErrorCode.NotOpen, 'Patchbay is quitting.')
      }
      const live = this.liveSession(id)
      if (live) return live.open(kinds)
      const over = this.sessions.get(id)
      if (!over) break
      // Nothing of a session that is over may be left when the next one begins.
      await over.close()
      if (this.sessions.get(id) === over) this.sessions.delete(id)
    }
    const { version, inputs = NO_INPUTS, register } = this.options
    const session = new Session({
      definition,
      log: this.log,
      clock: this.clock,
      clientVersion: version,
      inputs: withRoots(inputs, definition.roots),
      ...(register && { register }),
      gate: this.gate,
      newCallId: () => `call-${++this.lastCall}`,
      onChange: () => this.announce(definition.id),
      onCall: (call) => this.remember(call),
      onProblem: (kind, message) => this.notice(definition.id, kind, message)
    })
    this.sessions.set(definition.id, session)
    return session.open(kinds)
  }

  private liveSession(id: ServerId): Session | undefined {
    const session = this.sessions.get(id)
    const phase = session?.state.phase
    return phase === 'ready' || phase === 'starting' || phase === 'waiting' ? session : undefined
  }

  /** The session of a server, opened if it is not; other lists than `kinds` may still be missing. */
  private async use(serverId: ServerId, kinds?: readonly ListKind[]): Promise<Session> {
    const { id, name } = this.server(serverId)
    if (this.sessions.get(id)?.state.phase !== 'ready') await this.open(id, kinds)
    const session = this.sessions.get(id)
    if (!session) throw new WorkbenchError(WorkbenchErrorCode.NotOpen, `${name} is not open.`)
    return session
  }

  private setProblems(problems: readonly Problem[]): void {
    this.currentProblems = problems
    for (const listener of this.listeners.problem) listener(problems)
  }

  private announce(serverId: ServerId): void {
    const report = this.report(serverId)
    // A server that can be opened again is no problem any more.
    if (report.state.phase === 'ready') {
      const left = this.currentProblems.filter(
        ({ serverId: about, kind }) => about !== serverId || LASTING.has(kind)
      )
      if (left.length !== this.currentProblems.length) this.setProblems(left)
    }
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
   * A window can be on the screen before anyone needs what a session is made of. Opening and closing
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

function fixedSource(servers: readonly ServerDefinition[]): ServerSource {
  return {
    list: () => servers,
    resolve: async (id) => {
      const found = servers.find((definition) => definition.id === id)
      if (found) return found
      throw new WorkbenchError(WorkbenchErrorCode.NotFound, `There is no server "${id}".`)
    }
  }
}
