/** Tells of new violations, but not more often than a voice can be listened to. */
import { count } from '../../ui/text/format'

const PAUSE_MS = 1_000

export class ViolationNews {
  private isPausing = false

  /** `told` are those that nobody needs to be told of. */
  constructor(
    private told: number,
    /** An empty text when there is nothing more to say. */
    private readonly say: (text: string) => void,
    private readonly after: (ms: number, work: () => void) => void
  ) {}

  private total = 0

  hear(total: number): void {
    this.total = total
    if (!this.isPausing && total > this.told) this.tell()
  }

  private tell(): void {
    this.say(count(this.total - this.told, 'new violation'))
    this.told = this.total
    this.isPausing = true
    this.after(PAUSE_MS, () => {
      this.isPausing = false
      if (this.total > this.told) this.tell()
      // The same words once more would not be heard.
      else this.say('')
    })
  }
}
