const CRASHES_ALLOWED = 3
const WITHIN_MS = 60_000

/** True while crashes are rare enough that loading the page again makes sense. */
export class CrashCounter {
  private times: number[] = []

  constructor(private readonly now: () => number) {}

  mayReload(): boolean {
    const now = this.now()
    this.times = [...this.times.filter((time) => now - time < WITHIN_MS), now]
    return this.times.length <= CRASHES_ALLOWED
  }
}
