/** Writes down what nobody was asked about: many at once are one record with their number. */
import type { ServerId } from '../../shared/protocol/ids'
import type { Refused } from '../../shared/question/inbox'
import type { SheetKind } from '../../shared/question/records'
import type { Auditing } from '../audit/auditing'
import type { Clock } from '../time/clock'

const TOLD_AFTER_MS = 1_000

type Tally = {
  readonly serverId: ServerId
  readonly kind: SheetKind
  readonly leaving: Refused
  count: number
}

export class RefusalTally {
  private readonly tallies = new Map<string, Tally>()
  private stopTimer?: () => void

  constructor(
    private readonly clock: Clock,
    private readonly audit: Auditing
  ) {}

  add(serverId: ServerId, kind: SheetKind, leaving: Tally['leaving']): void {
    const key = `${leaving} ${kind} ${serverId}`
    const tally = this.tallies.get(key) ?? { serverId, kind, leaving, count: 0 }
    tally.count++
    this.tallies.set(key, tally)
    this.stopTimer ??= this.clock.after(TOLD_AFTER_MS, () => this.flush())
  }

  flush(): void {
    this.stopTimer?.()
    delete this.stopTimer
    for (const { serverId, kind, leaving, count } of this.tallies.values()) {
      const params = { kind, by: leaving, count }
      this.audit.note({ serverId, method: 'patchbay/refused', params, result: { granted: false } })
    }
    this.tallies.clear()
  }
}
