/** Ends an evaluation that takes too long, after a number of steps that is the same every time. */

export class OutOfSteps extends Error {}

export class Meter {
  constructor(private left: number) {}

  spend(steps: number): void {
    this.left -= steps
    if (this.left < 0) throw new OutOfSteps()
  }
}
