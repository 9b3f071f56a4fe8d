import type { ServerId } from '../../../shared/protocol/ids'
import { logFilter, type LogWish } from '../../../shared/query/log-filter'
import type { ViewSpec } from '../../../shared/traffic/traffic-row'
import { useTrafficView, type TrafficView } from '../../records/traffic-list'
import type { LogView } from '../../stores/records/log-view'
import { useTraffic } from '../../stores/records/traffic'

const EVERYTHING: LogWish = { least: 'debug', hasStderr: true, search: '' }

/** The lines of a server's log that are wanted, and how many there are. */
export function useLogLines(
  serverId: ServerId,
  view: LogView
): { readonly all: number; readonly lines: TrafficView } {
  const recording = useTraffic((state) => state.recording)
  const spec = (wish: LogWish, after = 0): ViewSpec | undefined =>
    recording === undefined
      ? undefined
      : {
          recording,
          serverId,
          query: logFilter(wish),
          isPaired: false,
          isFolded: false,
          ...(after > 0 && { after })
        }
  const lines = useTrafficView(spec(view, view.after))
  const all = useTrafficView(spec(EVERYTHING))
  return { all: all.count?.matched ?? 0, lines }
}
