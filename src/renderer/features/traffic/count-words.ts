/** How much there is, in words. */
import type { ViewCount } from '../../../shared/traffic/traffic-row'
import { count } from '../../ui/text/format'

type Counted = Pick<ViewCount, 'matched' | 'total'> & {
  /** Rows that are left out because nobody asked for what is in them. */
  readonly hidden: number
}

/** Rows are fewer than entries also without a filter, when some stand for others. */
export function describeCount({ matched, total, hidden }: Counted, isFiltered: boolean): string {
  if (!isFiltered) return rowsOf(matched, total - hidden)
  return `${matched.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')}`
}

function rowsOf(matched: number, total: number): string {
  const entries = count(total, 'entry', 'entries')
  return matched === total ? entries : `${count(matched, 'row')} of ${entries}`
}
