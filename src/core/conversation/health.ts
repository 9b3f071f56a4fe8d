/** Asks an open server for a sign of life, now and then, and says when there is none. */
import type { Outcome, Unanswered } from '../../shared/calls/call'
import type { SessionSettings } from '../../shared/servers/server-config'
import type { Clock } from '../time/clock'
import type { Conversation } from './conversation'

export type Unhealthy =
  /** Neither an answer nor a single byte for as long as a server may take. */
  | { readonly kind: 'hung'; readonly afterMs: number }
  /** It may speak, but takes nothing of what it is sent. */
  | { readonly kind: 'unread'; readonly afterMs: number }
  | { readonly kind: 'unreachable'; readonly outcome: Unanswered }

const UNREACHABLE_AFTER = 3
const AGAIN_MS = 1_000
const LOOK_MS = 5_000

export class HealthWatch {
  private watched?: Conversation
  private stopTimer = (): void => {}
  private stopLooking = (): void => {}
  private probing?: Conversation
  private failures = 0
  /** The next question comes before its time. */
  private isSoon = false

  constructor(
    private readonly clock: Clock,
    private readonly settings: SessionSettings,
    private readonly tell: {
      readonly onUnhealthy: (conversation: Conversation, how: Unhealthy) => void
      /** It has answered for as long as there is between two questions. */
      readonly onHealthy: () => void
    }
  ) {}

  start(conversation: Conversation): void {
    this.failures = 0
    this.watched = conversation
    this.probeAfter(this.settings.healthIntervalMs, conversation)
    this.lookAfter(LOOK_MS, conversation)
  }

  stop(): void {
    this.stopTimer()
    this.stopLooking()
    delete this.watched
  }

  /** A request could not reach the server: if this one cannot either, that is evidence enough. */
  async confirm(conversation: Conversation): Promise<void> {
    if (this.watched !== conversation || this.probing === conversation) return
    this.failures = UNREACHABLE_AFTER - 1
    await this.probe(conversation)
  }

  /**
   * The stream on which the server speaks of its own accord has ended, or nobody seems to be there. So
   * it is when a server stops: the next question does not wait for its time, and one that reaches
   * nobody is enough.
   */
  askSoon(conversation: Conversation): void {
    if (this.watched !== conversation || this.probing === conversation || this.isSoon) return
    this.failures = UNREACHABLE_AFTER - 1
    this.probeAfter(AGAIN_MS, conversation)
    this.isSoon = true
  }

  /** Asks now, and goes on asking as before. */
  async probe(conversation: Conversation): Promise<void> {
    if (this.probing === conversation) return
    this.stopTimer()
    this.probing = conversation
    const { hungAfterMs, healthIntervalMs } = this.settings
    const askedAt = this.clock.monotonic()
    const limits = { idleMs: hungAfterMs }
    const outcome = await conversation.probe({ limits, background: 'health' })
    if (this.probing === conversation) delete this.probing
    if (this.watched !== conversation) return
    const how = this.judge(conversation, outcome, askedAt)
    this.failures = how?.kind === 'unreachable' ? this.failures + 1 : 0
    // One question that got lost does not make a server unreachable.
    if (how?.kind === 'unreachable' && this.failures < UNREACHABLE_AFTER) {
      this.probeAfter(AGAIN_MS * this.failures, conversation)
    } else if (how) this.tell.onUnhealthy(conversation, how)
    else {
      this.tell.onHealthy()
      this.probeAfter(healthIntervalMs, conversation)
    }
  }

  private probeAfter(ms: number, conversation: Conversation): void {
    this.stopTimer()
    this.isSoon = false
    this.stopTimer = this.clock.after(ms, () => {
      void this.probe(conversation) // the verdict goes to onUnhealthy
    })
  }

  /** A server without a stream of its own stops without a word, and nobody may call it for long. */
  private lookAfter(ms: number, conversation: Conversation): void {
    this.stopLooking()
    this.stopLooking = this.clock.after(ms, () => {
      void this.look(conversation) // it never rejects
    })
  }

  private async look(conversation: Conversation): Promise<void> {
    // Without a way to the server, such as through a proxy whose password cannot be read, it is not known.
    const isDeserted = await conversation.isDeserted().catch(() => false)
    if (this.watched !== conversation) return
    if (isDeserted) this.askSoon(conversation)
    // One that answers all the same is not asked for this more often than it is asked anyway.
    this.lookAfter(isDeserted ? this.settings.healthIntervalMs : LOOK_MS, conversation)
  }

  /** An error answer is a sign of life, and so is anything else that was said in the meantime. */
  private judge({ wire }: Conversation, outcome: Outcome, askedAt: number): Unhealthy | undefined {
    if (outcome.kind === 'timeout' && wire.lastHeardAt <= askedAt) {
      return { kind: 'hung', afterMs: outcome.afterMs }
    }
    const { untakenSince } = wire
    if (outcome.kind === 'timeout' && untakenSince !== undefined && untakenSince <= askedAt) {
      return { kind: 'unread', afterMs: outcome.afterMs }
    }
    if (outcome.kind !== 'connection-lost' || wire.end) return undefined
    const { class: kind } = outcome.failure ?? {}
    return kind === 'network' || kind === 'tls' ? { kind: 'unreachable', outcome } : undefined
  }
}
