import { describe, expect, it } from 'vitest'
import { Series } from './series'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** One request a second, each answered within it. */
function steady(fromMs: number, toMs: number, series = new Series()): Series {
  for (let time = fromMs; time < toMs; time += SECOND) {
    series.asked(time)
    series.ended(time + 100, time % (10 * SECOND) === 0, 100)
  }
  return series
}

describe('Series', () => {
  it('has one point for each second in which something happened', () => {
    const series = new Series()
    series.asked(5_100)
    series.ended(5_900, false, 800)
    series.asked(5_950)
    series.ended(9_000, true)
    expect(series.points(9_000)).toEqual([
      {
        ...{ time: 5_000, spanMs: 1_000, requests: 2, count: 1, errors: 0 },
        ...{ p50: 800, p95: 800, p99: 800, max: 800 }
      },
      {
        ...{ time: 9_000, spanMs: 1_000, requests: 0, count: 1, errors: 1 },
        ...{ p50: null, p95: null, p99: null, max: null }
      }
    ])
  })

  it('is the coarser the longer ago it is, and loses nothing by that', () => {
    const points = steady(0, 2 * HOUR).points(2 * HOUR)
    const spans = new Map<number, number>()
    for (const { spanMs } of points) spans.set(spanMs, (spans.get(spanMs) ?? 0) + 1)
    expect([...spans]).toEqual([
      [60_000, 60],
      [10_000, 300],
      [1_000, 600]
    ])
    expect(points.reduce((sum, { requests }) => sum + requests, 0)).toBe(7_200)
    expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(7_200)
    expect(points.reduce((sum, { errors }) => sum + errors, 0)).toBe(720)
    expect(points.every(({ p50 }) => p50 === 100)).toBe(true)
  })

  it('has its points in order, and none over another', () => {
    const points = steady(12_345, 3 * HOUR).points(3 * HOUR + 4_321)
    for (const [index, { time }] of points.entries()) {
      const { time: before = -Infinity, spanMs = 0 } = points[index - 1] ?? {}
      expect(time).toBeGreaterThanOrEqual(before + spanMs)
    }
  })

  it('stays within its bounds however long it goes on, and forgets what is too long ago', () => {
    const points = steady(0, 24 * HOUR).points(24 * HOUR)
    expect(points.length).toBeLessThan(1_300)
    expect(points[0]?.time).toBeGreaterThanOrEqual(18 * HOUR - MINUTE)
  })

  it('writes what comes late to the newest stretch', () => {
    const series = new Series()
    series.asked(60_000)
    series.asked(10_000)
    expect(series.points(60_000)).toMatchObject([{ time: 60_000, requests: 2 }])
  })

  it('knows how many requests were made since a time', () => {
    const series = steady(0, 5 * MINUTE)
    expect(series.askedSince(4 * MINUTE)).toBe(60)
    expect(new Series().askedSince(0)).toBe(0)
  })
})
