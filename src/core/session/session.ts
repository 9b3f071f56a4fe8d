/** One live conversation with a server, from the start of its process to its end. */
import { Client } from '@modelcontextprotocol/client'
import type { Call } from '../../shared/call'
import { EMPTY_CATALOGUE, type Catalogue } from '../../shared/catalogue'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import type { CallId } from '../../shared/ids'
import type { JsonObject } from '../../shared/json'
import type { ServerDefinition } from '../../shared/server-config'
import { IDLE, isOpen, type SessionState } from '../../shared/session-state'
import type { Clock } from '../clock'
import type { TrafficLog } from '../traffic/traffic-log'
import { StdioTransport } from '../transport/stdio'
import { Tap } from '../transport/tap'
import { Calls } from './calls'
import { readTools } from './catalogue'
import { failureToOpen, failureWhileOpen, whyWireEnded } from './failure'
import { RpcPeer } from './rpc-peer'
import { SdkWire } from './sdk-wire'

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
  private readonly peer: RpcPeer
  private readonly calls: Calls
  private readonly client: Client
  private readonly lastStderr: string[] = []
  private opening?: Promise<void>
  /** By the person, which is not a failure. */
  private isClosed = false

  constructor(private readonly options: SessionOptions) {
    const { definition, log, clock, clientVersion, newCallId, onCall } = options
    this.transport = new StdioTransport(definition, new Tap(log, definition.id, clock), clock)
    this.peer = new RpcPeer(
      (message) => this.transport.send(message),
      clock,
      () => this.whyLost()
    )
    this.calls = new Calls(definition.id, this.peer, clock, newCallId, onCall)
    this.client = new Client(
      { name: 'patchbay', title: 'Patchbay', version: clientVersion },
      { capabilities: {}, versionNegotiation: { mode: 'legacy' } }
    )
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
    return this.calls.start(tool, args, timeoutMs)
  }

  cancelCall(id: CallId): void {
    this.calls.cancel(id)
  }

  private async connect(): Promise<void> {
    const { clock } = this.options
    const since = clock.wall()
    this.become({ phase: 'starting', since })
    try {
      await this.shakeHands(this.connectWire(since), since)
    } catch (error) {
      throw await this.failToOpen(error)
    }
    await this.readCatalogue()
    if (this.state.phase === 'failed') {
      throw new WorkbenchError(WorkbenchErrorCode.ConnectionLost, this.state.reason)
    }
  }

  /** Answers to our own requests end here; the SDK gets what else the server sends. */
  private connectWire(since: number): SdkWire {
    const { transport, peer, calls } = this
    const sdk = new SdkWire(transport, peer, { timeoutMs: HANDSHAKE_TIMEOUT_MS, isSilent: true })
    transport.inspect = (sighting) => {
      const isProgress = calls.inspect(sighting)
      return isProgress || peer.inspect(sighting) ? 'handled' : 'deliver'
    }
    transport.onmessage = (message) => sdk.onmessage?.(message)
    transport.onStderr = (line) => this.rememberStderr(line)
    transport.onSpawn = (pid) => this.become({ phase: 'starting', since, pid })
    transport.onclose = () => {
      peer.end()
      sdk.onclose?.()
      this.noticeEnd()
    }
    return sdk
  }

  private async shakeHands(wire: SdkWire, since: number): Promise<void> {
    const { clock } = this.options
    const startedAt = clock.monotonic()
    await this.client.connect(wire)
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
    const ask = (params: object) =>
      this.peer.request('tools/list', params, { timeoutMs: LIST_TIMEOUT_MS })
    this.list(await readTools(ask))
  }

  private async failToOpen(error: unknown): Promise<WorkbenchError> {
    await this.transport.close()
    const { name } = this.options.definition
    const failure = failureToOpen(name, error, this.transport.end)
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
