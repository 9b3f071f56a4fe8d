/** Ends an evaluation that takes too long, after a number of steps that is the same every time. */

const STEPS = 50_000
/** Members of an object that cost as much to go through as one step. */
const MEMBERS_PER_STEP = 100

export class OutOfSteps extends Error {}

export class Meter {
  private left = 0
  private extra = 0

  /** Starts anew, for a value whose largest object has `widest` members. */
  reset(widest: number): void {
    this.left = STEPS
    this.extra = widest / MEMBERS_PER_STEP
  }

  /**
   * Counts each evaluation of a schema. The validator has no hook for that, but it reads this keyword
   * of every schema exactly once each time, and it has no meaning in the schemas that we evaluate.
   */
  attach(schema: object, cost: number): void {
    Object.defineProperty(schema, '$recursiveAnchor', {
      get: () => {
        this.left -= cost + this.extra
        if (this.left < 0) throw new OutOfSteps()
        return undefined
      }
    })
  }
}
