/**
 * What waits until a server takes it. A server that asks without end and takes no answers would
 * otherwise make Patchbay hold all of them: while too many wait, nothing more is read from it, and
 * when none is taken for too long, that is its end.
 */
import { DEFAULT_SETTINGS } from '../../shared/servers/server-config'
import type { WireFailure } from '../../shared/protocol/failure'
import { seconds, type Clock } from '../time/clock'
import { LIMITS } from '../bounds/limits'

export type OutboxOptions = {
  readonly clock: Clock
  /** How long a server may take none of the answers that wait for it. */
  readonly patienceMs?: number | undefined
  /** Answers that are on their way at a time; the others wait for their turn. */
  readonly mostInFlight?: number
  /** Another reason to read no more for now. */
  readonly congestion: () => Promise<void> | undefined
  /** The server has taken no answer for as long as it may. */
  readonly onUntaken: (failure: WireFailure) => void
}

export class Outbox {
  readonly patienceMs: number
  /** Answers that wait, be they on their way or not. */
  private answers = 0
  private answerBytes = 0
  private inFlight = 0
  private readonly turns: (() => void)[] = []
  private room?: PromiseWithResolvers<void> | undefined
  /** Messages of all kinds that the transport has not got rid of. */
  private messages = 0
  private messageTakenAt = 0
  private answerTakenAt: number | undefined
  private stopTimer?: (() => void) | undefined
  private isHeld = false
  private isOver = false

  constructor(private readonly options: OutboxOptions) {
    this.patienceMs = options.patienceMs ?? DEFAULT_SETTINGS.hungAfterMs
  }

  /** Resolves when more can be read from the server; nothing to wait for, usually. */
  get congestion(): Promise<void> | undefined {
    const others = this.options.congestion()
    if (!this.room) return others
    return others
      ? Promise.all([others, this.room.promise]).then(() => undefined)
      : this.room.promise
  }

  /**
   * Hands over an answer as soon as it is its turn, and settles as `hand` does. The server has taken
   * it when `hand` resolves, or says so before.
   */
  async answer(bytes: number, hand: (onTaken: () => void) => Promise<void>): Promise<void> {
    const onTaken = (): void => void (this.answerTakenAt = this.options.clock.monotonic())
    this.expect(bytes)
    try {
      const { mostInFlight = Infinity } = this.options
      if (this.inFlight < mostInFlight) this.inFlight++
      else await new Promise<void>((resolve) => this.turns.push(resolve))
      await hand(onTaken).finally(() => this.passTurn())
      onTaken()
    } finally {
      this.forget(bytes)
    }
  }

  /** A message of any kind waits from now on, until the returned function is called. */
  wait(): () => void {
    const { clock } = this.options
    if (this.messages++ === 0) this.messageTakenAt = clock.monotonic()
    return () => {
      this.messages--
      this.messageTakenAt = clock.monotonic()
    }
  }

  get isFull(): boolean {
    return this.messages >= LIMITS.messagesWaiting.most
  }

  /** Since when messages have been waiting of which none was taken. */
  get untakenSince(): number | undefined {
    return this.messages > 0 ? this.messageTakenAt : undefined
  }

  /** Time does not count until the returned function is called. */
  hold(): () => void {
    this.isHeld = true
    this.stopWatching()
    return () => {
      this.isHeld = false
      if (this.answers > 0) this.watch(this.patienceMs)
    }
  }

  /** Nothing will be taken any more; what the server still has to say can be read. */
  end(): void {
    this.isOver = true
    this.stopWatching()
    this.makeRoom()
    for (const turn of this.turns.splice(0)) turn()
  }

  private expect(bytes: number): void {
    this.answers++
    this.answerBytes += bytes
    if (this.isOver) return
    if (this.isTooMuch) this.room ??= Promise.withResolvers()
    if (!this.stopTimer && !this.isHeld) this.watch(this.patienceMs)
  }

  private forget(bytes: number): void {
    this.answers--
    this.answerBytes -= bytes
    if (!this.isTooMuch) this.makeRoom()
    if (this.answers === 0) this.stopWatching()
  }

  private passTurn(): void {
    const next = this.turns.shift()
    if (next) next()
    else this.inFlight--
  }

  private get isTooMuch(): boolean {
    const { answersWaiting, answerBytesWaiting } = LIMITS
    return this.answers > answersWaiting.most || this.answerBytes > answerBytesWaiting.most
  }

  private makeRoom(): void {
    this.room?.resolve()
    this.room = undefined
  }

  private watch(ms: number): void {
    const { clock } = this.options
    this.answerTakenAt = undefined
    this.stopTimer = clock.after(ms, () => {
      const takenAt = this.answerTakenAt
      if (takenAt === undefined) return this.giveUp()
      this.watch(takenAt + this.patienceMs - clock.monotonic())
    })
  }

  private stopWatching(): void {
    this.stopTimer?.()
    this.stopTimer = undefined
  }

  private giveUp(): void {
    const waiting = this.answers === 1 ? 'an answer has' : `${this.answers} answers have`
    const message = `The server does not read what is sent to it: ${waiting} waited for ${seconds(this.patienceMs)}.`
    this.end()
    this.options.onUntaken({ class: 'unread', message, isUnsent: false })
  }
}
