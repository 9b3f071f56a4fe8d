/** The calls of one server, with the progress the server reports for each. */
import type { Call, Outcome } from '../../shared/call'
import { CallId, type ServerId } from '../../shared/ids'
import type { JsonObject } from '../../shared/json'
import type { Params } from '../../shared/json-rpc'
import type { Clock } from '../clock'
import type { AskOptions } from './conversation'
import type { Limits } from './deadline'

type Running = {
  call: Call
  readonly stop: AbortController
}

export type CallRequest = {
  readonly tool: string
  readonly arguments: JsonObject
  readonly limits: Limits
  readonly headers?: Readonly<Record<string, string>>
}

export type CallsOptions = {
  readonly serverId: ServerId
  readonly clock: Clock
  readonly newId: () => string
  readonly ask: (method: string, params: Params, options: AskOptions) => Promise<Outcome>
  readonly onChange: (call: Call) => void
}

export class Calls {
  private readonly running = new Map<CallId, Running>()

  constructor(private readonly options: CallsOptions) {}

  /** Starts the call and returns it at once; `done` resolves with the same call and its outcome. */
  start(request: CallRequest): { call: Call; done: Promise<Call> } {
    const { serverId, clock, newId } = this.options
    const id = CallId.parse(newId())
    const running: Running = {
      call: {
        id,
        serverId,
        tool: request.tool,
        arguments: request.arguments,
        startedAt: clock.wall(),
        progressCount: 0
      },
      stop: new AbortController()
    }
    this.running.set(id, running)
    const done = this.perform(running, request)
    return { call: running.call, done }
  }

  cancel(id: CallId): void {
    this.running.get(id)?.stop.abort()
  }

  private async perform(running: Running, { limits, headers }: CallRequest): Promise<Call> {
    const { clock, ask } = this.options
    const { call, stop } = running
    const startedAt = clock.monotonic()
    const outcome = await ask(
      'tools/call',
      { name: call.tool, arguments: call.arguments },
      {
        limits,
        ...(headers && { headers }),
        signal: stop.signal,
        isRepeatable: false,
        onSent: ({ seq }) => this.change(running, { requestSeq: seq }),
        onAnswer: ({ seq, bytes, tookMs, violations }) =>
          this.change(running, {
            answerSeq: seq,
            answerBytes: bytes,
            ...(tookMs !== undefined && { tookMs }),
            ...(violations && { violations })
          }),
        onProgress: (progress) =>
          this.change(running, { progress, progressCount: running.call.progressCount + 1 }),
        onWait: (until) => this.wait(running, until)
      }
    )
    this.running.delete(call.id)
    // What the wire took, where there was an answer; how long the person waited, where there was none.
    const tookMs = running.call.tookMs ?? clock.monotonic() - startedAt
    this.change(running, { outcome, tookMs })
    return running.call
  }

  private wait(running: Running, until: number | undefined): void {
    const { waitingUntil: _, ...rest } = running.call
    running.call = until === undefined ? rest : { ...rest, waitingUntil: until }
    this.options.onChange(running.call)
  }

  private change(running: Running, change: Partial<Call>): void {
    running.call = { ...running.call, ...change }
    this.options.onChange(running.call)
  }
}
