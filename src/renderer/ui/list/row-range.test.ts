import { describe, expect, it } from 'vitest'
import fc from '../../../shared/json/properties-testing'
import { ROW_HEIGHT } from './row-height'
import {
  endOf,
  heightOf,
  isScaled,
  offsetAt,
  offsetFor,
  rowsAtEnd,
  rowsHeld,
  rowsWithin,
  scrollTopAt,
  type Extent
} from './row-range'

describe('rowsWithin', () => {
  it('is the rows in view and some around them, and never starts before the first', () => {
    expect(rowsWithin(0, 240)).toEqual({ first: 0, size: 19 })
    expect(rowsWithin(2_400, 240)).toEqual({ first: 92, size: 27 })
  })
})

describe('a range of rows', () => {
  it('ends with the list', () => {
    expect(rowsAtEnd({ first: 0, size: 27 }, 1_000)).toEqual({ first: 981, size: 19 })
    expect(rowsAtEnd({ first: 0, size: 27 }, 3)).toEqual({ first: 0, size: 3 })
  })

  it('moves up when the list has become shorter', () => {
    expect(rowsHeld({ first: 92, size: 27 }, 1_000)).toEqual({ first: 92, size: 27 })
    expect(rowsHeld({ first: 92, size: 27 }, 50)).toEqual({ first: 23, size: 27 })
    expect(rowsHeld({ first: 92, size: 27 }, 5)).toEqual({ first: 0, size: 5 })
  })
})

describe('offsetFor', () => {
  const view = { offset: 240, clientHeight: 240, headHeight: 24 }

  it('does not move for a row that is in view', () => {
    expect(offsetFor(10, view)).toBe(240)
    expect(offsetFor(18, view)).toBe(240)
  })

  it('brings a row above to below the head, and one below to the end', () => {
    expect(offsetFor(3, view)).toBe(72)
    expect(offsetFor(19, view)).toBe(264)
  })
})

describe('more rows than an element can be high', () => {
  const extents = fc.record({
    count: fc.integer({ min: 1_250_001, max: 20_000_000 }),
    clientHeight: fc.integer({ min: 48, max: 2_000 }),
    headHeight: fc.constantFrom(0, ROW_HEIGHT)
  })
  const parts = fc.double({ min: 0, max: 1, noNaN: true })

  it('are all within an element that Chromium draws, and fewer are as high as they are', () => {
    expect([heightOf(1_250_000), heightOf(1_250_001), heightOf(20_000_000)]).toEqual([
      30_000_000, 30_000_000, 30_000_000
    ])
    expect([isScaled(1_250_000), isScaled(1_250_001)]).toEqual([false, true])
    const few: Extent = { count: 1_250_000, clientHeight: 300, headHeight: 24 }
    expect([offsetAt(12_345, few), scrollTopAt(12_345, few)]).toEqual([12_345, 12_345])
  })

  it('begin with the first and end with the last', () => {
    fc.assert(
      fc.property(extents, (extent) => {
        const { clientHeight, headHeight, count } = extent
        const mostScroll = headHeight + heightOf(count) - clientHeight
        expect(offsetAt(0, extent)).toBe(0)
        expect(offsetAt(mostScroll, extent)).toBe(endOf(extent).offset)
        const { first, size } = rowsWithin(endOf(extent).offset, clientHeight)
        expect(first + size).toBeGreaterThanOrEqual(count)
      })
    )
  })

  it('never go back while the scroller goes on', () => {
    fc.assert(
      fc.property(extents, parts, fc.integer({ min: 1, max: 5_000 }), (extent, part, step) => {
        const scrollTop = Math.floor(part * endOf(extent).scrollTop)
        const before = offsetAt(scrollTop, extent)
        const after = offsetAt(scrollTop + step, extent)
        expect(after).toBeGreaterThanOrEqual(before)
        if (scrollTop + step <= endOf(extent).scrollTop) expect(after).toBeGreaterThan(before)
      })
    )
  })

  it('are each reached by a key, in view as a whole', () => {
    fc.assert(
      fc.property(extents, parts, parts, (extent, from, to) => {
        const { count, clientHeight, headHeight } = extent
        const index = Math.min(count - 1, Math.floor(to * count))
        const offset = from * endOf(extent).offset
        const target = offsetFor(index, { offset, clientHeight, headHeight })
        const top = headHeight + index * ROW_HEIGHT - target
        expect(top).toBeGreaterThanOrEqual(headHeight - 1e-6)
        expect(top + ROW_HEIGHT).toBeLessThanOrEqual(clientHeight + 1e-6)
        const scrollTop = scrollTopAt(target, extent)
        expect(scrollTop).toBeGreaterThanOrEqual(0)
        expect(scrollTop).toBeLessThanOrEqual(endOf(extent).scrollTop)
        expect(Math.abs(offsetAt(scrollTop, extent) - target)).toBeLessThan(0.001)
      })
    )
  })
})
