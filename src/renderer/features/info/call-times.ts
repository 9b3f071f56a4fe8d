import type { ServerMetrics } from '../../../shared/traffic/metrics'
import { count, milliseconds } from '../../ui/text/format'

/** How long a server took for the calls that it answered, in words. */
export function callTimes(server: Pick<ServerMetrics, 'methods'> | undefined): string {
  const calls = server?.methods.find(({ method }) => method === 'tools/call')
  if (!calls || calls.p50 === null || calls.p95 === null) return 'no call was answered yet'
  const answered = calls.requests_total - calls.pending - calls.unanswered - calls.cancelled
  return (
    `p50 ${milliseconds(calls.p50)} · p95 ${milliseconds(calls.p95)}` +
    `, over ${count(answered, 'answered call')}`
  )
}
