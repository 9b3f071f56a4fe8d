/** The rows of the table of numbers: each server, and below it what was asked, by method. */
import type { ServerId } from '../../../shared/protocol/ids'
import type { Origin } from '../../../shared/protocol/json-rpc'
import {
  breachesOf,
  rowName,
  type Breach,
  type MethodMetrics,
  type RequestMetrics,
  type ServerMetrics
} from '../../../shared/traffic/metrics'
import type { Sorting as SortingBy } from '../../ui/list/table-rows'

export type MetricsRow = {
  readonly key: string
  readonly serverId: ServerId
  readonly server: string
  /** Who asked. */
  readonly origin: Origin
  /** Absent for all of them together. */
  readonly method?: string
  /** Automatic requests, which have no budget. */
  readonly isBackground: boolean
  readonly numbers: RequestMetrics
  readonly breaches: readonly Breach[]
}

export const NUMBER_COLUMNS = [
  'count',
  'attempts',
  'p50',
  'p95',
  'p99',
  'max',
  'errors',
  'errorRate',
  'rate',
  'waiting',
  'sent',
  'received'
] as const
export type NumberColumn = (typeof NUMBER_COLUMNS)[number]
export type MetricsColumn = 'name' | 'budget' | NumberColumn

export type Sorting = SortingBy<MetricsColumn>

/** Servers by what all their requests amount to, and the methods of each among themselves. */
export function metricsRows(
  servers: readonly ServerMetrics[],
  nameOf: (serverId: string) => string,
  sorting?: Sorting
): readonly MetricsRow[] {
  const groups = servers.map((metrics) => groupOf(metrics, nameOf(metrics.serverId)))
  if (!sorting) return groups.flatMap(({ all, methods }) => [all, ...methods])
  const compare = comparison(sorting)
  return groups
    .toSorted((one, other) => compare(one.all, other.all))
    .flatMap(({ all, methods }) => [all, ...methods.toSorted(compare)])
}

/** Errors of background rows are not marked: a legacy server always refuses server/discover. */
export function hasErrors({ numbers, isBackground }: MetricsRow): boolean {
  return numbers.errors > 0 && !isBackground
}

export function columnValue({ numbers }: MetricsRow, column: NumberColumn): number | null {
  switch (column) {
    case 'count':
      return numbers.requests_total - numbers.retries
    case 'attempts':
      return numbers.requests_total
    case 'waiting':
      return numbers.pending
    case 'rate':
      return numbers.requests_per_second
    case 'errors':
      return numbers.errors
    case 'errorRate':
      return numbers.requests_total === numbers.pending ? null : numbers.error_rate
    case 'p50':
    case 'p95':
    case 'p99':
    case 'max':
      return numbers[column]
    case 'sent':
      return numbers.bytes_sent
    case 'received':
      return numbers.bytes_received
  }
}

function groupOf(metrics: ServerMetrics, server: string) {
  const { serverId, methods, server_requests: asked } = metrics
  const row = (
    origin: Origin,
    numbers: RequestMetrics & Partial<Pick<MethodMetrics, 'is_background'>>,
    method?: string
  ): MetricsRow => ({
    key: rowKey({
      serverId,
      origin,
      isBackground: numbers.is_background === true,
      ...(method !== undefined && { method })
    }),
    serverId,
    server,
    origin,
    ...(method !== undefined && { method }),
    isBackground: numbers.is_background === true,
    numbers,
    breaches: breachesOf(numbers)
  })
  return {
    all: row('workbench', metrics),
    methods: [
      ...methods.map((each) => row('workbench', each, each.method)),
      ...asked.map((each) => row('server', each, each.method))
    ]
  }
}

export function rowKey({
  serverId,
  origin,
  method,
  isBackground
}: Pick<MetricsRow, 'serverId' | 'origin' | 'method' | 'isBackground'>): string {
  return JSON.stringify([serverId, origin, method, isBackground])
}

/** The method as the table shows it. */
export function shownMethod({ method, isBackground }: MetricsRow): string | undefined {
  return method === undefined ? undefined : rowName(method, isBackground)
}

/** What has no value comes last, either way. */
function comparison({ column, isDescending }: Sorting) {
  const way = isDescending ? -1 : 1
  return (one: MetricsRow, other: MetricsRow): number => {
    if (column === 'name') return way * wordOf(one).localeCompare(wordOf(other), 'en')
    const [a, b] = [valueOf(one, column), valueOf(other, column)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return way * (a - b)
  }
}

function wordOf(row: MetricsRow): string {
  return shownMethod(row) ?? row.server
}

function valueOf(row: MetricsRow, column: Exclude<MetricsColumn, 'name'>): number | null {
  if (column !== 'budget') return columnValue(row, column)
  if (row.numbers.p50 === null && !hasErrors(row)) return null
  return row.breaches.length + Number(hasErrors(row))
}
