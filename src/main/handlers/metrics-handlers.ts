/** What the window may ask about numbers: of what passes now, and of recordings. */
import type { IpcHandlers } from '../../shared/ipc/ipc-contract'
import type { LiveMetrics } from '../records/metrics'
import type { Traffic } from '../records/traffic'

export type MetricsParts = { readonly metrics: LiveMetrics; readonly traffic: Traffic }

type MetricsRoute = Extract<keyof IpcHandlers, `metrics.${string}`>

export function metricsHandlers(parts: MetricsParts): Pick<IpcHandlers, MetricsRoute> {
  const { metrics } = parts
  const { thread } = parts.traffic
  /** The one that is named, unless that is the recording of this run. */
  const other = async (recording: number | undefined): Promise<number | undefined> => {
    if (recording === undefined) return undefined
    return recording === (await thread.liveRecording()) ? undefined : recording
  }
  return {
    'metrics.read': async ({ recording }) => {
      const over = await other(recording)
      if (over === undefined) return metrics.read()
      return { servers: await thread.ask('metrics', over), reported: {} }
    },
    'metrics.series': async ({ recording, serverId, origin, method, isBackground }) => {
      const over = await other(recording)
      if (over === undefined) return metrics.series(serverId, origin, method, isBackground)
      return thread.ask('series', over, serverId, origin, method, isBackground)
    }
  }
}
