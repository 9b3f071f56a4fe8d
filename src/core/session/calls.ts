/** The calls of one server, with the progress and the log messages that the server sends for each. */
import type { Outcome, Progress, Waiting } from '../../shared/calls/call'
import type { Call, CallSettings, WholeCall } from '../../shared/calls/call-contract'
import { CallId, type ServerId } from '../../shared/protocol/ids'
import type { JsonObject } from '../../shared/json/json'
import type { Params } from '../../shared/protocol/json-rpc'
import { startOf, withProgress } from '../../shared/calls/pace'
import type { Clock } from '../time/clock'
import { CallLogs } from './call-logs'
import type { AskOptions } from '../conversation/ask-options'
import { frozenCopy } from '../values/frozen-copy'

/** A server may log faster than anyone can look: the list is made once for all that came meanwhile. */
const LOG_TICK_MS = 50

type Running = {
  call: Call
  readonly stop: AbortController
  readonly logs: CallLogs
  stopTick?: () => void
}

/** What a call sends beside what is added on the way: what is shown of it, which nobody can change. */
export type CallParams = {
  readonly name: string
  readonly arguments: JsonObject
  readonly _meta?: JsonObject
}

export function callParams(tool: string, args: JsonObject, meta?: JsonObject): CallParams {
  return Object.freeze({
    name: tool,
    arguments: frozenCopy(args),
    ...(meta && { _meta: frozenCopy(meta) })
  })
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
  start(
    params: CallParams,
    { timeoutMs, isForced }: Omit<CallSettings, 'meta'>,
    how: Pick<AskOptions, 'built' | 'limits' | 'headers'>
  ): { call: Call; done: Promise<WholeCall> } {
    const { serverId, clock, newId } = this.options
    const { name: tool, arguments: args, _meta: meta } = params
    const id = CallId.parse(newId())
    const running: Running = {
      call: {
        id,
        serverId,
        tool,
        arguments: args,
        ...(meta && { meta }),
        ...(timeoutMs !== undefined && { timeoutMs }),
        ...(isForced === true && { isForced }),
        startedAt: clock.wall(),
        progressCount: 0
      },
      stop: new AbortController(),
      logs: new CallLogs()
    }
    this.running.set(id, running)
    // Before its frame leaves, so that the report that names the frame is the newer one.
    this.options.onChange(running.call)
    const done = this.perform(running, params, how)
    return { call: running.call, done }
  }

  cancel(id: CallId): void {
    this.running.get(id)?.stop.abort()
  }

  /** The call that was sent as this entry, while it runs. */
  sentAs(seq: number): CallId | undefined {
    for (const { call } of this.running.values()) if (call.requestSeq === seq) return call.id
    return undefined
  }

  private async perform(
    running: Running,
    params: CallParams,
    how: Pick<AskOptions, 'built' | 'limits' | 'headers'>
  ): Promise<WholeCall> {
    const { clock, ask } = this.options
    const { call, stop } = running
    const startedAt = clock.monotonic()
    const outcome = await ask('tools/call', params, {
      ...how,
      signal: stop.signal,
      isRepeatable: false,
      onSent: ({ seq }) => this.change(running, { requestSeq: seq }),
      // Told with what comes of it: the outcome, or the next request.
      onAnswer: ({ seq: answerSeq, bytes: answerBytes, tookMs, violations }) => {
        running.call = {
          ...running.call,
          answerSeq,
          answerBytes,
          ...(tookMs !== undefined && { tookMs }),
          ...(violations && { violations })
        }
      },
      onProgress: (progress) => this.advance(running, progress),
      onLog: (entry, isGuess) => {
        running.logs.add(entry, isGuess)
        running.stopTick ??= clock.after(LOG_TICK_MS, () => {
          delete running.stopTick
          this.change(running, running.logs.report())
        })
      },
      onWait: (waiting) => this.wait(running, waiting)
    })
    this.running.delete(call.id)
    running.stopTick?.()
    // What the wire took, where there was an answer; how long the person waited, where there was none.
    const tookMs = running.call.tookMs ?? clock.monotonic() - startedAt
    const whole = { ...running.call, ...running.logs.report(), outcome, tookMs }
    running.call = whole
    this.options.onChange(whole)
    return whole
  }

  private advance(running: Running, progress: Progress): void {
    const { progressCount, pace = startOf(running.call) } = running.call
    this.change(running, {
      progress,
      progressCount: progressCount + 1,
      pace: withProgress(pace, this.options.clock.wall(), progress.progress)
    })
  }

  private wait(running: Running, waiting: Waiting | undefined): void {
    const { waiting: _, ...rest } = running.call
    running.call = waiting ? { ...rest, waiting } : rest
    this.options.onChange(running.call)
  }

  private change(running: Running, change: Partial<Call>): void {
    running.call = { ...running.call, ...change }
    this.options.onChange(running.call)
  }
}
