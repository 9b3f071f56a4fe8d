import { describe, expect, it } from 'vitest'
import fc from '../json/properties-testing'
import { Histogram, RELATIVE_ERROR } from './histogram'

const HOUR_MS = 3_600_000
const HALF_MICROSECOND_MS = 0.000_5
/** Room for what adding and multiplying fractions leaves behind. */
const ROUNDING = 1e-9

/** As many short ones as long ones, whatever the unit. */
const duration = fc
  .double({ min: Math.log(0.001), max: Math.log(HOUR_MS), noNaN: true })
  .map((exponent) => Math.min(Math.exp(exponent), HOUR_MS))
const durations = fc.array(fc.oneof(duration, fc.constantFrom(0, 1, 100, 500, HOUR_MS)), {
  minLength: 1,
  maxLength: 300
})
const percent = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.double({ min: 0, max: 100, noNaN: true })
)

function histogramOf(values: readonly number[]): Histogram {
  const histogram = new Histogram()
  for (const value of values) histogram.record(value)
  return histogram
}

function exactPercentile(values: readonly number[], wanted: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(1, Math.ceil((wanted * sorted.length) / 100)) - 1] ?? NaN
}

describe('Histogram', () => {
  it('has every percentile within the error that it states', () => {
    fc.assert(
      fc.property(durations, percent, (values, wanted) => {
        const exact = exactPercentile(values, wanted)
        const error = Math.abs((histogramOf(values).percentile(wanted) ?? NaN) - exact)
        expect(error).toBeLessThanOrEqual(
          Math.max(HALF_MICROSECOND_MS, exact * RELATIVE_ERROR) + ROUNDING
        )
      }),
      { numRuns: 2_000 }
    )
  })

  it('keeps count, minimum, maximum and mean as they are', () => {
    fc.assert(
      fc.property(durations, (values) => {
        const { count, min, max, mean = NaN } = histogramOf(values)
        expect([count, min, max]).toEqual([values.length, Math.min(...values), Math.max(...values)])
        expect(mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 3)
      })
    )
  })

  it('is after merging as if all had been recorded in one', () => {
    fc.assert(
      fc.property(durations, durations, (some, others) => {
        const merged = histogramOf(some)
        merged.merge(histogramOf(others))
        const { sum, ...json } = merged.toJSON()
        const { sum: together, ...expected } = histogramOf([...some, ...others]).toJSON()
        expect(json).toEqual(expected)
        expect(sum).toBeCloseTo(together, 3)
      })
    )
  })

  it('is the same after it was written as JSON and read again', () => {
    fc.assert(
      fc.property(durations, (values) => {
        const written = JSON.stringify(histogramOf(values))
        const read = Histogram.from(JSON.parse(written) as ReturnType<Histogram['toJSON']>)
        expect(read).toEqual(histogramOf(values))
      })
    )
    expect(Histogram.from(new Histogram().toJSON())).toEqual(new Histogram())
  })

  it('has no percentile that is less than a lower one', () => {
    fc.assert(
      fc.property(durations, percent, percent, (values, one, other) => {
        const histogram = histogramOf(values)
        const low = histogram.percentile(Math.min(one, other)) ?? NaN
        expect(low).toBeLessThanOrEqual(histogram.percentile(Math.max(one, other)) ?? NaN)
      })
    )
  })

  it('has nothing to say when it is empty', () => {
    const { count, min, max, mean } = new Histogram()
    expect([count, min, max, mean, new Histogram().percentile(50)]).toEqual([
      0,
      undefined,
      undefined,
      undefined,
      undefined
    ])
  })

  it('leaves out what is no duration, and takes less than nothing for nothing', () => {
    const histogram = histogramOf([NaN, Infinity, -Infinity, -5])
    expect([histogram.count, histogram.min, histogram.max]).toEqual([1, 0, 0])
  })

  it('counts what takes longer than an hour as an hour, and knows the longest all the same', () => {
    const histogram = histogramOf([2 * HOUR_MS, 3 * HOUR_MS, 4 * HOUR_MS])
    expect(histogram.percentile(100)).toBe(4 * HOUR_MS)
    expect(histogram.percentile(50)).toBe(2 * HOUR_MS)
    expect(histogram.toJSON().buckets).toHaveLength(2)
  })

  it('takes no more room for a million than there are buckets', () => {
    const histogram = new Histogram()
    for (let each = 0; each < 1_000_000; each++) histogram.record(1.000_1 ** (each % 200_000))
    expect(histogram.count).toBe(1_000_000)
    expect(JSON.stringify(histogram).length).toBeLessThan(16_000)
  })
})
