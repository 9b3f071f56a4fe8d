/** Bars for tests. */
import { ServerId } from '../../../shared/protocol/ids'
import type { TimelineBar } from '../../../shared/traffic/traffic-row'

let lastSeq = 0

/** A call that was answered well, or still waits when it is not said when it ended. */
export function bar(time: number, endedAt?: number, rest: Partial<TimelineBar> = {}): TimelineBar {
  const seq = ++lastSeq
  return {
    seq,
    time,
    serverId: ServerId.parse('demo'),
    origin: 'workbench',
    method: 'tools/call',
    target: 'echo',
    ...(endedAt !== undefined && {
      endedAt,
      ending: { kind: 'result', seq: seq + 1, tookMs: endedAt - time }
    }),
    ticks: [],
    ...rest
  }
}
