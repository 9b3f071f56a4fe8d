import { expect, it } from 'vitest'
import { point } from './metrics-testing'
import { summaryOf } from './series-words'

it('a series is said in one sentence, with what is over its budget', () => {
  const points = [point(0, 20), point(1_000, 700, { errors: 1 }), point(2_000, null)]
  expect(summaryOf(points, 'tools/call', 'the last 5 minutes')).toBe(
    'tools/call, the last 5 minutes: 3 requests, 1 error; ' +
      'p50 20 ms to 700 ms, 1 of 2 times over 100 ms; ' +
      'p95 20 ms to 700 ms, 1 of 2 times over 500 ms; p99 20 ms to 700 ms.'
  )
  expect(summaryOf([], 'ping', 'the last hour')).toBe('ping, the last hour: 0 requests, 0 errors.')
})
