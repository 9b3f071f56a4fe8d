import { describe, expect, it } from 'vitest'
import { shapeOf, ticksPath, type Scale } from './bar-shape'
import { bar } from './timeline-testing'

/** Two pixels for each millisecond. */
const scale: Scale = { from: 1_000, to: 1_500, widthPx: 1_000 }

function shape(time: number, end: number, nextAt = Infinity) {
  return shapeOf({ bar: bar(time, end), nextAt }, end, scale)
}

describe('the shape of a bar', () => {
  it('is as wide as the call took, with its words inside', () => {
    expect(shape(1_100, 1_200)).toEqual({
      left: 200,
      width: 200,
      isCutLeft: false,
      isCutRight: false,
      words: { left: 0, width: 200, isInside: true }
    })
  })

  it('is seen however little time it took, with its words beside it up to the next bar', () => {
    expect(shape(1_100, 1_100, 1_150)).toMatchObject({
      width: 3,
      words: { left: 7, width: 89, isInside: false }
    })
    expect(shape(1_100, 1_100, 1_110)?.words).toBeUndefined()
  })

  it('reaches no further than what is seen, and says so', () => {
    expect(shape(0, 9_999)).toMatchObject({
      left: 0,
      width: 1_000,
      isCutLeft: true,
      isCutRight: true
    })
  })

  it('is not there when nothing of it is seen', () => {
    expect([shape(0, 999), shape(1_501, 1_600)]).toEqual([undefined, undefined])
  })

  it('is not lost at the very end', () => {
    expect(shape(1_500, 1_500)).toMatchObject({ left: 997, width: 3 })
  })

  it('has a line for each progress that can be told from the one before', () => {
    const whole = shape(1_100, 1_200)
    const ticks = [1_050, 1_110, 1_110.5, 1_120, 1_300]
    expect(whole && ticksPath(ticks, whole, scale, 4)).toBe('M20.5 0V4M40.5 0V4')
  })
})
