import { describe, expect, it } from 'vitest'
import { breachesOf } from './metrics'

describe('breachesOf', () => {
  it('finds nothing in what stays below its budgets, or has no answers yet', () => {
    expect(breachesOf({ p50: 99.9, p95: 499.9, p99: 1_999.9 })).toEqual([])
    expect(breachesOf({ p50: null, p95: null, p99: null })).toEqual([])
  })

  it('finds each budget that is reached', () => {
    expect(breachesOf({ p50: 100, p95: 300, p99: 2_500 })).toEqual([
      { budget: 'p50', limitMs: 100, ms: 100 },
      { budget: 'p99', limitMs: 2_000, ms: 2_500 }
    ])
  })
})
