/**
 * How one server is opened, watched, and opened again when it breaks, until the person closes it.
 * Each run of it is a conversation of its own.
 */
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { Params } from '../../shared/protocol/json-rpc'
import type { LogLevel } from '../../shared/protocol/log-level'
import {
  RETRY_PROFILES,
  type ServerDefinition,
  type SessionSettings
} from '../../shared/servers/server-config'
import { IDLE, isOpen, type SessionState } from '../../shared/servers/session-state'
import { seconds, type Clock } from '../time/clock'
import type { StartGate } from './start-gate'
import { createWire, type WireSurroundings } from '../transport/create-wire'
import { StdioTransport } from '../transport/stdio'
import type { TrafficLog } from '../traffic/traffic-log'
import { Tap } from '../wire/tap'
import type { WireEnd } from '../wire/wire'
import { Conversation } from '../conversation/conversation'
import {
  failureToOpen,
  failureOfHealth,
  failureWhileOpen,
  openingOutcome,
  sessionClosed,
  waitWanted,
  OpeningError,
  type Failure,
  type OpeningFailure
} from '../conversation/failure'
import { Farewells } from './farewells'
import { FloodWatch } from './flood-watch'
import { HandshakeError, type Handshake } from '../conversation/handshake'
import { HealthWatch, type Unhealthy } from '../conversation/health'
import { capabilitiesIn, type Inputs } from '../conversation/input'
import { LastLines } from './last-lines'
import { Pause } from '../conversation/pause'
import { RestartBudget } from './restart'
import type { BrokenEnd } from './post-mortem'
import { LONGEST_WAIT_MS, retryDelay } from '../conversation/retry'
import type { SessionProblems } from './session-problems'

/** Trying again would end in the same way. */
const FINAL: ReadonlySet<WorkbenchErrorCode> = new Set([
  WorkbenchErrorCode.StartFailed,
  WorkbenchErrorCode.AuthRequired
])

export type LifecycleOptions = Omit<WireSurroundings, 'onSpawn' | 'hold'> & {
  readonly definition: ServerDefinition
  readonly settings: SessionSettings
  readonly log: TrafficLog
  readonly clock: Clock
  readonly clientVersion: string
  readonly inputs: Inputs
  /** Lets a few servers start at a time. */
  readonly gate: StartGate
  readonly onChange: () => void
  readonly problems: SessionProblems
  readonly onNotification: (method: string, params: Params) => void
  readonly logLevel: () => LogLevel | undefined
  /** A conversation has begun; opening goes on until this is done. */
  readonly onReady: (conversation: Conversation, handshake: Handshake) => Promise<void>
  /** The conversation has ended by itself. */
  readonly onBroken: (end: BrokenEnd) => void
  /** There is no conversation any more, or not for now. */
  readonly onOver: () => void
}

export class Lifecycle {
  state: SessionState = IDLE
  conversation?: Conversation
  private readonly health: HealthWatch
  private readonly flood: FloodWatch
  private readonly budget: RestartBudget
  private readonly pause: Pause
  private lastStderr = new LastLines()
  /** What was learned in one conversation says nothing about the next. */
  private tap: Tap
  private readonly farewells = new Farewells()
  private opening?: Promise<void>
  private openedAt?: number
  /** The number of the first entry of the conversation. */
  private sinceSeq = 0
  private releaseClocks?: () => void
  /** A probe has broken this server, so it is spoken to in the older way from the start. */
  private isLegacyOnly = false

  constructor(private readonly options: LifecycleOptions) {
    const { clock, settings, problems } = options
    this.tap = this.newTap()
    this.pause = new Pause(clock)
    this.budget = new RestartBudget(clock, settings.maxRestarts)
    this.health = new HealthWatch(clock, settings, {
      onUnhealthy: (conversation, how) => this.endUnhealthy(conversation, how),
      onHealthy: () => problems.isWell()
    })
    this.flood = new FloodWatch(clock, problems)
  }

  /**
   * Resolves when the server is ready. Rejects, with the state `failed`, if it cannot be. A session
   * that waits to be opened again is opened now.
   */
  async open(): Promise<void> {
    this.pause.cutShort()
    if (this.state.phase === 'ready' && !this.opening) return
    return this.opening ?? this.track(this.openAnew())
  }

  /** Closing twice waits for the same end. What was closed is not opened again by itself. */
  async close(graceMs?: number): Promise<void> {
    const left = this.farewells.close(graceMs)
    if (!isOpen(this.state)) return left
    this.stopWatching()
    this.become({ phase: 'closing' })
    await this.conversation?.close(graceMs)
    await left
    const { wire } = this.conversation ?? {}
    const forcedBy = wire instanceof StdioTransport ? wire.forcedBy : undefined
    this.become(
      forcedBy === 'SIGKILL'
        ? { phase: 'idle', note: 'It did not end when it was asked to, so it was killed.' }
        : IDLE
    )
  }

  /** For when there is no time left to ask. */
  kill(): void {
    this.stopWatching()
    if (isOpen(this.state)) this.become({ phase: 'closing' })
    this.conversation?.kill()
    this.farewells.kill()
  }

  /** The machine goes to sleep: time that passes from here on does not count. */
  suspend(): void {
    this.health.stop()
    this.releaseClocks ??= this.conversation?.hold() ?? (() => undefined)
  }

  /** The machine is awake again: one question, and nothing is ended in a hurry. */
  resume(): void {
    this.releaseClocks?.()
    delete this.releaseClocks
    if (this.state.phase !== 'ready' || !this.conversation) return
    this.health.start(this.conversation)
    void this.health.probe(this.conversation) // the verdict comes through the watch
  }

  private track(opening: Promise<void>): Promise<void> {
    const tracked = opening.finally(() => {
      if (this.opening === tracked) delete this.opening
    })
    this.opening = tracked
    return tracked
  }

  private async openAnew(): Promise<void> {
    this.budget.reset()
    for (let attempt = 0; ; attempt++) {
      try {
        await this.connect()
        break
      } catch (error) {
        const delay = this.state.phase === 'starting' ? this.retryDelay(error, attempt) : undefined
        const failure = this.explain(error)
        if (delay === undefined) throw this.failToOpen(failure)
        this.leave()
        const { retries } = RETRY_PROFILES[this.options.settings.retry]
        if (!(await this.wait(delay, attempt + 1, retries, failure.state))) throw sessionClosed()
      }
    }
    const { state } = this
    if (state.phase === 'ready') return
    // It has broken while its lists were read, and may be opened again by itself.
    if (state.phase === 'waiting' || state.phase === 'starting') return this.opening
    if (state.phase !== 'failed') throw sessionClosed()
    throw new WorkbenchError(WorkbenchErrorCode.ConnectionLost, state.reason)
  }

  private retryDelay(error: unknown, attempt: number): number | undefined {
    const outcome = openingOutcome(error)
    const profile = RETRY_PROFILES[this.options.settings.retry]
    const nowMs = this.options.clock.wall()
    const question = { attempt, isRepeatable: true, profile, nowMs, random: Math.random }
    return outcome && retryDelay({ outcome, ...question })
  }

  /** False when the person has closed the session in the meantime. */
  private wait(ms: number, attempt: number, attempts: number, why: Failure): Promise<boolean> {
    const { reason, blame } = why
    const until = this.options.clock.wall() + ms
    this.become({ phase: 'waiting', until, attempt, attempts, reason, blame })
    this.tap.lifecycle(`Opens again in ${seconds(ms)}, ${attempt} of ${attempts}: ${reason}`)
    return this.pause.take(ms)
  }

  private async connect(): Promise<void> {
    const { clock } = this.options
    const since = clock.wall()
    const startedAt = clock.monotonic()
    this.become({ phase: 'starting', since })
    const handshake = await this.options.gate.pass(async () => {
      if (this.state.phase !== 'starting') throw sessionClosed()
      return this.converse(since)
    })
    const { conversation } = this
    if (!conversation || this.state.phase !== 'starting') throw sessionClosed()
    const { pid, foundTransport } = conversation.wire
    this.openedAt = clock.monotonic()
    this.become({
      phase: 'ready',
      since,
      ...(pid !== undefined && { pid }),
      ...(foundTransport && { foundTransport }),
      ...handshake,
      clientCapabilities: capabilitiesIn(this.options.inputs, handshake.era),
      handshakeMs: this.openedAt - startedAt
    })
    this.options.problems.opened()
    this.health.start(conversation)
    await this.options.onReady(conversation, handshake)
  }

  /** A server that does not survive the probe is started once more, and not probed. */
  private async converse(since: number): Promise<Handshake> {
    try {
      return await this.begin(since).open()
    } catch (error) {
      const isProbe = error instanceof HandshakeError && error.problem.kind === 'probe'
      if (!isProbe || this.isLegacyOnly || this.state.phase !== 'starting') throw error
      this.tap.lifecycle('It broke when it was asked for its era; started once more without that.')
      await this.conversation?.close(0)
      this.isLegacyOnly = true
      try {
        return await this.begin(since).open()
      } catch (second) {
        this.isLegacyOnly = false
        throw second
      }
    }
  }

  private begin(since: number): Conversation {
    const { definition, settings, clock, clientVersion, inputs } = this.options
    this.tap = this.newTap()
    this.sinceSeq = this.options.log.nextSeq
    const wire = createWire(definition, settings, this.tap, clock, {
      ...this.options,
      hold: () => this.conversation?.hold(),
      onSpawn: (pid) => this.become({ phase: 'starting', since, pid })
    })
    const lastStderr = (this.lastStderr = new LastLines())
    wire.onStderr = (line) => lastStderr.add(line, clock.wall())
    const conversation: Conversation = new Conversation({
      wire,
      clock,
      settings,
      client: { name: 'patchbay', title: 'Patchbay', version: clientVersion },
      definition,
      isStateless: definition.transport === 'streamable-http' || definition.transport === 'auto',
      isLegacyOnly: this.isLegacyOnly || definition.transport === 'sse',
      inputs,
      lastStderr: () => lastStderr.texts(),
      note: (text) => this.tap.lifecycle(text),
      onNotification: this.options.onNotification,
      onHeard: () => this.flood.hear(),
      onOutcome: (method, outcome) => this.options.problems.see(method, outcome),
      logLevel: this.options.logLevel,
      onEnd: () => this.noticeEnd(conversation),
      onUnreachable: () => void this.health.confirm(conversation), // it never rejects
      onStreamEnd: () => this.health.askSoon(conversation),
      onRenewed: (handshake) => this.renew(conversation, handshake),
      onUnusable: (outcome) => this.endUnhealthy(conversation, { kind: 'unreachable', outcome })
    })
    this.conversation = conversation
    return conversation
  }

  /** The server has forgotten us, and we have introduced ourselves again: all may be different now. */
  private renew(conversation: Conversation, handshake: Handshake): void {
    if (conversation !== this.conversation || this.state.phase !== 'ready') return
    this.become({ ...this.state, ...handshake })
    void this.options.onReady(conversation, handshake) // what cannot be read is a finding
  }

  private explain(error: unknown): OpeningFailure {
    this.options.problems.seeAttempt(error)
    const { definition } = this.options
    const args = 'args' in definition ? definition.args : []
    const ended = { lastStderr: this.lastStderr.texts(), args }
    return failureToOpen(definition.name, error, this.conversation?.wire.end, ended)
  }

  private failToOpen(failure: OpeningFailure): WorkbenchError {
    const { code, state } = failure
    this.leave()
    if (this.state.phase === 'starting') {
      this.fail(state)
      this.options.problems.couldNotOpen(code, state.reason)
    }
    return new OpeningError(failure)
  }

  private leave(conversation = this.conversation): void {
    if (conversation) this.farewells.add(conversation)
  }

  private noticeEnd(conversation: Conversation): void {
    if (conversation !== this.conversation || this.state.phase !== 'ready') return
    const { end } = conversation.wire
    if (end) this.breakDown(conversation, failureWhileOpen(this.options.definition.name, end), end)
  }

  private endUnhealthy(conversation: Conversation, how: Unhealthy): void {
    if (conversation !== this.conversation || this.state.phase !== 'ready') return
    const { definition, problems } = this.options
    const failure = failureOfHealth(definition.name, how)
    if (how.kind !== 'unreachable') problems.hung(failure.reason, this.budget.maxRestarts > 0)
    this.tap.lifecycle(`${failure.reason} The session is ended, to be opened again.`)
    // Before it is killed: what it has not answered by now is part of what went wrong.
    this.breakDown(conversation, failure)
    conversation.kill()
    this.leave(conversation)
  }

  private breakDown(conversation: Conversation, failure: Failure, end?: WireEnd): void {
    const { clock, onBroken } = this.options
    const { pid } = conversation.wire
    onBroken({
      failure,
      unanswered: conversation.unanswered(),
      lastStderr: this.lastStderr.list(),
      sinceSeq: this.sinceSeq,
      ...(end && { end }),
      ...(pid !== undefined && { pid }),
      ...(this.openedAt !== undefined && { uptimeMs: clock.monotonic() - this.openedAt })
    })
    this.stopWatching()
    this.track(this.reopen(failure, end)).catch(() => undefined) // the state says it
  }

  /** It broke while it was open: again, ever later, until it has broken too often. */
  private async reopen(first: Failure, firstEnd?: WireEnd): Promise<void> {
    let [failure, end] = [first, firstEnd]
    let askedToWaitMs = 0
    for (;;) {
      const pauseMs = this.budget.spend(this.openedAt, end)
      delete this.openedAt
      if (pauseMs === undefined) throw this.giveUp(failure)
      const delay = Math.max(pauseMs, askedToWaitMs)
      const { spent, maxRestarts } = this.budget
      if (!(await this.wait(delay, spent, maxRestarts, failure))) return
      try {
        return await this.connect()
      } catch (error) {
        if (this.state.phase !== 'starting') return
        const explained = this.explain(error)
        if (FINAL.has(explained.code)) throw this.failToOpen(explained)
        failure = explained.state
        end = this.conversation?.wire.end
        askedToWaitMs = Math.min(waitWanted(error), LONGEST_WAIT_MS)
        this.leave()
      }
    }
  }

  private giveUp(failure: Failure): WorkbenchError {
    this.fail(failure)
    if (this.options.settings.maxRestarts > 0) this.options.problems.gaveUp(failure.reason)
    return new WorkbenchError(WorkbenchErrorCode.ConnectionLost, failure.reason)
  }

  private fail(failure: Failure): void {
    this.stopWatching()
    this.become({ ...failure, lastStderr: this.lastStderr.texts() })
  }

  private stopWatching(): void {
    this.pause.callOff()
    this.health.stop()
    this.flood.stop()
    this.options.onOver()
  }

  private newTap(): Tap {
    const { log, definition, clock } = this.options
    return new Tap(log, definition.id, clock, definition.transport)
  }

  private become(state: SessionState): void {
    this.state = state
    this.options.onChange()
  }
}
