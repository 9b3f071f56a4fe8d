/** One server as the person uses it: its catalogue, calls and contents, whatever becomes of its process. */
import type { Call, Outcome } from '../../shared/call'
import { LIST_KINDS, type ListKind } from '../../shared/catalogue'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { CallId } from '../../shared/ids'
import { isObject, type JsonObject } from '../../shared/json'
import type { Params } from '../../shared/json-rpc'
import { settingsOf, type SessionSettings } from '../../shared/server-config'
import type { SessionState } from '../../shared/session-state'
import { paramHeaders } from '../transport/modern-headers'
import { Cache, ttlOf } from './cache'
import { Calls } from './calls'
import { LiveCatalogue } from './catalogue'
import type { AskOptions, Conversation } from './conversation'
import { EVERYTHING, type Handshake } from './handshake'
import { Lifecycle, type LifecycleOptions } from './lifecycle'
import { Subscriptions } from './subscriptions'

export { NO_INPUTS } from './input'
export { withRoots } from './roots'

type Given =
  | 'definition'
  | 'log'
  | 'clock'
  | 'clientVersion'
  | 'inputs'
  | 'register'
  | 'gate'
  | 'onChange'
  | 'onProblem'

export type SessionOptions = Pick<LifecycleOptions, Given> & {
  readonly newCallId: () => string
  readonly onCall: (call: Call) => void
}

export class Session {
  readonly catalogue: LiveCatalogue
  private readonly settings: SessionSettings
  private readonly lifecycle: Lifecycle
  private readonly calls: Calls
  private readonly resources: Cache<Outcome>
  private readonly subscriptions: Subscriptions
  /** What is listed when the session opens: all that anyone who opened it asked for. */
  private readonly kinds = new Set<ListKind>()
  /** Counts what makes contents stale, so that what was read meanwhile is not kept. */
  private changes = 0

  constructor(private readonly options: SessionOptions) {
    const { definition, clock, newCallId, onCall, onChange } = options
    this.settings = settingsOf(definition)
    this.resources = new Cache(clock)
    this.subscriptions = new Subscriptions(clock)
    this.lifecycle = new Lifecycle({
      ...options,
      settings: this.settings,
      onNotification: (method, params) => this.hearNotification(method, params),
      onReady: (conversation, handshake) => this.begin(conversation, handshake),
      onOver: () => {
        this.catalogue.stop()
        this.subscriptions.stop()
      }
    })
    this.calls = new Calls({
      serverId: definition.id,
      clock,
      newId: newCallId,
      ask: (method, params, more) => this.ask(method, params, more),
      onChange: onCall
    })
    this.catalogue = new LiveCatalogue({
      clock,
      ttlMs: this.settings.cacheTtlMs,
      onChange
    })
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

  close(graceMs?: number): Promise<void> {
    return this.lifecycle.close(graceMs)
  }

  /** For when there is no time left to ask. */
  kill(): void {
    this.lifecycle.kill()
  }

  suspend(): void {
    this.lifecycle.suspend()
  }

  resume(): void {
    this.lifecycle.resume()
  }

  startCall(
    tool: string,
    args: JsonObject,
    timeoutMs = this.settings.callTimeoutMs
  ): { call: Call; done: Promise<Call> } {
    this.expectReady()
    const headers = this.hasHeaders ? this.headersFor(tool, args) : undefined
    const limits = { idleMs: timeoutMs, capMs: Math.max(this.settings.callCapMs, timeoutMs) }
    const started = this.calls.start({ tool, arguments: args, limits, ...(headers && { headers }) })
    const isSync = /sync/i.test(tool) || this.settings.syncTools.includes(tool)
    if (!isSync) return started
    const done = started.done.then((call) => {
      this.forgetContents()
      return call
    })
    return { ...started, done }
  }

  cancelCall(id: CallId): void {
    this.calls.cancel(id)
  }

  /** Asks for something that changes nothing at the server. Never rejects. */
  async read(method: string, params: Params, more: Partial<AskOptions> = {}): Promise<Outcome> {
    const limits = { idleMs: this.settings.readTimeoutMs }
    return this.ask(method, params, { limits, isRepeatable: true, ...more })
  }

  /** From the cache while it is fresh, unless the person wants to see it anew. */
  async readResource(uri: string, { isForced = false } = {}): Promise<Outcome> {
    this.expectReady()
    const kept = isForced ? undefined : this.resources.get(uri)
    if (kept) return kept
    const { changes } = this
    let sizeBytes = 0
    const onAnswer = ({ bytes }: { bytes: number }): void => void (sizeBytes = bytes)
    const outcome = await this.read('resources/read', { uri }, { onAnswer })
    if (outcome.kind === 'result' && changes === this.changes && isContent(outcome.result)) {
      const ttlMs = ttlOf(outcome.result, this.settings.cacheTtlMs)
      this.resources.set(uri, outcome, ttlMs, sizeBytes)
    }
    return outcome
  }

  async getPrompt(name: string, args: Readonly<Record<string, string>>): Promise<Outcome> {
    this.expectReady()
    return this.read('prompts/get', { name, arguments: args })
  }

  async probe(timeoutMs = this.settings.readTimeoutMs): Promise<Outcome> {
    this.expectReady()
    return this.lifecycle.conversation?.probe({ idleMs: timeoutMs }) ?? lost()
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

  private async ask(method: string, params: Params, more: AskOptions): Promise<Outcome> {
    const { conversation } = this.lifecycle
    return conversation ? this.askOn(conversation, method, params, more) : lost()
  }

  private async askOn(
    conversation: Conversation,
    method: string,
    params: Params,
    more: AskOptions
  ): Promise<Outcome> {
    const outcome = await conversation.ask(method, params, more)
    if (outcome.kind === 'connection-lost' && outcome.failure?.class === 'auth') {
      this.options.onProblem('auth', outcome.reason)
    }
    return outcome
  }

  private async begin(conversation: Conversation, { era, capabilities }: Handshake): Promise<void> {
    this.forgetContents()
    this.subscriptions.start(conversation)
    const isGuess = capabilities === EVERYTHING
    this.catalogue.begin({
      capabilities,
      isGuess,
      hasHeaders: this.hasHeaders,
      followsEmptyCursor: era === 'modern',
      ask: (method, params, limits) =>
        this.askOn(conversation, method, params, {
          limits: limits ?? { idleMs: this.settings.readTimeoutMs },
          isRepeatable: true
        })
    })
    await this.catalogue.refresh([...this.kinds])
  }

  private hearNotification(method: string, params: Params): void {
    this.catalogue.hearNotification(method)
    if (method === 'notifications/resources/updated') {
      this.changes++
      this.resources.forget(String(params['uri']))
    } else if (method === 'notifications/resources/list_changed') {
      this.changes++
      this.resources.clear()
    }
  }

  private forgetContents(): void {
    this.changes++
    this.resources.clear()
    this.catalogue.invalidate()
  }

  private expectReady(): void {
    if (this.state.phase === 'ready') return
    const { name } = this.options.definition
    throw new WorkbenchError(WorkbenchErrorCode.NotOpen, `${name} is not open.`)
  }
}

/** Not what only asks for more. */
function isContent(result: unknown): boolean {
  return !isObject(result) || (result['resultType'] ?? 'complete') === 'complete'
}

function lost(): Outcome {
  return { kind: 'connection-lost', reason: 'The session was closed.' }
}
