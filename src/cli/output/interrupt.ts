import { untilAborted } from '../../core/time/until-aborted'

/** The person, or the system, wants us to stop. */
export class Interrupted extends Error {
  constructor() {
    super('Interrupted.')
    this.name = 'Interrupted'
  }
}

/** What `work` gives, unless we are interrupted first; then it rejects at once. */
export function orInterrupted<T>(interrupt: AbortSignal, work: Promise<T>): Promise<T> {
  return untilAborted(interrupt, work, () => new Interrupted())
}
