/** What the traffic of one server tells about it, beside the answers. */
import type { TrafficLog } from '../../core/traffic/traffic-log'
import type { TrafficEntry, Violation } from '../../shared/traffic/traffic'

const KEPT_VIOLATIONS = 10_000

export class Evidence {
  /** Those since the last beginning, oldest first. */
  violations: Violation[] = []

  constructor(log: TrafficLog) {
    log.onAppend((entry) => this.see(entry))
  }

  /** From here on it is about something new. */
  begin(): void {
    this.violations = []
  }

  private see({ violations = [] }: TrafficEntry): void {
    const room = KEPT_VIOLATIONS - this.violations.length
    this.violations.push(...violations.slice(0, room))
  }
}
