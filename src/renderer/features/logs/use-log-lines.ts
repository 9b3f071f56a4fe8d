import type { ServerId } from '../../../shared/protocol/ids'
import type { LogSpec, ViewSpec } from '../../../shared/traffic/traffic-row'
import type { LogView } from '../../stores/records/log-view'
import { useTraffic } from '../../stores/records/traffic'
import { useTrafficView, type TrafficView } from '../../records/traffic-list'

const EVERYTHING: LogSpec = { least: 'debug', hasStderr: true, search: '' }

/** The lines of a server's log that are wanted, and how many there are. */
export function useLogLines(
  serverId: ServerId,
  { least, hasStderr, search, after }: LogView
): { readonly all: number; readonly lines: TrafficView } {
  const recording = useTraffic((state) => state.recording)
  const spec = (log: LogSpec): ViewSpec | undefined =>
    recording === undefined
      ? undefined
      : { recording, serverId, query: '', isPaired: false, isFolded: false, log }
  const wanted = spec({ least, hasStderr, search })
  const lines = useTrafficView(wanted && (after > 0 ? { ...wanted, after } : wanted))
  const all = useTrafficView(spec(EVERYTHING))
  return { all: all.count?.matched ?? 0, lines }
}
