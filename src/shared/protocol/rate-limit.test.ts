import { describe, expect, it } from 'vitest'
import { resetDelay } from './rate-limit'

const NOW = 1_800_000_000_000

describe('resetDelay', () => {
  it.each([
    [5, 5_000],
    ['5', 5_000],
    [NOW / 1_000 + 60, 60_000],
    [NOW + 60_000, 60_000],
    [new Date(NOW + 1_000).toISOString(), 1_000],
    [NOW - 60_000, 0],
    [NaN, undefined],
    ['soon', undefined],
    [null, undefined],
    [undefined, undefined]
  ])('understands %j', (reset, expected) => {
    expect(resetDelay({ reset }, NOW)).toBe(expected)
  })
})
