/** What of the numbers the person looks at. */
import { create } from 'zustand'
import type { Sorting } from './metrics-rows'

export const SPANS = [
  { value: '5min', label: '5m', words: 'the last 5 minutes', ms: 300_000 },
  { value: '1h', label: '1h', words: 'the last hour', ms: 3_600_000 },
  { value: '6h', label: '6h', words: 'the last 6 hours', ms: 21_600_000 }
] as const
export type Span = (typeof SPANS)[number]['value']

export const FORMS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
  { value: 'reported', label: 'Server says' }
] as const
export type Form = (typeof FORMS)[number]['value']

type MetricsViewState = {
  /** The key of a row. */
  readonly selected?: string
  readonly sorting?: Sorting | undefined
  readonly span: Span
  readonly form: Form
}

export const useMetricsView = create<MetricsViewState>()(() => ({ span: '5min', form: 'chart' }))

export function changeMetricsView(change: Partial<MetricsViewState>): void {
  useMetricsView.setState(change)
}
