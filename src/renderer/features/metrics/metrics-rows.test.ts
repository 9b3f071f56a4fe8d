import { describe, expect, it } from 'vitest'
import { metricsRows, type MetricsRow, type Sorting } from './metrics-rows'
import { method, serverMetrics } from './metrics-testing'

const quick = serverMetrics('quick', {
  ...{ requests_total: 30, p50: 2, p95: 4, p99: 5, max: 5 },
  methods: [
    method('ping', { requests_total: 20, p50: 1, p95: 1, p99: 1, max: 1 }),
    method('tools/call', { requests_total: 10, p50: 4, p95: 4, p99: 4, max: 5 })
  ]
})
const slow = serverMetrics('slow', {
  ...{ requests_total: 5, p50: 100, p95: 700, p99: 900, max: 900 },
  methods: [method('tools/call', { requests_total: 5, p50: 100, p95: 700, p99: 900, max: 900 })],
  server_requests: [method('ping', { requests_total: 1 })]
})

function listed(sorting?: Sorting): readonly string[] {
  return metricsRows([quick, slow], String, sorting).map(wordsOf)
}

function wordsOf({ server, origin, method: asked = 'all' }: MetricsRow): string {
  return `${server} ${origin === 'server' ? '← ' : ''}${asked}`
}

describe('the rows of the numbers', () => {
  it('are each server, then what it was asked, then what it asked', () => {
    expect(listed()).toEqual([
      'quick all',
      'quick ping',
      'quick tools/call',
      'slow all',
      'slow tools/call',
      'slow ← ping'
    ])
  })

  it('are sorted by server and within each of them; what has no value comes last', () => {
    expect(listed({ column: 'p95', isDescending: true })).toEqual([
      'slow all',
      'slow tools/call',
      'slow ← ping',
      'quick all',
      'quick tools/call',
      'quick ping'
    ])
    expect(listed({ column: 'p95', isDescending: false }).slice(-1)).toEqual(['slow ← ping'])
    expect(listed({ column: 'name', isDescending: true })[0]).toBe('slow all')
  })

  it('say which budgets are not kept', () => {
    const breaches = metricsRows([quick, slow], String).map((row) =>
      row.breaches.map(({ budget }) => budget)
    )
    expect(breaches).toEqual([[], [], [], ['p50', 'p95'], ['p50', 'p95'], []])
  })

  it('can be told apart whatever methods are called', () => {
    const odd = serverMetrics('a', { methods: [method('b'), method('')] })
    expect(new Set(metricsRows([odd, slow], String).map(({ key }) => key)).size).toBe(6)
  })
})
