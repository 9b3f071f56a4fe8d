/** The stream on which a server says what nobody asked for. Opened again whenever it ends. */
import type { Clock } from '../clock'
import { EventTrail } from './event-trail'
import type { EventStreamEnd } from './http-body'
import type { HttpExchange, HttpReply } from './http-client'
import { closedFailure } from './http-failure'
import type { Tap } from './tap'
import { WireError } from './wire'

export type ListeningParts = {
  readonly tap: Tap
  readonly clock: Clock
  readonly ask: (trail: EventTrail) => HttpExchange
  readonly read: (reply: HttpReply, trail: EventTrail) => Promise<EventStreamEnd>
}

export class Listening {
  /** Whether something the server says of its own accord can be heard now. */
  isOpen = false
  private readonly trail = new EventTrail()
  private exchange?: HttpExchange
  private isStopped = false
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
      this.isOpen = false
      const delayMs = this.trail.breakOff()
      if (this.isStopped || !mayReopen) return
      tap.lifecycle(`The server’s own stream ended. It is opened again in ${delayMs} ms.`)
      await this.pause(delayMs)
    }
  }

  /** False when the server has no such stream, or one that must not be asked for again. */
  private async once(): Promise<boolean> {
    try {
      this.exchange = this.parts.ask(this.trail)
      const reply = await this.exchange.reply
      if (reply.status !== 200 || reply.contentType !== 'text/event-stream') {
        reply.incoming.destroy()
        return reply.status >= 500
      }
      this.isOpen = true
      const { how } = await this.parts.read(reply, this.trail)
      return how !== 'too long'
    } catch (error) {
      return error instanceof WireError && error.failure.class === 'network'
    }
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
