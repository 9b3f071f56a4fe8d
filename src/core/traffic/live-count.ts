/** What passes now, counted as it passes. */
import type { TrafficEntry } from '../../shared/traffic/traffic'
import type { TrafficCount } from '../../shared/traffic/traffic-row'

export class LiveCount {
  private lastSeq = 0
  private violations = 0
  private lastViolation?: number

  add({ seq, violations }: TrafficEntry): void {
    this.lastSeq = seq
    if (!violations) return
    this.violations++
    this.lastViolation = seq
  }

  of(recording: number): TrafficCount {
    const { lastSeq, violations, lastViolation } = this
    return {
      recording,
      lastSeq,
      violations,
      ...(lastViolation !== undefined && { lastViolation })
    }
  }
}
