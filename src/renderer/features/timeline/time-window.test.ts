import { describe, expect, it } from 'vitest'
import { firstWindow, moved, rangeOf, revealing, spanOf, zoomed, type Range } from './time-window'

const extent: Range = { from: 10_000, to: 20_000 }
const middle: Range = { from: 14_000, to: 16_000 }

describe('the window of time', () => {
  it('shows all of what is short or over, and the newest minute of what goes on', () => {
    const long = { from: 0, to: 3_600_000 }
    expect([firstWindow(extent, true), firstWindow(long, false), firstWindow(long, true)]).toEqual([
      { kind: 'all' },
      { kind: 'all' },
      { kind: 'newest', spanMs: 60_000 }
    ])
  })

  it('has all of it inside, with some room on both sides', () => {
    const range = rangeOf({ kind: 'all' }, extent)
    expect([range.from < extent.from, range.to > extent.to]).toEqual([true, true])
    expect(spanOf(range)).toBeLessThan(11_000)
  })

  it('has room even where nothing took any time', () => {
    expect(spanOf(rangeOf({ kind: 'all' }, { from: 5, to: 5 }))).toBe(50)
  })

  it('keeps what is under the pointer under the pointer', () => {
    const window = zoomed(middle, 0.5, 0.25, extent)
    expect(window).toEqual({ kind: 'still', from: 14_250, to: 15_250 })
  })

  it('becomes everything when it would show more than there is', () => {
    expect(zoomed(middle, 100, 0.5, extent)).toEqual({ kind: 'all' })
  })

  it('shows no less than can be told apart', () => {
    expect(spanOf(rangeOf(zoomed(middle, 0.000_001, 0.5, extent), extent))).toBe(5)
  })

  it('stays with the newest once it is moved there, and while it is zoomed there', () => {
    const window = moved(middle, 10, extent)
    expect(window).toEqual({ kind: 'newest', spanMs: 2_000 })
    const grown = { ...extent, to: 30_000 }
    expect(rangeOf(window, grown)).toEqual({ from: 28_040, to: 30_040 })
    expect(zoomed(rangeOf(window, grown), 0.5, 1, grown)).toEqual({ kind: 'newest', spanMs: 1_000 })
  })

  it('is not moved to where nothing is', () => {
    expect(moved(middle, -10, extent)).toEqual({ kind: 'still', from: 9_960, to: 11_960 })
  })

  it('moves only for what is not seen', () => {
    expect(revealing(middle, 15_000, extent)).toBeUndefined()
    expect(revealing(middle, 12_000, extent)).toEqual({ kind: 'still', from: 11_600, to: 13_600 })
  })
})
