/** The numbers of a server, as a table for people and as JSON for machines. */
import {
  breachesOf,
  BUDGETS_MS,
  REPORTED_FIELDS,
  rowName,
  type BudgetName,
  type MethodMetrics,
  type ReportedMetrics,
  type RequestMetrics,
  type ServerMetrics
} from '../../shared/traffic/metrics'

const LONGEST_METHOD = 60
const DECIMALS = 1_000_000
const OVER = '!'

export type Measured = {
  /** As the person calls it. */
  readonly server: string
  readonly metrics: ServerMetrics
  /** What it says of itself, where it was asked. */
  readonly reported?: ReportedMetrics | undefined
}

export function metricsJson({ server, metrics, reported }: Measured): object {
  const { serverId: _id, methods, server_requests, ...numbers } = metrics
  const withBreaches = <Row extends RequestMetrics>(row: Row) => ({
    ...row,
    over_budget: breachesOf(row).map(({ budget }) => budget)
  })
  return {
    server,
    ...withBreaches(numbers),
    methods: methods.map(withBreaches),
    server_requests: server_requests.map(withBreaches),
    ...(reported && { reported })
  }
}

/** Nobody needs more of a fraction than a millionth. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'number' ? Math.round(each * DECIMALS) / DECIMALS : each
  )
}

export function metricsText({ server, metrics, reported }: Measured): string {
  const rows = [
    ...metrics.methods.map((row) => cellsOf(row, nameOf(row))),
    ...metrics.server_requests.map((row) => cellsOf(row, `← ${nameOf(row)}`))
  ]
  const isOver = [metrics, ...metrics.methods, ...metrics.server_requests].some(
    (row) => breachesOf(row).length > 0
  )
  return [
    summaryOf(server, metrics),
    ...aligned([HEADINGS, ...rows, cellsOf(metrics, 'total')]),
    ...(isOver ? [`${OVER} over the budget: ${budgetsText()}`] : []),
    ...(metrics.errors > 0 ? [`${OVER} errors: ${errorsText(metrics)}`] : []),
    ...(reported ? [reportedText(reported)] : [])
  ].join('\n')
}

function summaryOf(server: string, metrics: ServerMetrics): string {
  const { requests_total, retries, requests_per_second, errors, error_rate, active_sessions } =
    metrics
  return [
    `${server}: ${counted(requests_total - retries, 'request')}`,
    ...(retries > 0 ? [`${requests_total} attempts`] : []),
    `${requests_per_second.toFixed(1)} a second`,
    `${counted(errors, 'error')} (${(error_rate * 100).toFixed(1)} %)`,
    counted(active_sessions, 'active session'),
    `${metrics.bytes_sent} bytes sent`,
    `${metrics.bytes_received} received`
  ].join(', ')
}

function errorsText({ errors, error_rate, requests_total, pending }: ServerMetrics): string {
  const ended = requests_total - pending
  return `${errors} of ${counted(ended, 'attempt')} that ended (${(error_rate * 100).toFixed(1)} %)`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

const HEADINGS = [
  'method',
  'count',
  'attempts',
  'errors',
  'pending',
  'mean ms',
  'p50',
  'p95',
  'p99',
  'max'
]

function cellsOf(row: RequestMetrics | MethodMetrics, name: string): readonly string[] {
  const over = new Set(breachesOf(row).map(({ budget }) => budget))
  const percentile = (budget: BudgetName): string =>
    `${msText(row[budget])}${over.has(budget) ? OVER : ''}`
  return [
    oneLine(name),
    String(row.requests_total - row.retries),
    String(row.requests_total),
    `${row.errors}${row.errors > 0 ? OVER : ''}`,
    String(row.pending),
    msText(row.average_response_time_ms),
    percentile('p50'),
    percentile('p95'),
    percentile('p99'),
    msText(row.max)
  ]
}

function nameOf({ method, is_background }: MethodMetrics): string {
  return rowName(method, is_background === true)
}

function msText(ms: number | null): string {
  return ms === null ? '-' : ms.toFixed(1)
}

/** Nothing in the name of a method may look like another row. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\n\r\t]+/g, ' ')
  return line.length > LONGEST_METHOD ? `${line.slice(0, LONGEST_METHOD)}…` : line
}

/** Names to the left, numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = HEADINGS.map((_heading, column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0)
  )
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
  )
}

function budgetsText(): string {
  const budgets = Object.entries(BUDGETS_MS).map(([name, limitMs]) => `${name} < ${limitMs} ms`)
  return budgets.join(', ')
}

function reportedText(reported: ReportedMetrics): string {
  if (reported.kind === 'failed') return `It says nothing of itself: ${reported.reason}`
  const { numbers, others } = reported
  const known = REPORTED_FIELDS.flatMap((name) =>
    numbers[name] === undefined ? [] : [`${name} ${numbers[name]}`]
  )
  const more = others.map(({ name, text }) => `${oneLine(name)} ${oneLine(text)}`)
  return `It says of itself: ${[...known, ...more].join(', ') || 'nothing'}`
}
