/**
 * What the traffic of a server amounts to. The fields that servers have in their own `/mcp/metrics`
 * have the same names here, so that both can be read side by side.
 */
import type { ServerId } from '../protocol/ids'

/** Milliseconds; null as long as nothing was answered. */
export type Durations = {
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
  readonly max: number | null
}

/** Of the requests that one side made. */
export type RequestMetrics = Durations & {
  /** All attempts, as a server would count them. */
  readonly requests_total: number
  /** Those of them that were asked again after a failure. */
  readonly retries: number
  /** In the last minute, or since there was anything at all if that is less. */
  readonly requests_per_second: number
  readonly average_response_time_ms: number | null
  /** Of the requests that have ended, the part that went wrong: 0 to 1. */
  readonly error_rate: number
  /** Those that still wait for their answer. */
  readonly pending: number
  /** All of the four below. */
  readonly errors: number
  readonly error_answers: number
  /** Results in which the tool says that it failed. */
  readonly tool_errors: number
  /** The session ended first, or what came back could not be read. */
  readonly unanswered: number
  /** Whoever asked gave up: a person, or because it took too long. */
  readonly cancelled: number
  /** By Patchbay, whoever asked. */
  readonly bytes_sent: number
  readonly bytes_received: number
}

export type MethodMetrics = RequestMetrics & {
  readonly method: string
  /** Automatic requests. They are left out of the totals of a server. */
  readonly is_background?: boolean
}

/** The numbers are of the requests that Patchbay made; the bytes are of all frames. */
export type ServerMetrics = RequestMetrics & {
  readonly serverId: ServerId
  readonly active_sessions: number
  /** What Patchbay asked, most often first. */
  readonly methods: readonly MethodMetrics[]
  /** What the server asked of Patchbay. */
  readonly server_requests: readonly MethodMetrics[]
}

/** The label of a row. For display only: a server can give a method any name. */
export function rowName(method: string, isBackground: boolean): string {
  if (isBackground) return `${method} (background)`
  return HANDSHAKE_METHODS.has(method) ? `${method} (handshake, not in the total)` : method
}

/** Leaves out automatic requests. */
export function withoutBackground(metrics: ServerMetrics): ServerMetrics {
  const isWanted = ({ is_background }: MethodMetrics): boolean => is_background !== true
  const { methods, server_requests } = metrics
  return {
    ...metrics,
    methods: methods.filter(isWanted),
    server_requests: server_requests.filter(isWanted)
  }
}

/** What happened in a stretch of time. */
export type SeriesPoint = Durations & {
  /** When it began, in milliseconds since 1970. */
  readonly time: number
  readonly spanMs: number
  /** Made in it. */
  readonly requests: number
  /** Ended in it, well or not; the durations are of those that were answered. */
  readonly count: number
  readonly errors: number
}

/** What has no room of its own is counted under this name. */
export const OTHERS = '(others)'

/**
 * How a session begins: it waits for the process to start, and a legacy server refuses the first.
 * Counted by itself, and for no server as a whole.
 */
export const HANDSHAKE_METHODS: ReadonlySet<string> = new Set(['server/discover', 'initialize'])

/** A percentile has to stay below these many milliseconds. */
export const BUDGETS_MS = { p50: 100, p95: 500, p99: 2_000 } as const
export type BudgetName = keyof typeof BUDGETS_MS
const BUDGET_NAMES = Object.keys(BUDGETS_MS) as readonly BudgetName[]

export type Breach = {
  readonly budget: BudgetName
  readonly limitMs: number
  readonly ms: number
}

export function breachesOf(
  row: Pick<Durations, BudgetName> & Partial<Pick<MethodMetrics, 'method' | 'is_background'>>
): readonly Breach[] {
  if (row.is_background === true) return []
  if (row.method !== undefined && HANDSHAKE_METHODS.has(row.method)) return []
  return BUDGET_NAMES.flatMap((budget) => {
    const ms = row[budget]
    const limitMs = BUDGETS_MS[budget]
    return ms === null || ms < limitMs ? [] : [{ budget, limitMs, ms }]
  })
}

/** The fields of a server's own metrics that are known; the order in which they are shown. */
export const REPORTED_FIELDS = [
  'requests_total',
  'requests_per_second',
  'average_response_time_ms',
  'active_sessions',
  'error_rate'
] as const
export type ReportedField = (typeof REPORTED_FIELDS)[number]

/** What a server says of itself, or why it is not known. */
export type ReportedMetrics =
  | {
      readonly kind: 'numbers'
      /** When it was asked, in milliseconds since 1970. */
      readonly time: number
      readonly numbers: Partial<Readonly<Record<ReportedField, number>>>
      /** All else that it says, as text. */
      readonly others: readonly { readonly name: string; readonly text: string }[]
    }
  | {
      readonly kind: 'failed'
      readonly time: number
      /** A whole sentence. */
      readonly reason: string
    }

/** What is known of all servers, and what they say of themselves, by their ids. */
export type MetricsReading = {
  readonly servers: readonly ServerMetrics[]
  readonly reported: Readonly<Record<string, ReportedMetrics>>
}
