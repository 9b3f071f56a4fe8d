import { CALL_LOGS, type CallLog } from '../../shared/calls/call'
import type { Call } from '../../shared/calls/call-contract'
import type { TrafficEntry } from '../../shared/traffic/traffic'

/** The whole of it is in the log; a call is told of again and again, with all of these. */
const TEXT_CHARS = 300

/** The newest log messages of one call. Adding costs the same however many there are. */
export class CallLogs {
  private readonly ring: CallLog[] = []
  private count = 0

  add({ seq, time, level = 'info', text = '' }: TrafficEntry, isGuess: boolean): void {
    const shown = text.slice(0, TEXT_CHARS)
    this.ring[this.count % CALL_LOGS] = { seq, time, level, text: shown, isGuess }
    this.count++
  }

  /** Oldest first; nothing where there were none. */
  report(): Pick<Call, 'logs' | 'logCount'> {
    if (this.count === 0) return {}
    const start = this.count > CALL_LOGS ? this.count % CALL_LOGS : 0
    const logs = [...this.ring.slice(start), ...this.ring.slice(0, start)]
    return { logs, logCount: this.count }
  }
}
