import { describe, expect, it } from 'vitest'
import { metricsRows, NUMBER_COLUMNS } from './metrics-rows'
import { serverMetrics } from './metrics-testing'
import { cellWords, partWords, rateWords, verdictWords } from './metrics-words'

function rowOf(numbers: Parameters<typeof serverMetrics>[1]) {
  const [row] = metricsRows([serverMetrics('demo', numbers)], String)
  if (!row) throw new Error('There is no row.')
  return row
}

describe('the words of numbers', () => {
  it('are short, and say when there is nothing to say', () => {
    const busy = rowOf({
      ...{ requests_total: 1_204, retries: 4, pending: 2, requests_per_second: 3.25, errors: 3 },
      ...{ error_rate: 0.0025, p50: 0.4, p95: 120.4, p99: 1_500, max: 65_000 },
      ...{ bytes_sent: 800, bytes_received: 12_345 }
    })
    expect(NUMBER_COLUMNS.map((column) => cellWords(busy, column))).toEqual([
      ...['1,200', '1,204', '<1 ms', '120 ms', '1.5 s', '1 min 5 s'],
      ...['3', '0.3 %', '3.3/s', '2', '800 B', '12.3 kB']
    ])
    const waiting = rowOf({ requests_total: 1, pending: 1 })
    expect([cellWords(waiting, 'errorRate'), cellWords(waiting, 'p95')]).toEqual(['–', '–'])
  })

  it('name the budgets that are not kept', () => {
    expect([
      verdictWords(rowOf({ p50: 1, p95: 2, p99: 3, max: 3 })),
      verdictWords(rowOf({ p50: 1, p95: 500, p99: 5_000, max: 5_000 })),
      verdictWords(rowOf({}))
    ]).toEqual(['kept', '! over p95 p99', '–'])
  })

  it('do not call a budget kept where there are errors', () => {
    expect([
      verdictWords(rowOf({ p50: 1, p95: 2, p99: 3, max: 3, errors: 4, error_rate: 4 / 7 })),
      verdictWords(rowOf({ p50: 1, p95: 500, p99: 600, max: 600, errors: 1, error_rate: 0.5 })),
      verdictWords(rowOf({ errors: 1, error_rate: 1 }))
    ]).toEqual(['! 57.1 % errors', '! 50.0 % errors, over p95', '! 100 % errors'])
  })

  it('never round something to nothing, or nearly all to all', () => {
    expect([rateWords(0.01), partWords(0.000_01), partWords(0.999_99), partWords(1)]).toEqual([
      '<0.1/s',
      '<0.1 %',
      '99.9 %',
      '100 %'
    ])
  })
})
