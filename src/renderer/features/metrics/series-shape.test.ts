import { describe, expect, it } from 'vitest'
import { canNameBudgets, linePath, nearest, placesOf, pointsIn, scaleOf } from './series-shape'
import { point } from './metrics-testing'

const range = { from: 0, to: 10_000 }
/** A hundred pixels for each second. */
const area = { widthPx: 1_000, heightPx: 300 }

describe('the shape of a series', () => {
  it('has room for all durations and all budgets, on round levels', () => {
    const quick = scaleOf([point(0, 0.5)], range, area)
    const slow = scaleOf([point(0, 30_000)], range, area)
    expect([quick.levels, slow.levels]).toEqual([
      [0.1, 1, 10, 100, 1_000],
      [10, 100, 1_000, 10_000]
    ])
    expect([quick.yOf(0.1), quick.yOf(2_000) > 0, slow.yOf(30_000) > 0]).toEqual([300, true, true])
  })

  it('names fewer levels, and no budgets, where there is no room for words', () => {
    const low = scaleOf([point(0, 0.5)], range, { ...area, heightPx: 45 })
    expect([low.levels, canNameBudgets(low)]).toEqual([[0.1, 10, 1_000], false])
    expect(canNameBudgets(scaleOf([point(0, 0.5)], range, area))).toBe(true)
  })

  it('is at its bottom for what took no time', () => {
    expect(scaleOf([point(0, 0)], range, area).yOf(0)).toBe(300)
  })

  it('joins what follows closely, and leaves gaps where nothing was answered', () => {
    const points = [point(0, 100), point(1_000, 100), point(2_000, null), point(8_000, 100)]
    const scale = { ...scaleOf(points, range, area), yOf: () => 7 }
    expect(linePath(points, 'p50', scale)).toBe('M50 7L150 7M850 7')
  })

  it('knows which are over their budget', () => {
    const points = [point(0, 99), point(1_000, 100)]
    const scale = scaleOf(points, range, area)
    const over = (['p50', 'p95'] as const).map((name) =>
      placesOf(points, name, scale).map(({ isOver }) => isOver)
    )
    expect(over).toEqual([
      [false, true],
      [false, false]
    ])
  })

  it('finds what is in view, and what is nearest to the pointer', () => {
    const points = [point(-1_500, 1), point(-500, 1), point(4_000, 1), point(10_000, 1)]
    const seen = pointsIn(points, range)
    expect(seen.map(({ time }) => time)).toEqual([-500, 4_000])
    expect(nearest(seen, 300, scaleOf(seen, range, area))?.time).toBe(4_000)
  })
})
