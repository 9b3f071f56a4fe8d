/** One live conversation with a server, from the start of its process to its end. */
import { Client } from '@modelcontextprotocol/client'
import type { Call, Outcome } from '../../shared/call'
import type { CallId } from '../../shared/ids'
import { EMPTY_CATALOGUE, type Catalogue } from '../../shared/catalogue'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { JsonObject } from '../../shared/json'
import type { ServerDefinition } from '../../shared/server-config'
import { IDLE, isOpen, type SessionState } from '../../shared/session-state'
import { deadline, type Clock } from '../clock'
import type { TrafficLog } from '../traffic/traffic-log'
import { StdioTransport } from '../transport/stdio'
import { Tap } from '../transport/tap'
import { Calls } from './calls'
import { readTools } from './catalogue'
import { failureToOpen, failureWhileOpen, whyWireEnded } from './failure'
import { NEVER_MS, outcomeOf, requesterOf, type Requester } from './requester'

const HANDSHAKE_TIMEOUT_MS = 30_000
const LIST_TIMEOUT_MS = 30_000
const LAST_STDERR_LINES = 20

export type SessionOptions = {
  readonly definition: ServerDefinition
  readonly log: TrafficLog
  readonly clock: Clock
  readonly clientVersion: string
  readonly newCallId: () => string
  readonly onChange: () => void
  readonly onCall: (call: Call) => void
}

export class Session {
  state: SessionState = IDLE
  catalogue: Catalogue = EMPTY_CATALOGUE
  private readonly transport: StdioTransport
  private readonly client: Client
  private readonly request: Requester
  private readonly calls: Calls
  private readonly lastStderr: string[] = []
  private opening?: Promise<void>
  /** By the person, which is not a failure. */
  private isClosed = false

  constructor(private readonly options: SessionOptions) {
    const { definition, log, clock, clientVersion, newCallId, onCall } = options
    this.calls = new Calls(definition.id, clock, newCallId, onCall, () => this.whyLost())
    this.transport = new StdioTransport(definition, new Tap(log, definition.id, clock), clock)
    this.transport.inspect = (sighting) => this.calls.inspect(sighting)
    this.transport.onStderr = (line) => this.rememberStderr(line)
    this.client = new Client(
      { name: 'patchbay', title: 'Patchbay', version: clientVersion },
      { capabilities: {}, versionNegotiation: { mode: 'legacy' } }
    )
    this.client.onclose = () => this.noticeEnd()
    this.request = requesterOf(this.client)
  }

  /** Resolves when the server is ready and listed. Rejects, with the state `failed`, if it cannot be. */
  open(): Promise<void> {
    this.opening ??= this.connect()
    return this.opening
  }

  /** Closing twice waits for the same end. */
  async close(graceMs?: number): Promise<void> {
    if (!isOpen(this.state)) return
    this.isClosed = true
    this.become({ phase: 'closing' })
    await this.transport.close(graceMs)
    this.become(IDLE)
  }

  /** For when there is no time left to ask. */
  kill(): void {
    this.transport.kill()
  }

  startCall(
    tool: string,
    args: JsonObject,
    timeoutMs?: number
  ): { call: Call; done: Promise<Call> } {
    if (this.state.phase !== 'ready') {
      const { name } = this.options.definition
      throw new WorkbenchError(WorkbenchErrorCode.NotOpen, `${name} is not open.`)
    }
    return this.calls.start(this.request, tool, args, timeoutMs)
  }

  cancelCall(id: CallId): boolean {
    return this.calls.cancel(id)
  }

  private async connect(): Promise<void> {
    const { clock } = this.options
    const since = clock.wall()
    this.transport.onSpawn = (pid) => this.become({ phase: 'starting', since, pid })
    this.become({ phase: 'starting', since })
    try {
      await this.shakeHands(since)
    } catch (error) {
      throw await this.failToOpen(error)
    }
    await this.readCatalogue()
  }

  private async shakeHands(since: number): Promise<void> {
    const { clock } = this.options
    const startedAt = clock.monotonic()
    const limit = deadline(clock, HANDSHAKE_TIMEOUT_MS)
    try {
      await this.client.connect(this.transport, { signal: limit.signal, timeout: NEVER_MS })
    } finally {
      limit.stop()
    }
    const { pid } = this.transport
    const server = this.client.getServerVersion()
    const instructions = this.client.getInstructions()
    this.become({
      phase: 'ready',
      since,
      ...(pid !== undefined && { pid }),
      protocolVersion: this.client.getNegotiatedProtocolVersion() ?? 'unknown',
      server: {
        name: server?.name ?? 'unknown',
        version: server?.version ?? 'unknown',
        ...(server?.title !== undefined && { title: server.title })
      },
      capabilities: { ...this.client.getServerCapabilities() },
      ...(instructions !== undefined && { instructions }),
      handshakeMs: clock.monotonic() - startedAt
    })
  }

  /** A list that cannot be read is a finding beside an open session, not the end of it. */
  private async readCatalogue(): Promise<void> {
    if (!this.client.getServerCapabilities()?.tools) return
    this.list({ ...EMPTY_CATALOGUE, isLoading: true })
    const limit = deadline(this.options.clock, LIST_TIMEOUT_MS)
    const reading = readTools((params) => this.request('tools/list', params, limit.signal))
    const outcome = await outcomeOf(reading)
    limit.stop()
    this.list(
      outcome.kind === 'result'
        ? (outcome.result as Catalogue)
        : { ...EMPTY_CATALOGUE, findings: [whyNotListed(outcome, limit.signal.aborted)] }
    )
  }

  private async failToOpen(error: unknown): Promise<WorkbenchError> {
    await this.transport.close()
    const { name } = this.options.definition
    const failure = failureToOpen(name, error, this.transport.end, HANDSHAKE_TIMEOUT_MS)
    if (!this.isClosed) this.become({ ...failure.state, lastStderr: [...this.lastStderr] })
    return new WorkbenchError(failure.code, failure.state.reason)
  }

  private noticeEnd(): void {
    const { end } = this.transport
    if (this.state.phase !== 'ready' || !end) return
    this.become({
      ...failureWhileOpen(this.options.definition.name, end),
      lastStderr: [...this.lastStderr]
    })
  }

  private whyLost(): string {
    const { end } = this.transport
    return end ? `${whyWireEnded(end)} before it answered.` : 'The session was closed.'
  }

  private rememberStderr(line: string): void {
    this.lastStderr.push(line)
    if (this.lastStderr.length > LAST_STDERR_LINES) this.lastStderr.shift()
  }

  private list(catalogue: Catalogue): void {
    this.catalogue = catalogue
    this.options.onChange()
  }

  private become(state: SessionState): void {
    this.state = state
    this.options.onChange()
  }
}

function whyNotListed(outcome: Outcome, isTimeout: boolean): string {
  if (isTimeout) return 'The server did not answer tools/list in time.'
  if (outcome.kind === 'error') {
    return `The server answered tools/list with error ${outcome.error.code}: ${outcome.error.message}`
  }
  return 'The tools could not be listed.'
}
