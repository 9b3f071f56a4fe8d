import { expect, it } from 'vitest'
import { serverMetrics } from './metrics-testing'
import { reportedRows } from './reported-rows'

it('what a server says stands beside what was counted, and what it does not say is left open', () => {
  const ours = serverMetrics('demo', { requests_total: 12, error_rate: 0.25 })
  const rows = reportedRows(ours, {
    ...{ requests_total: 10_000, average_response_time_ms: 45.2, error_rate: 3 }
  })
  expect(rows.map(({ label, ours: us, theirs }) => [label, us, theirs])).toEqual([
    ['Requests', '12', '10,000'],
    ['Rate', '0/s', '–'],
    ['Mean answer time', '–', '45 ms'],
    ['Active sessions', '1', '–'],
    ['Error rate', '25.0 %', '3']
  ])
})
