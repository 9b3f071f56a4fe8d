/** Numbers as they stand in the table. */
import { BUDGETS_MS, type Breach, type BudgetName } from '../../../shared/traffic/metrics'
import { bytes, milliseconds } from '../../ui/text/format'
import {
  columnValue,
  hasErrors,
  type MetricsColumn,
  type MetricsRow,
  type NumberColumn
} from './metrics-rows'

export const NOTHING = '–'

export const COLUMN_WORDS: Readonly<
  Record<MetricsColumn, { readonly label: string; readonly meaning: string }>
> = {
  name: { label: 'Server and method', meaning: 'What was asked, by server and method' },
  budget: { label: 'Budget', meaning: `Kept when there are no errors and ${budgetsWords()}` },
  count: { label: 'Count', meaning: 'Requests sent, not counting retries after a failure' },
  attempts: { label: 'Attempts', meaning: 'Requests sent, including retries after a failure' },
  waiting: { label: 'Waiting', meaning: 'Requests without an answer so far' },
  rate: { label: 'Rate', meaning: 'Requests a second, in the last minute' },
  errors: {
    label: 'Errors',
    meaning: 'Error answers, tools that say they failed, and what was cancelled or never answered'
  },
  errorRate: { label: 'Error %', meaning: 'Of the requests that have ended, those with errors' },
  p50: percentile('p50', 'half'),
  p95: percentile('p95', '95 %'),
  p99: percentile('p99', '99 %'),
  max: { label: 'Max', meaning: 'The slowest answer' },
  sent: { label: 'Sent', meaning: 'Bytes that Patchbay sent' },
  received: { label: 'Received', meaning: 'Bytes that Patchbay received' }
}

function percentile(name: BudgetName, part: string) {
  const meaning = `As long took ${part} of the answers at most; the budget is ${milliseconds(BUDGETS_MS[name])}`
  return { label: name, meaning }
}

export function budgetsWords(): string {
  const budgets = Object.entries(BUDGETS_MS).map(([name, ms]) => `${name} < ${milliseconds(ms)}`)
  return budgets.join(', ')
}

export function cellWords(row: MetricsRow, column: NumberColumn): string {
  const value = columnValue(row, column)
  if (value === null) return NOTHING
  switch (column) {
    case 'count':
    case 'attempts':
    case 'waiting':
    case 'errors':
      return value.toLocaleString('en-GB')
    case 'rate':
      return rateWords(value)
    case 'errorRate':
      return partWords(value)
    case 'p50':
    case 'p95':
    case 'p99':
    case 'max':
      return milliseconds(value)
    case 'sent':
    case 'received':
      return bytes(value)
  }
}

/** A word and a sign, because a colour alone says nothing. */
export function verdictWords(row: MetricsRow): string {
  const { breaches, numbers, isBackground } = row
  const faults = [
    ...(hasErrors(row) ? [`${partWords(numbers.error_rate)} errors`] : []),
    ...(breaches.length > 0 ? [`over ${breaches.map(({ budget }) => budget).join(' ')}`] : [])
  ]
  if (faults.length > 0) return `! ${faults.join(', ')}`
  return numbers.p50 === null || isBackground ? NOTHING : 'kept'
}

export function breachWords({ limitMs }: Breach): string {
  return `over the budget of ${milliseconds(limitMs)}`
}

export function rateWords(aSecond: number): string {
  if (aSecond === 0) return '0/s'
  return aSecond < 0.1 ? '<0.1/s' : `${aSecond.toFixed(aSecond < 100 ? 1 : 0)}/s`
}

/** Of 1. */
export function partWords(part: number): string {
  const percent = part * 100
  if (percent === 0 || percent === 100) return `${percent} %`
  if (percent < 0.1) return '<0.1 %'
  return `${Math.min(99.9, percent).toFixed(1)} %`
}
