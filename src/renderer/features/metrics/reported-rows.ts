/** What a server says of itself, beside what we counted. */
import {
  REPORTED_FIELDS,
  type ReportedField,
  type ReportedMetrics,
  type ServerMetrics
} from '../../../shared/traffic/metrics'
import { milliseconds } from '../../ui/text/format'
import { NOTHING, partWords, rateWords } from './metrics-words'

export type ReportedRow = {
  readonly field: ReportedField
  readonly label: string
  readonly ours: string
  readonly theirs: string
}

type Numbers = Extract<ReportedMetrics, { kind: 'numbers' }>['numbers']

const LABELS: Readonly<Record<ReportedField, string>> = {
  requests_total: 'Requests',
  requests_per_second: 'Rate',
  average_response_time_ms: 'Mean answer time',
  active_sessions: 'Active sessions',
  error_rate: 'Error rate'
}

export function reportedRows(server: ServerMetrics, numbers: Numbers): readonly ReportedRow[] {
  return REPORTED_FIELDS.map((field) => ({
    field,
    label: LABELS[field],
    ours: wordsOf(field, server[field]),
    theirs: wordsOf(field, numbers[field])
  }))
}

function wordsOf(field: ReportedField, value: number | null | undefined): string {
  if (value === null || value === undefined) return NOTHING
  switch (field) {
    case 'requests_total':
    case 'active_sessions':
      return value.toLocaleString('en-GB')
    case 'requests_per_second':
      return rateWords(value)
    case 'average_response_time_ms':
      return milliseconds(value)
    case 'error_rate':
      // A server may have its own idea of what a whole is.
      return value >= 0 && value <= 1 ? partWords(value) : value.toLocaleString('en-GB')
  }
}
