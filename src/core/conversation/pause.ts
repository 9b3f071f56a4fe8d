import type { Clock } from '../time/clock'

/** One wait at a time, which somebody may cut short or call off. */
export class Pause {
  private finish?: (isOver: boolean) => void

  constructor(private readonly clock: Clock) {}

  /** True when the time has passed or was cut short; false when it was called off. */
  take(ms: number): Promise<boolean> {
    this.callOff()
    return new Promise((resolve) => {
      const stopTimer = this.clock.after(ms, () => this.finish?.(true))
      this.finish = (isOver) => {
        delete this.finish
        stopTimer()
        resolve(isOver)
      }
    })
  }

  cutShort(): void {
    this.finish?.(true)
  }

  callOff(): void {
    this.finish?.(false)
  }
}
