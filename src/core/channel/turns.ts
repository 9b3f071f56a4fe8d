/** Lets everyone who works in one thread have a turn, and hears all that has come after each turn. */

/** Works for a moment. True when there is more to do. */
export type Work = () => boolean

export class Turns {
  /** The one that has waited longest comes first. */
  private readonly waiting = new Set<Work>()
  private isDue = false

  want(work: Work): void {
    this.waiting.add(work)
    if (this.isDue) return
    this.isDue = true
    setImmediate(() => this.turn())
  }

  private turn(): void {
    this.isDue = false
    const [work] = this.waiting
    if (!work) return
    this.waiting.delete(work)
    if (work()) this.waiting.add(work)
    for (const next of this.waiting) return this.want(next)
  }
}
