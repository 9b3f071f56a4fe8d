/** One server as the person uses it: its catalogue, calls and contents, whatever becomes of its process. */
import type { Outcome } from '../../shared/calls/call'
import type { Call, CallSettings, WholeCall } from '../../shared/calls/call-contract'
import { LIST_KINDS, type ListKind } from '../../shared/calls/catalogue'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { Completion } from '../../shared/calls/exchange'
import { argumentsFit, unfitArguments } from '../../shared/calls/arguments-fit'
import type { CallId } from '../../shared/protocol/ids'
import type { JsonObject } from '../../shared/json/json'
import type { Params } from '../../shared/protocol/json-rpc'
import type { LogLevel } from '../../shared/protocol/log-level'
import type { PostMortem } from '../../shared/servers/post-mortem'
import { settingsOf, type SessionSettings } from '../../shared/servers/server-config'
import type { SessionState } from '../../shared/servers/session-state'
import type { SchemaVerdict } from '../../shared/schema/validate'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { NO_AUDIT, type Auditing } from '../audit/auditing'
import { paramHeaders } from '../http/modern-headers'
import { WireError } from '../wire/wire'
import { answered, lost, type Answered, type Reading } from '../conversation/answered'
import { callParams, Calls } from './calls'
import { LiveCatalogue } from './catalogue'
import {
  completionOf,
  completionParams,
  whyNoCompletion,
  type CompletionQuestion
} from './completion'
import { Contents, type ReadOptions } from './contents'
import type { AskOptions } from '../conversation/ask-options'
import type { Conversation } from '../conversation/conversation'
import { offersOf, type Handshake } from '../conversation/handshake'
import { Lifecycle, type LifecycleOptions } from './lifecycle'
import { expectLogging, expectTaken } from './logging'
import { postMortemOf } from './post-mortem'
import { expectExact, toolCallIn } from '../conversation/raw-frames'
import { endOf, SessionAudit } from './session-audit'
import { Subscriptions } from './subscriptions'
import type { Wishes } from './wishes'

export { loadRemoteWires } from '../transport/create-wire'
export { NO_INPUTS } from '../conversation/input'
export { withRoots } from '../conversation/roots'
export { SessionProblems } from './session-problems'

/** What a session decides itself. */
type Decided = 'settings' | 'onNotification' | 'logLevel' | 'onReady' | 'onBroken' | 'onOver'

export type SessionOptions = Omit<LifecycleOptions, Decided> & {
  readonly newCallId: () => string
  readonly wishes: Wishes
  /** What is asked for a person is written down there first. */
  readonly audit?: Auditing
  /** Of the session before this one: what was listed there stays until it is read anew. */
  readonly catalogue?: LiveCatalogue
  readonly onCall: (call: Call) => void
  /** What was read of this resource, or of all of them, may have changed. */
  readonly onStale: (uri: string | undefined) => void
  readonly onPostMortem: (postMortem: PostMortem) => void
}

export class Session {
  readonly catalogue: LiveCatalogue
  private readonly settings: SessionSettings
  private readonly lifecycle: Lifecycle
  private readonly calls: Calls
  private readonly contents: Contents
  private readonly subscriptions: Subscriptions
  private readonly audit: SessionAudit
  /** What is listed when the session opens: all that anyone who opened it asked for. */
  private readonly kinds = new Set<ListKind>()

  constructor(private readonly options: SessionOptions) {
    const { definition, log, clock, wishes, newCallId, onCall, onChange, onPostMortem } = options
    const { id: serverId, name } = definition
    this.settings = settingsOf(definition)
    this.audit = new SessionAudit(definition, options.audit ?? NO_AUDIT)
    this.lifecycle = new Lifecycle({
      ...options,
      settings: this.settings,
      logLevel: () => wishes.logLevel,
      onNotification: (method, params) => this.hearNotification(method, params),
      onReady: (conversation, handshake) => this.begin(conversation, handshake),
      onBroken: (end) => {
        const callOf = (seq: number): CallId | undefined => this.calls.sentAs(seq)
        onPostMortem(postMortemOf(end, { serverId, time: clock.wall(), log, callOf }))
      },
      onOver: () => {
        this.catalogue.stop()
        this.subscriptions.stop()
      }
    })
    this.calls = new Calls({
      serverId,
      clock,
      newId: newCallId,
      ask: (method, params, more) => this.ask(method, params, more),
      onChange: onCall
    })
    this.catalogue = new LiveCatalogue({
      clock,
      ttlMs: this.settings.cacheTtlMs,
      limits: this.settings,
      ...(options.catalogue && { before: options.catalogue }),
      onChange
    })
    this.contents = new Contents({
      clock,
      log,
      ttlMs: this.settings.cacheTtlMs,
      ask: (params, more) => this.read('resources/read', params, more),
      onStale: options.onStale
    })
    this.subscriptions = new Subscriptions({
      name,
      clock,
      timeoutMs: this.settings.readTimeoutMs,
      wanted: wishes.subscriptions,
      audit: this.audit,
      onUpdate: (uri) => this.contents.forget(uri),
      onChange
    })
  }

  /** By which it is found in the audit log. */
  get auditId(): string {
    return this.audit.id
  }

  get state(): SessionState {
    return this.lifecycle.state
  }

  /** Resolves when the server is ready and listed. Rejects, with the state `failed`, if it cannot be. */
  async open(kinds: readonly ListKind[] = LIST_KINDS): Promise<void> {
    for (const kind of kinds) this.kinds.add(kind)
    await this.lifecycle.open()
    await this.catalogue.complete(kinds)
  }

  /** Resolves when it is over, and every call has its outcome. */
  async close(graceMs?: number): Promise<void> {
    this.options.problems.stop()
    await this.lifecycle.close(graceMs)
    await this.lifecycle.conversation?.settled()
  }

  /** For when there is no time left to ask. */
  kill(): void {
    this.options.problems.stop()
    this.lifecycle.kill()
  }

  suspend(): void {
    this.lifecycle.suspend()
  }

  resume(): void {
    this.lifecycle.resume()
  }

  /** Throws where the arguments do not fit what the tool declares, unless that is wanted. */
  expectFit(tool: string, args: JsonObject, isForced = false): SchemaVerdict {
    const verdict = argumentsFit(this.catalogue.tool(tool)?.['inputSchema'], args)
    if (verdict.kind !== 'fails' || isForced) return verdict
    throw unfitArguments(`the schema of ${tool}`, verdict)
  }

  /** Rejects when the arguments do not fit or it cannot be written down: then nothing is sent. */
  async startCall(
    tool: string,
    args: JsonObject,
    { meta, isForced, ...settings }: CallSettings = {}
  ): Promise<{ call: Call; done: Promise<WholeCall> }> {
    const conversation = this.expectConversation()
    const isUnfit = this.expectFit(tool, args, isForced).kind === 'fails'
    const params = callParams(tool, args, meta)
    const built = conversation.build(params)
    const end = await this.audit.intend('tools/call', built.params)
    const headers = this.hasHeaders ? this.headersFor(tool, params.arguments) : undefined
    const idleMs = settings.timeoutMs ?? this.settings.callTimeoutMs
    const started = this.calls.start(
      params,
      { ...settings, isForced: isUnfit },
      {
        built,
        limits: { idleMs, capMs: Math.max(this.settings.callCapMs, idleMs) },
        ...(headers && { headers })
      }
    )
    const isSync = /sync/i.test(tool) || this.settings.syncTools.includes(tool)
    const done = started.done.then((call) => {
      end(endOf(call.outcome))
      if (isSync) this.readAgain()
      return call
    })
    return { ...started, done }
  }

  /**
   * Sends a text exactly as it is, be it a frame or not, and resolves with its entry as soon as it has
   * left. Refused when its answer could be taken for that of a request of ours, unless that is wanted.
   */
  async sendRaw(text: string, isForced = false): Promise<TrafficEntry> {
    const conversation = this.expectConversation()
    expectExact(text)
    try {
      const options = { isForced, headers: this.rawHeaders(text) }
      return await this.audit.sending(text, () => conversation.sendRaw(text, options))
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      throw new WorkbenchError(WorkbenchErrorCode.ConnectionLost, error.message)
    }
  }

  /** Of the requests of ours that this session has had. */
  get ids(): Pick<Conversation, 'freshId' | 'requestWith'> {
    return this.expectConversation()
  }

  cancelCall(id: CallId): void {
    this.calls.cancel(id)
  }

  /** Unless said otherwise, of something that changes nothing. Rejects when it cannot be written down. */
  private async read(
    method: string,
    params: Params,
    more: Partial<AskOptions> = {}
  ): Promise<Outcome> {
    const limits = { idleMs: this.settings.readTimeoutMs }
    return this.audit.asking(method, params, () =>
      this.ask(method, params, { limits, isRepeatable: true, ...more })
    )
  }

  /** Asks anything at all. Whoever asks knows whether asking twice would do harm, so it is asked once. */
  async request(method: string, params: Params, signal?: AbortSignal): Promise<Outcome> {
    this.expectReady()
    const limits = { idleMs: this.settings.callTimeoutMs }
    return this.read(method, params, { limits, isRepeatable: false, ...(signal && { signal }) })
  }

  async readResource(uri: string, options: ReadOptions = {}): Promise<Reading> {
    this.expectReady()
    return this.contents.read(uri, options)
  }

  async getPrompt(
    name: string,
    args: Readonly<Record<string, string>>,
    signal?: AbortSignal
  ): Promise<Answered> {
    this.expectReady()
    return answered(this.options.clock, (hooks) =>
      this.read('prompts/get', { name, arguments: args }, { ...hooks, ...(signal && { signal }) })
    )
  }

  /** Says why where there is nothing to choose from. Rejects when it cannot be written down. */
  async complete(question: CompletionQuestion, signal?: AbortSignal): Promise<Completion> {
    const handshake = this.expectHandshake()
    const failure = whyNoCompletion(this.options.definition.name, handshake)
    if (failure !== undefined) return { values: [], failure }
    const params = completionParams(question, handshake)
    return completionOf(
      await this.read('completion/complete', params, { ...(signal && { signal }) })
    )
  }

  async subscribe(uri: string): Promise<void> {
    this.expectReady()
    await this.subscriptions.subscribe(uri)
  }

  async unsubscribe(uri: string): Promise<void> {
    await this.subscriptions.unsubscribe(uri)
  }

  /** In the newer era each request says it; in the older one it is said once, and cannot be taken back. */
  async setLogLevel(level: LogLevel | undefined): Promise<void> {
    const { wishes, definition, onChange } = this.options
    const handshake = this.expectHandshake()
    if (level !== undefined) expectLogging(definition.name, handshake)
    if (level !== undefined && handshake.era === 'legacy') {
      expectTaken(definition.name, level, await this.read('logging/setLevel', { level }))
    }
    if (level === undefined) delete wishes.logLevel
    else wishes.logLevel = level
    onChange()
  }

  async probe(timeoutMs = this.settings.readTimeoutMs): Promise<Outcome> {
    this.expectReady()
    return this.lifecycle.conversation?.probe({ limits: { idleMs: timeoutMs } }) ?? lost()
  }

  private get hasHeaders(): boolean {
    const { transport } = this.options.definition
    const isHttp = transport === 'streamable-http' || transport === 'auto'
    return isHttp && this.lifecycle.conversation?.handshake?.era === 'modern'
  }

  private headersFor(tool: string, args: JsonObject): Readonly<Record<string, string>> | undefined {
    const found = this.catalogue.tool(tool)
    return found && paramHeaders(found['inputSchema'], args)
  }

  private rawHeaders(text: string): Readonly<Record<string, string>> {
    const call = this.hasHeaders ? toolCallIn(text) : undefined
    return (call && this.headersFor(call.name, call.arguments)) ?? {}
  }

  private ask(method: string, params: Params, more: AskOptions): Promise<Outcome> {
    const { conversation } = this.lifecycle
    return conversation ? conversation.ask(method, params, more) : Promise.resolve(lost())
  }

  private async begin(conversation: Conversation, handshake: Handshake): Promise<void> {
    const { era } = handshake
    this.forgetContents()
    this.audit.renew()
    this.applyLogLevel()
    this.subscriptions.start(conversation)
    this.catalogue.begin({
      ...offersOf(handshake),
      hasHeaders: this.hasHeaders,
      followsEmptyCursor: era === 'modern',
      ask: (method, params, limits) =>
        conversation.ask(method, params, {
          limits: limits ?? { idleMs: this.settings.readTimeoutMs },
          isRepeatable: true
        })
    })
    await this.catalogue.refresh([...this.kinds])
  }

  /** What was wanted of the last session is wanted of this one; if it will not have it, that is shown. */
  private applyLogLevel(): void {
    const { wishes, onChange } = this.options
    const { logLevel } = wishes
    if (logLevel === undefined) return
    this.setLogLevel(logLevel).catch(() => {
      if (this.state.phase !== 'ready') return
      delete wishes.logLevel
      onChange()
    })
  }

  /** The folders that the server may be told of are others now. */
  async announceRoots(): Promise<void> {
    if (this.expectHandshake().era !== 'legacy') return
    await this.lifecycle.conversation?.notify('notifications/roots/list_changed')
  }

  private hearNotification(method: string, params: Params): void {
    const { inputs, definition } = this.options
    inputs.hearNotification?.(definition.id, method, params)
    this.catalogue.hearNotification(method)
    this.contents.hearNotification(method, params)
    this.subscriptions.hearNotification(method, params)
  }

  private forgetContents(): void {
    this.contents.forget()
    this.catalogue.invalidate()
  }

  /** A tool has changed what the server offers; what was listed of it is listed again. */
  private readAgain(): void {
    this.forgetContents()
    if (this.state.phase === 'ready') void this.catalogue.freshen([...this.kinds]) // what goes wrong becomes a finding
  }

  private expectReady(): void {
    if (this.state.phase === 'ready') return
    const { name } = this.options.definition
    throw new WorkbenchError(WorkbenchErrorCode.NotOpen, `${name} is not open.`)
  }

  private expectConversation(): Conversation {
    this.expectReady()
    const { conversation } = this.lifecycle
    if (conversation) return conversation
    throw new Error('A session that is ready has a conversation.')
  }

  private expectHandshake(): Handshake {
    const { handshake } = this.expectConversation()
    if (handshake) return handshake
    throw new Error('A session that is ready has shaken hands.')
  }
}
