/** Numbers for tests. */
import { ServerId } from '../../../shared/protocol/ids'
import type {
  MethodMetrics,
  RequestMetrics,
  SeriesPoint,
  ServerMetrics
} from '../../../shared/traffic/metrics'

const NONE: RequestMetrics = {
  ...{
    requests_total: 0,
    retries: 0,
    requests_per_second: 0,
    average_response_time_ms: null,
    error_rate: 0
  },
  ...{ p50: null, p95: null, p99: null, max: null, pending: 0 },
  ...{ errors: 0, error_answers: 0, tool_errors: 0, unanswered: 0, cancelled: 0 },
  ...{ bytes_sent: 0, bytes_received: 0 }
}

export function method(name: string, numbers: Partial<RequestMetrics> = {}): MethodMetrics {
  return { ...NONE, ...numbers, method: name }
}

export function serverMetrics(id: string, numbers: Partial<ServerMetrics> = {}): ServerMetrics {
  const serverId = ServerId.parse(id)
  return { ...NONE, active_sessions: 1, methods: [], server_requests: [], ...numbers, serverId }
}

/** A second in which one request took so long. */
export function point(
  time: number,
  ms: number | null,
  rest: Partial<SeriesPoint> = {}
): SeriesPoint {
  return {
    ...{ time, spanMs: 1_000, requests: 1, count: 1, errors: 0 },
    ...{ p50: ms, p95: ms, p99: ms, max: ms },
    ...rest
  }
}
