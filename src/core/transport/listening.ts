/** The stream on which a server says what nobody asked for. Opened again whenever it ends. */
import { isUnreachable } from '../../shared/protocol/failure'
import type { Clock } from '../time/clock'
import { EventTrail } from '../framing/event-trail'
import type { EventStreamEnd } from '../framing/event-stream'
import type { HttpExchange, HttpReply } from '../http/http-client'
import { closedFailure } from '../http/http-failure'
import { SilenceWatch } from '../wire/silence-watch'
import type { Tap } from '../wire/tap'
import { WireError } from '../wire/wire'

export type ListeningParts = {
  readonly tap: Tap
  readonly clock: Clock
  readonly onEnd: () => void
  readonly ask: (trail: EventTrail) => HttpExchange
  readonly read: (
    reply: HttpReply,
    trail: EventTrail,
    watch: SilenceWatch
  ) => Promise<EventStreamEnd>
}

/** A stream that has been cut on the way looks like this, and one with nothing to say. */
const SILENCE_MS = 300_000

const GONE =
  'The server has no stream of its own for this session, or no longer knows it. The next request will tell.'

export class Listening {
  /** Whether something the server says of its own accord can be heard now. */
  isOpen = false
  private readonly trail = new EventTrail()
  private exchange?: HttpExchange
  private isStopped = false
  private wasSilent = false
  private wake = (): void => {}

  constructor(private readonly parts: ListeningParts) {
    void this.run() // it never rejects
  }

  stop(): void {
    this.isStopped = true
    this.exchange?.abort(closedFailure())
    this.wake()
  }

  private async run(): Promise<void> {
    const { tap } = this.parts
    while (!this.isStopped) {
      const mayReopen = await this.once()
      const hasEnded = this.isOpen && !this.isStopped
      this.isOpen = false
      if (hasEnded) this.parts.onEnd()
      const delayMs = this.trail.breakOff()
      if (this.isStopped || !mayReopen) return
      if (this.wasSilent) continue
      tap.lifecycle(`The server’s own stream ended. It is opened again in ${delayMs} ms.`)
      await this.pause(delayMs)
    }
  }

  /** False when the server has no such stream, or one that must not be asked for again. */
  private async once(): Promise<boolean> {
    this.wasSilent = false
    try {
      const exchange = this.parts.ask(this.trail)
      this.exchange = exchange
      const reply = await exchange.reply
      if (reply.status !== 200 || reply.contentType !== 'text/event-stream') {
        reply.incoming.destroy()
        if (reply.status === 404 && reply.sessionId !== undefined) this.parts.tap.lifecycle(GONE)
        return reply.status >= 500
      }
      this.isOpen = true
      const watch = this.watchSilence(exchange)
      const { how } = await this.parts.read(reply, this.trail, watch)
      return how !== 'too long'
    } catch (error) {
      return error instanceof WireError && isUnreachable(error.failure)
    }
  }

  private watchSilence(exchange: HttpExchange): SilenceWatch {
    const { tap, clock } = this.parts
    const nobodyKnows = async (): Promise<boolean> => false
    return new SilenceWatch(clock, SILENCE_MS, nobodyKnows, () => {
      this.wasSilent = true
      tap.lifecycle('The server’s own stream fell silent. It is opened again.')
      exchange.abort(closedFailure())
    })
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const stopTimer = this.parts.clock.after(ms, resolve)
      this.wake = () => {
        stopTimer()
        resolve()
      }
    })
  }
}
