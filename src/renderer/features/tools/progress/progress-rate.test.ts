import { describe, expect, it } from 'vitest'
import { startOf, withProgress, type Pace } from '../../../../shared/calls/pace'
import { rateOf, rateWords, restOf } from './progress-rate'

/** One step every `stepMs`. */
function steps(count: number, stepMs: number): Pace {
  let pace = startOf({ startedAt: 0 })
  for (let step = 1; step <= count; step++) pace = withProgress(pace, step * stepMs, step)
  return pace
}

describe('the pace of a call', () => {
  it('is the steps in a second', () => {
    expect(rateOf(steps(10, 500), 5_000)).toBeCloseTo(2)
    expect(rateOf(startOf({ startedAt: 0 }), 1_000)).toBeUndefined()
  })

  it('follows what happened lately, not the beginning', () => {
    const slowThenFast = Array.from({ length: 20 }, (_, index) => index + 1).reduce<Pace>(
      (pace, step) => withProgress(pace, 60_000 + step * 250, step),
      startOf({ startedAt: 0 })
    )
    expect(rateOf(slowThenFast, 65_000)).toBeCloseTo(4, 0)
  })

  it('tells how long the rest takes while it goes on', () => {
    expect(restOf(steps(10, 500), 5_000, 20)).toBeCloseTo(5_000)
    expect(restOf(steps(10, 500), 5_000, undefined)).toBeUndefined()
    expect(restOf(steps(10, 500), 5_000, 10)).toBeUndefined()
  })

  it('begins anew when progress goes back', () => {
    expect(withProgress(steps(5, 500), 4_000, 1)).toEqual([{ time: 4_000, progress: 1 }])
  })

  it('holds only what it needs, however many notifications come', () => {
    expect(steps(10_000, 1).length).toBeLessThan(60)
  })

  it('has the newest, however shortly it came after the one before', () => {
    const pace = [100, 150, 199].reduce<Pace>(
      (before, time) => withProgress(before, time, time),
      startOf({ startedAt: 0 })
    )
    expect(pace).toEqual([
      { time: 0, progress: 0 },
      { time: 199, progress: 199 }
    ])
  })

  it('is the same for whoever looks at it first when much of it is done', () => {
    const pace = steps(10, 1_000)
    expect(restOf(pace, 12_000, 20)).toBeCloseTo(8_000)
  })

  it('is written with the digits that matter', () => {
    expect([0.25, 3.14, 12.4, 1_234.5].map(rateWords)).toEqual([
      '0.3/s',
      '3.1/s',
      '12/s',
      '1,235/s'
    ])
  })
})
