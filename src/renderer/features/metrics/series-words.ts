/** What a chart shows, in a sentence. */
import { BUDGETS_MS, type SeriesPoint } from '../../../shared/traffic/metrics'
import { count, milliseconds } from '../../ui/text/format'
import { PERCENTILES } from './series-shape'

export function summaryOf(points: readonly SeriesPoint[], what: string, span: string): string {
  const requests = points.reduce((sum, point) => sum + point.requests, 0)
  const errors = points.reduce((sum, point) => sum + point.errors, 0)
  const head = `${what}, ${span}: ${count(requests, 'request')}, ${count(errors, 'error')}`
  const durations = PERCENTILES.flatMap((name) => {
    const values = points.flatMap((point) => point[name] ?? [])
    if (values.length === 0) return []
    const [least, most] = [Math.min(...values), Math.max(...values)].map(milliseconds)
    const over = values.filter((ms) => ms >= BUDGETS_MS[name]).length
    const within = least === most ? `${name} ${most}` : `${name} ${least} to ${most}`
    const limit = milliseconds(BUDGETS_MS[name])
    return [over === 0 ? within : `${within}, ${over} of ${values.length} times over ${limit}`]
  })
  return `${[head, ...durations].join('; ')}.`
}
