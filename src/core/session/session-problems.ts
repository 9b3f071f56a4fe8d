/** What of one server needs a person, and when that is over. */
import { failureOf, type Outcome } from '../../shared/calls/call'
import { WorkbenchErrorCode } from '../../shared/protocol/errors'
import { resetDelay } from '../../shared/protocol/rate-limit'
import type { ProblemAction, ProblemKind } from '../../shared/traffic/problem'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { seconds, type Clock } from '../time/clock'
import type { Problems } from '../problems/problems'
import type { Credentials } from '../http/credentials'
import { openingOutcome } from '../conversation/failure'

/** Whoever is kept waiting for longer than this has to know why. */
const LONG_MS = 60_000
/** What is longer fits neither a timer nor, at its worst, a date. */
const LONGEST_MS = 7 * 24 * 60 * 60 * 1_000
const OPENING = 'opening'

type Server = Pick<ServerDefinition, 'id' | 'name'>

type Limit = {
  readonly method: string
  /** Since when the server has refused, again and again. */
  readonly since: number
  readonly until: number
}

export class SessionProblems {
  private limit?: Limit
  private stopTimer = (): void => {}
  /** What the server wanted to know who is asking for. */
  private refused?: string

  constructor(
    private readonly problems: Problems,
    private readonly server: Server,
    private readonly clock: Clock,
    private readonly credentials?: Pick<Credentials, 'wantsSignIn'>
  ) {}

  hung(reason: string, isStartedAgain: boolean): void {
    if (isStartedAgain) this.raise('hung', `${reason} It was started again.`, this.toShow)
    else this.raise('hung', reason, this.toReopen)
  }

  gaveUp(reason: string): void {
    this.solve('hung') // that it was started again is no longer all of it
    this.raise('failed', `${this.server.name} broke too often. ${reason}`, this.toReopen)
  }

  /** It could not be opened, for now or for good. */
  couldNotOpen(code: WorkbenchErrorCode, reason: string): void {
    if (code === WorkbenchErrorCode.AuthRequired) this.refuse(OPENING, reason)
  }

  /** An attempt to open it has ended like this; another may follow. */
  seeAttempt(error: unknown): void {
    const outcome = openingOutcome(error)
    if (outcome) this.seeLimit(OPENING, outcome)
  }

  opened(): void {
    this.solve('failed')
    this.accept()
    this.leaveAlone()
  }

  /** It has been open for a while, and answers: whatever made it hang is over. */
  isWell(): void {
    this.solve('hung')
  }

  /** It sends more than anyone can read, and goes on. */
  floods(messages: number, tookMs: number): void {
    const { name } = this.server
    const count = messages.toLocaleString('en-US')
    const message = `${name} floods Patchbay: it sent ${count} messages within ${seconds(tookMs)}. All of them are recorded. Close it if you do not need them.`
    this.raise('flood', message, this.toShow)
  }

  isCalm(): void {
    this.solve('flood')
  }

  /** How a request has ended. A sign of life says nothing about what was refused, so it is not one. */
  see(method: string, outcome: Outcome): void {
    const failure = failureOf(outcome)
    if (failure?.class === 'auth') this.refuse(method, failure.message)
    else if (outcome.kind === 'result' && method === this.refused) this.accept()
    this.seeLimit(method, outcome)
  }

  /** Nobody asks any more, so nobody is kept waiting. */
  stop(): void {
    this.leaveAlone()
  }

  private refuse(method: string, reason: string): void {
    this.refused = method
    const { id: serverId, name } = this.server
    if (this.credentials?.wantsSignIn?.() !== true) return this.raise('auth', reason, this.toReopen)
    this.raise('auth', `${name} wants you to sign in. ${reason}`, { kind: 'sign-in', serverId })
  }

  private accept(): void {
    delete this.refused
    this.solve('auth')
  }

  private seeLimit(method: string, outcome: Outcome): void {
    const now = this.clock.wall()
    const wantedMs = waitWanted(outcome, now)
    if (wantedMs === undefined) {
      const isAnswered = outcome.kind === 'result' || outcome.kind === 'error'
      if (isAnswered && method === this.limit?.method) this.leaveAlone()
      return
    }
    const waitMs = Math.min(wantedMs, LONGEST_MS)
    const before = this.limit && now - this.limit.until <= LONG_MS ? this.limit : undefined
    const { since = now } = before ?? {}
    const until = now + waitMs
    this.limit = { method, since, until }
    this.stopTimer()
    if (until - since < LONG_MS) return
    const message = `${this.server.name} refuses requests, because there were too many of them.`
    this.raise('rate-limit', message, this.toShow, waitMs > 0 ? until : undefined)
    this.stopTimer = this.clock.after(waitMs || LONG_MS, () => this.solve('rate-limit'))
  }

  private leaveAlone(): void {
    this.stopTimer()
    delete this.limit
    this.solve('rate-limit')
  }

  private get toShow(): ProblemAction {
    return { kind: 'show', serverId: this.server.id }
  }

  private get toReopen(): ProblemAction {
    return { kind: 'reopen', serverId: this.server.id }
  }

  private raise(kind: ProblemKind, message: string, action: ProblemAction, until?: number): void {
    const { id: serverId } = this.server
    this.problems.raise({
      key: keyOf(kind, serverId),
      kind,
      serverId,
      message,
      action,
      ...(until !== undefined && { until })
    })
  }

  private solve(kind: ProblemKind): void {
    this.problems.solve(keyOf(kind, this.server.id))
  }
}

export function keyOf(kind: ProblemKind, serverId: string): string {
  return `${kind} ${serverId}`
}

/** Undefined when the server does not limit us, 0 when it does not say for how long. */
function waitWanted(outcome: Outcome, nowMs: number): number | undefined {
  if (outcome.kind === 'error') return resetDelay(outcome.error.data, nowMs)
  const failure = failureOf(outcome)
  return failure?.class === 'rate-limit' ? (failure.retryAfterMs ?? 0) : undefined
}
