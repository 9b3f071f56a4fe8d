/** The calls of one session, with the progress the server reports for each. */
import type { Call, Progress } from '../../shared/call'
import { CallId, type ServerId } from '../../shared/ids'
import { isObject, type JsonObject } from '../../shared/json'
import type { Params } from '../../shared/json-rpc'
import type { Clock } from '../clock'
import type { Sighting } from '../transport/tap'
import type { RpcPeer } from './rpc-peer'

export const CALL_TIMEOUT_MS = 300_000

type Running = {
  call: Call
  readonly stop: AbortController
}

export class Calls {
  private readonly running = new Map<string, Running>()

  constructor(
    private readonly serverId: ServerId,
    private readonly peer: RpcPeer,
    private readonly clock: Clock,
    private readonly newId: () => string,
    private readonly onChange: (call: Call) => void
  ) {}

  /** Starts the call and returns it at once; `done` resolves with the same call and its outcome. */
  start(
    tool: string,
    args: JsonObject,
    timeoutMs = CALL_TIMEOUT_MS
  ): { call: Call; done: Promise<Call> } {
    const id = CallId.parse(this.newId())
    const running: Running = {
      call: {
        id,
        serverId: this.serverId,
        tool,
        arguments: args,
        startedAt: this.clock.wall(),
        progressCount: 0
      },
      stop: new AbortController()
    }
    this.running.set(id, running)
    const done = this.perform(running, timeoutMs)
    return { call: running.call, done }
  }

  cancel(id: CallId): void {
    this.running.get(id)?.stop.abort()
  }

  /** Sees every frame after the tap. True for progress of one of our calls. */
  inspect({ origin, shape, entry }: Sighting): boolean {
    if (origin === 'workbench' && shape.kind === 'request') {
      const { _meta } = shape.params
      const running = this.withToken(isObject(_meta) ? _meta['progressToken'] : undefined)
      if (running) this.change(running, { requestSeq: entry.seq })
      return false
    }
    if (entry.answers !== undefined) this.noteAnswer(entry)
    if (shape.kind !== 'notification' || shape.method !== 'notifications/progress') return false
    const running = this.withToken(shape.params['progressToken'])
    const progress = progressOf(shape.params)
    if (!running || !progress) return false
    this.change(running, { progress, progressCount: running.call.progressCount + 1 })
    return true
  }

  private noteAnswer({
    answers,
    seq: answerSeq,
    bytes: answerBytes,
    tookMs
  }: Sighting['entry']): void {
    for (const running of this.running.values()) {
      if (running.call.requestSeq !== answers) continue
      this.change(running, { answerSeq, answerBytes, ...(tookMs !== undefined && { tookMs }) })
    }
  }

  private async perform(running: Running, timeoutMs: number): Promise<Call> {
    const { call, stop } = running
    const startedAt = this.clock.monotonic()
    const params = { name: call.tool, arguments: call.arguments, _meta: { progressToken: call.id } }
    const outcome = await this.peer.request('tools/call', params, {
      timeoutMs,
      signal: stop.signal
    })
    this.running.delete(call.id)
    // What the wire took, where there was an answer; how long the person waited, where there was none.
    const tookMs = running.call.tookMs ?? this.clock.monotonic() - startedAt
    this.change(running, { outcome, tookMs })
    return running.call
  }

  private change(running: Running, change: Partial<Call>): void {
    running.call = { ...running.call, ...change }
    this.onChange(running.call)
  }

  private withToken(token: unknown): Running | undefined {
    return typeof token === 'string' ? this.running.get(token) : undefined
  }
}

function progressOf({ progress, total, message }: Params): Progress | undefined {
  if (typeof progress !== 'number') return undefined
  return {
    progress,
    ...(typeof total === 'number' && { total }),
    ...(typeof message === 'string' && { message })
  }
}
