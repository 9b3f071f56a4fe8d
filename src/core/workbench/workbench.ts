/** Everything the app and the command line can do with servers. Knows no window and no terminal. */
import type { Outcome } from '../../shared/calls/call'
import type { Call, CallSettings, WholeCall } from '../../shared/calls/call-contract'
import { EMPTY_CATALOGUE, type ListKind } from '../../shared/calls/catalogue'
import type { Completion } from '../../shared/calls/exchange'
import type { CallId, ServerId } from '../../shared/protocol/ids'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { SessionReport } from '../../shared/ipc/ipc-contract'
import type { JsonObject } from '../../shared/json/json'
import type { RpcId } from '../../shared/protocol/json-rpc'
import type { LogLevel } from '../../shared/protocol/log-level'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { IDLE } from '../../shared/servers/session-state'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { systemClock, type Clock } from '../time/clock'
import { Closings } from './closings'
import type { Networks } from '../network/networks'
import { News } from '../values/news'
import { Problems } from '../problems/problems'
import { LiveCalls } from '../ledger/live-calls'
import { findServer, fixedSource, type ServerSource } from '../servers/server-source'
import type { Answered, Reading } from '../conversation/answered'
import type { CompletionQuestion } from '../session/completion'
import type { ReadOptions } from '../session/contents'
import type { Session } from '../session/session'
import { SessionLoading, type Beginning, type SessionModule } from './session-loading'
import { StaleNews } from './stale-news'
import { Standings } from './standings'
import { StartGate } from '../session/start-gate'
import { TrafficLog } from '../traffic/traffic-log'
import type { WorkbenchOptions } from './workbench-options'

/** On quit nobody waits for two full graces: the whole ladder has to fit into 8 seconds. */
const QUIT_GRACE_MS = 3_500

type FitOfArguments = ReturnType<Session['expectFit']> | undefined

export class Workbench {
  readonly log: TrafficLog
  private readonly sessions = new Map<ServerId, Session>()
  private readonly closings = new Closings()
  readonly standings: Standings
  readonly liveCalls = new LiveCalls()
  private readonly sessionNews = new News<SessionReport>()
  readonly staleNews: StaleNews
  readonly problems: Problems
  readonly networks: Networks
  private readonly source: ServerSource
  private readonly clock: Clock
  private readonly gate: StartGate
  private readonly code = new SessionLoading()
  private isQuitting = false

  constructor(private readonly options: WorkbenchOptions) {
    this.source = 'list' in options.servers ? options.servers : fixedSource(options.servers)
    this.clock = options.clock ?? systemClock
    this.log = options.log ?? new TrafficLog()
    this.gate = new StartGate(this.clock)
    this.staleNews = new StaleNews(this.clock)
    this.problems = options.problems ?? new Problems({ clock: this.clock })
    this.networks = options.networks
    this.standings = new Standings({
      clock: this.clock,
      ...(options.memory && { memory: options.memory }),
      catalogueOf: (id) => this.sessions.get(id)?.catalogue,
      onChange: (id) => this.tell(id)
    })
  }

  servers(): readonly ServerDefinition[] {
    return this.source.list()
  }

  /** By id, or by name as a person would write it. */
  server(idOrName: string): ServerDefinition {
    return findServer(this.servers(), idOrName)
  }

  reports(): readonly SessionReport[] {
    return this.servers().map(({ id }) => this.report(id))
  }

  report(serverId: ServerId): SessionReport {
    this.standings.compare(serverId)
    return this.reportOf(serverId)
  }

  /** By which its session is found in the audit log; undefined where there is none, or it is over. */
  auditId(serverId: ServerId): string | undefined {
    const session = this.sessions.get(serverId)
    const isOver = session?.state.phase === 'idle' || session?.state.phase === 'failed'
    return isOver ? undefined : session?.auditId
  }

  /** Loads what the first session needs, so that it does not have to wait for it. */
  async warmUp(): Promise<void> {
    const { loadRemoteWires } = await this.code.load()
    await loadRemoteWires()
  }

  /** Resolves when the server is ready and listed, at least in `kinds`; an open one stays as it is. */
  async open(serverId: ServerId, kinds?: readonly ListKind[]): Promise<void> {
    const { id, name } = this.server(serverId)
    const expectOpen = this.closings.watch(id, name)
    const module = await this.code.load()
    const live = this.liveSession(id)
    if (live) return live.open(kinds)
    const definition = await this.resolve(id, module)
    expectOpen()
    await this.begin(definition, module, { kinds, expectOpen })
  }

  /** Opens many at once; each says by its state how it went. */
  async openAll(serverIds: readonly ServerId[]): Promise<void> {
    await Promise.allSettled(serverIds.map((id) => this.open(id)))
  }

  async close(serverId: ServerId): Promise<void> {
    this.closings.add(serverId)
    await this.code.begun
    await this.sessions.get(serverId)?.close()
  }

  /** What may not be started again goes on as it is; what may not by the time it has ended stays ended. */
  async restart(serverId: ServerId): Promise<void> {
    const { id, name } = this.server(serverId)
    const expectOpen = this.closings.watch(id, name)
    const module = await this.code.load()
    await this.source.resolve(id)
    expectOpen()
    await this.sessions.get(id)?.close()
    expectOpen()
    const definition = await this.resolve(id, module)
    expectOpen()
    const catalogue = this.sessions.get(id)?.catalogue
    await this.begin(definition, module, { catalogue, expectOpen })
  }

  /** Ends a server that is no longer there, and forgets it. */
  async forget(serverId: ServerId): Promise<void> {
    await this.close(serverId)
    this.sessions.delete(serverId)
    this.standings.forget(serverId)
    this.problems.forget(serverId)
  }

  /** The servers that have a session, live or over. */
  known(): readonly ServerId[] {
    return [...this.sessions.keys()]
  }

  /** Ends every server, all at once, within eight seconds. Nothing can be opened after that. */
  async closeAll(): Promise<void> {
    this.isQuitting = true
    await this.code.begun?.catch(() => undefined)
    await Promise.all([...this.sessions.values()].map((session) => session.close(QUIT_GRACE_MS)))
    this.standings.stop()
  }

  killAll(): void {
    for (const session of this.sessions.values()) session.kill()
  }

  /** For whoever asks before a call; the call itself is judged when it starts. Of a server that was opened. */
  expectFit(serverId: ServerId, ...call: Parameters<Session['expectFit']>): FitOfArguments {
    return this.sessions.get(this.server(serverId).id)?.expectFit(...call)
  }

  /**
   * Calls a tool, and opens its server first if it is not open. `done` resolves with the call and its
   * outcome; never rejects.
   */
  async startCall(
    serverId: ServerId,
    tool: string,
    args: JsonObject,
    settings?: CallSettings
  ): Promise<{ call: Call; done: Promise<WholeCall> }> {
    const session = await this.use(serverId, ['tools'])
    return session.startCall(tool, args, settings)
  }

  async readResource(serverId: ServerId, uri: string, options: ReadOptions = {}): Promise<Reading> {
    const session = await this.use(serverId, [])
    return session.readResource(uri, options)
  }

  async getPrompt(
    serverId: ServerId,
    name: string,
    args: Readonly<Record<string, string>>,
    signal?: AbortSignal
  ): Promise<Answered> {
    const session = await this.use(serverId, [])
    return session.getPrompt(name, args, signal)
  }

  /** Asks any method, known or not. */
  async request(
    serverId: ServerId,
    method: string,
    params: JsonObject = {},
    signal?: AbortSignal
  ): Promise<Outcome> {
    const session = await this.use(serverId, [])
    return session.request(method, params, signal)
  }

  /** Never opens a server: whoever types wants proposals, and no more. */
  async complete(
    serverId: ServerId,
    question: CompletionQuestion,
    signal?: AbortSignal
  ): Promise<Completion> {
    return this.openSession(serverId).complete(question, signal)
  }

  async subscribe(serverId: ServerId, uri: string): Promise<void> {
    await this.openSession(serverId).subscribe(uri)
  }

  /** Also of a server that is not open now: then it is not subscribed to when it is open again. */
  async unsubscribe(serverId: ServerId, uri: string): Promise<void> {
    const { id } = this.server(serverId)
    const session = this.sessions.get(id)
    if (session) return session.unsubscribe(uri)
    if (this.standings.wishes(id).subscriptions.delete(uri)) this.tell(id)
  }

  /** Without a level the server decides. */
  async setLogLevel(serverId: ServerId, level: LogLevel | undefined): Promise<void> {
    await this.openSession(serverId).setLogLevel(level)
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

  suspend(): void {
    for (const session of this.sessions.values()) session.suspend()
  }

  resume(): void {
    for (const session of this.sessions.values()) session.resume()
  }

  /** Sends a text exactly as it is. Refused when its answer could end a call, unless that is wanted. */
  async sendRaw(serverId: ServerId, text: string, isForced?: boolean): Promise<{ seq: number }> {
    return this.openSession(serverId).sendRaw(text, isForced)
  }

  /** An id for the next raw frame: nobody has it, and nobody else will be given it. */
  freshId(serverId: ServerId): RpcId {
    return this.openSession(serverId).ids.freshId()
  }

  /** One that has ended meanwhile is left as it is. */
  cancelCall(id: CallId): void {
    const call = this.liveCalls.get(id)
    if (call) this.sessions.get(call.serverId)?.cancelCall(id)
  }

  /** Those that run, and those that have ended and are not kept. */
  calls(): readonly Call[] {
    return this.liveCalls.list()
  }

  onSession(listener: (report: SessionReport) => void): () => void {
    return this.sessionNews.hear(listener)
  }

  onCall(listener: (call: Call) => void): () => void {
    return this.liveCalls.onChange(listener)
  }

  onTraffic(listener: (entry: TrafficEntry) => void): () => void {
    return this.log.onAppend(listener)
  }

  /** With what a session with this server is made of. */
  private async resolve(
    id: ServerId,
    { loadRemoteWires }: SessionModule
  ): Promise<ServerDefinition> {
    const definition = await this.source.resolve(id)
    if (definition.transport !== 'stdio') await loadRemoteWires()
    return definition
  }

  /** Whoever waited for a person or for an end may find that somebody else has opened a session. */
  private async begin(
    definition: ServerDefinition,
    { Session, SessionProblems, NO_INPUTS, withRoots }: SessionModule,
    { kinds, catalogue, expectOpen }: Beginning
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
      expectOpen()
      if (this.sessions.get(id) === over) this.sessions.delete(id)
    }
    this.source.begin?.(definition)
    const { version, inputs = NO_INPUTS, register, startProcess, audit, remoteFor } = this.options
    const remote = remoteFor?.(definition)
    const session = new Session({
      definition,
      log: this.log,
      clock: this.clock,
      clientVersion: version,
      inputs: withRoots(inputs, definition.roots),
      ...(register && { register }),
      ...(startProcess && { startProcess }),
      ...(audit && { audit }),
      ...remote,
      networks: this.networks,
      gate: this.gate,
      wishes: this.standings.wishes(id),
      ...(catalogue && { catalogue }),
      newCallId: () => this.liveCalls.nextId(),
      onChange: () => {
        this.standings.compareSoon(id)
        this.tell(id)
      },
      onCall: (call) => this.liveCalls.remember(call),
      onStale: (uri) => this.staleNews.tell(id, uri),
      onPostMortem: (postMortem) => this.standings.break(id, postMortem),
      problems: new SessionProblems(this.problems, definition, this.clock, remote?.credentials)
    })
    this.sessions.set(id, session)
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

  /** Rejects when the server is not open. */
  openSession(serverId: ServerId): Session {
    const { id, name } = this.server(serverId)
    const session = this.sessions.get(id)
    if (session?.state.phase === 'ready') return session
    throw new WorkbenchError(WorkbenchErrorCode.NotOpen, `${name} is not open.`)
  }

  private reportOf(serverId: ServerId): SessionReport {
    const session = this.sessions.get(serverId)
    return {
      serverId,
      state: session?.state ?? IDLE,
      catalogue: session?.catalogue.value ?? EMPTY_CATALOGUE,
      ...this.standings.report(serverId)
    }
  }

  private tell(serverId: ServerId): void {
    this.sessionNews.tell(this.reportOf(serverId))
  }
}
