import { describe, expect, it } from 'vitest'
import { rowsAtEnd, rowsHeld, rowsWithin, scrollTopFor } from './row-range'

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

describe('scrollTopFor', () => {
  const view = { scrollTop: 240, clientHeight: 240, headHeight: 24 }

  it('does not move for a row that is in view', () => {
    expect(scrollTopFor(10, view)).toBe(240)
    expect(scrollTopFor(18, view)).toBe(240)
  })

  it('brings a row above to below the head, and one below to the end', () => {
    expect(scrollTopFor(3, view)).toBe(72)
    expect(scrollTopFor(19, view)).toBe(264)
  })
})
