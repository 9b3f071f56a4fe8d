/** The calls of one session: each ends in exactly one outcome, whatever the server does. */
import { type Call, type Outcome, type Progress } from '../../shared/call'
import { CallId, type ServerId } from '../../shared/ids'
import { isObject, type JsonObject } from '../../shared/json'
import type { Clock } from '../clock'
import type { Verdict } from '../transport/stdio'
import type { Sighting } from '../transport/tap'
import { outcomeOf, type Requester } from './requester'

export const CALL_TIMEOUT_MS = 300_000

type Running = {
  call: Call
  readonly stop: AbortController
  stopReason?: 'cancelled' | 'timeout'
}

export class Calls {
  private readonly running = new Map<string, Running>()

  constructor(
    private readonly serverId: ServerId,
    private readonly clock: Clock,
    private readonly newId: () => string,
    private readonly onChange: (call: Call) => void,
    private readonly whyLost: () => string | undefined
  ) {}

  /** Starts the call and returns it at once; `done` resolves with the same call and its outcome. */
  start(
    request: Requester,
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
    const done = this.perform(running, request, timeoutMs)
    return { call: running.call, done }
  }

  cancel(id: CallId): boolean {
    const running = this.running.get(id)
    if (!running) return false
    this.stop(running, 'cancelled')
    return true
  }

  /**
   * Looks at every frame that passes. Progress is taken here and not by the SDK, which loses it
   * when it arrives together with the answer.
   */
  inspect({ origin, shape, message, entry }: Sighting): Verdict {
    if (origin === 'workbench' && shape.kind === 'request') {
      const running = this.withToken(progressTokenOf(message, '_meta'))
      if (running) this.change(running, { requestSeq: entry.seq })
      return 'deliver'
    }
    if (shape.kind === 'notification' && shape.method === 'notifications/progress') {
      const running = this.withToken(progressTokenOf(message))
      const progress = progressOf(message)
      if (!running || !progress) return 'deliver'
      this.change(running, { progress, progressCount: running.call.progressCount + 1 })
      return 'handled'
    }
    if (entry.answers !== undefined) {
      for (const running of this.running.values()) {
        if (running.call.requestSeq !== entry.answers) continue
        this.change(running, { answerSeq: entry.seq, answerBytes: entry.bytes })
      }
    }
    return 'deliver'
  }

  private async perform(running: Running, request: Requester, timeoutMs: number): Promise<Call> {
    const { call } = running
    const startedAt = this.clock.monotonic()
    const stopTimer = this.clock.after(timeoutMs, () => this.stop(running, 'timeout'))
    const params = { name: call.tool, arguments: call.arguments, _meta: { progressToken: call.id } }
    const answered = await outcomeOf(request('tools/call', params, running.stop.signal))
    stopTimer()
    this.running.delete(call.id)
    const tookMs = this.clock.monotonic() - startedAt
    this.change(running, { outcome: this.judge(running, answered, timeoutMs), tookMs })
    return running.call
  }

  private judge(running: Running, answered: Outcome, timeoutMs: number): Outcome {
    if (running.stopReason === 'cancelled') return { kind: 'cancelled' }
    if (running.stopReason === 'timeout') return { kind: 'timeout', afterMs: timeoutMs }
    if (answered.kind !== 'connection-lost') return answered
    return { kind: 'connection-lost', reason: this.whyLost() ?? answered.reason }
  }

  private stop(running: Running, reason: 'cancelled' | 'timeout'): void {
    running.stopReason ??= reason
    running.stop.abort(reason === 'cancelled' ? 'Cancelled by the person' : 'Timed out')
  }

  private change(running: Running, change: Partial<Call>): void {
    running.call = { ...running.call, ...change }
    this.onChange(running.call)
  }

  private withToken(token: unknown): Running | undefined {
    return typeof token === 'string' ? this.running.get(token) : undefined
  }
}

function progressTokenOf(message: unknown, under?: '_meta'): unknown {
  const params = isObject(message) ? message['params'] : undefined
  const holder = under && isObject(params) ? params[under] : params
  return isObject(holder) ? holder['progressToken'] : undefined
}

function progressOf(message: unknown): Progress | undefined {
  const params = isObject(message) ? message['params'] : undefined
  if (!isObject(params) || typeof params['progress'] !== 'number') return undefined
  const { progress, total, message: text } = params
  return {
    progress,
    ...(typeof total === 'number' && { total }),
    ...(typeof text === 'string' && { message: text })
  }
}
