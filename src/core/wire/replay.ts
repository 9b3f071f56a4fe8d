/**
 * Plays a recording as if its entries were appended now. Older recordings hold frames and nothing
 * that was found out about them: those pass a tap again, at the times at which they were recorded.
 */
import type { ServerId } from '../../shared/protocol/ids'
import type { EntryKind, TrafficEntry } from '../../shared/traffic/traffic'
import type { Clock } from '../time/clock'
import { Tap } from './tap'
import { TrafficLog } from '../traffic/traffic-log'

const NO_FRAMES: ReadonlySet<EntryKind> = new Set(['lifecycle', 'stderr', 'auth'])

export class Replay {
  /** The time of the last entry. */
  readonly clock: Clock = { wall: () => this.now, monotonic: () => this.now, after: () => () => {} }
  private now = 0
  private isBare = false
  /** Nobody asks it for a text. */
  private readonly log = new TrafficLog(0)
  private readonly taps = new Map<ServerId, Tap>()

  constructor(private readonly see: (entry: TrafficEntry) => void) {
    this.log.onAppend(see)
  }

  take(entry: TrafficEntry, raw: string): void {
    this.now = Math.max(this.now, entry.time)
    this.isBare ||= entry.kind === 'request' && entry.method === undefined
    if (!this.isBare) return this.see(entry)
    if (NO_FRAMES.has(entry.kind)) return
    this.tapOf(entry.serverId).frame(entry.origin, raw, entry.bytes)
  }

  private tapOf(serverId: ServerId): Tap {
    let tap = this.taps.get(serverId)
    if (!tap) {
      tap = new Tap(this.log, serverId, this.clock)
      this.taps.set(serverId, tap)
    }
    return tap
  }
}
