/** How long a server has waited for the person, so that it is not blamed for the time they take. */

import { ASKING_METHODS } from '../../shared/question/records'
import { PERSON_ASKED } from '../../shared/traffic/traffic'

/** What a server asks that a person answers, and what Patchbay asks because of it. */
const ASKS_PERSON: ReadonlySet<string | undefined> = new Set([PERSON_ASKED, ...ASKING_METHODS])

export class PersonTime {
  private readonly waiting = new Set<number>()
  private since = 0
  private total = 0

  /** A server has asked. */
  asked(seq: number, time: number, method: string | undefined): void {
    if (!ASKS_PERSON.has(method)) return
    if (this.waiting.size === 0) this.since = time
    this.waiting.add(seq)
  }

  answered(seq: number, time: number): void {
    if (this.waiting.delete(seq) && this.waiting.size === 0) {
      this.total += Math.max(0, time - this.since)
    }
  }

  /** All that it has waited by then, where two questions at once count as one. */
  until(time: number): number {
    return this.total + (this.waiting.size > 0 ? Math.max(0, time - this.since) : 0)
  }
}
