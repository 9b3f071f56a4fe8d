/**
 * Sends events to the page, but no more than it takes: a page that is stuck must not fill main's memory.
 * A page that has missed events cannot be trusted any more, and is loaded again once it responds.
 */
import { LIMITS } from '../../core/bounds/limits'

export type EventQueueOptions = {
  /** Hands an event to the page, with its number. */
  readonly deliver: (event: string, payloadJson: string, sequence: number) => void
  /** The page responds again, and has missed events. */
  readonly onMissed: () => void
  readonly mostEvents?: number
  readonly mostChars?: number
}

/** So many events that the page has not confirmed are usual. */
const USUAL_EVENTS = 20

export class EventQueue {
  /** The length of each event that the page has not confirmed yet, by its number. */
  private readonly waiting = new Map<number, number>()
  private chars = 0
  private last = 0
  private hasMissed = false

  constructor(private readonly options: EventQueueOptions) {}

  /** The page does not keep up, and had better be told only what it cannot ask for. */
  get isBehind(): boolean {
    return this.waiting.size > USUAL_EVENTS
  }

  send(event: string, payloadJson: string): void {
    const { mostEvents = LIMITS.eventsWaiting.most, mostChars = LIMITS.eventCharsWaiting.most } =
      this.options
    const isFull = this.waiting.size >= mostEvents || this.chars >= mostChars
    if (this.hasMissed || isFull) {
      this.hasMissed = true
      return
    }
    const sequence = ++this.last
    this.waiting.set(sequence, payloadJson.length)
    this.chars += payloadJson.length
    this.options.deliver(event, payloadJson, sequence)
  }

  /** The page has taken this event, and all before it. */
  taken(upTo: number): void {
    for (const [sequence, chars] of this.waiting) {
      if (sequence > upTo) return
      this.waiting.delete(sequence)
      this.chars -= chars
    }
    if (!this.hasMissed) return
    this.reset()
    this.options.onMissed()
  }

  /** Another page is there, which asks for everything by itself. */
  reset(): void {
    this.waiting.clear()
    this.chars = 0
    this.hasMissed = false
  }
}
