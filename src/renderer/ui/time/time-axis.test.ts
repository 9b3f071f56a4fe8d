import { describe, expect, it } from 'vitest'
import fc from '../../../shared/json/properties-testing'
import { axisTicks } from './time-axis'

const noon = new Date(2026, 10, 17, 12).getTime()

function labelsOf(from: number, to: number, widthPx: number): readonly string[] {
  return axisTicks({ from, to }, widthPx).map(({ label }) => label)
}

describe('the time axis', () => {
  it('has round times, no finer written than they are', () => {
    expect([
      labelsOf(noon - 100, noon + 10_000, 600),
      labelsOf(noon, noon + 300, 600),
      labelsOf(noon - 3 * 3_600_000, noon + 1, 400),
      labelsOf(noon - 86_400_000, noon + 2 * 86_400_000, 400)
    ]).toEqual([
      ['12:00:00', '12:00:02', '12:00:04', '12:00:06', '12:00:08', '12:00:10'],
      ['12:00:00.000', '12:00:00.050', '12:00:00.100', '12:00:00.150', '12:00:00.200'].concat(
        '12:00:00.250',
        '12:00:00.300'
      ),
      ['09:00', '10:00', '11:00', '12:00'],
      ['17 Nov', '18 Nov', '19 Nov']
    ])
  })

  it('has lines inside of what is seen, and never closer than a label is wide', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 5, max: 1e10, noNaN: true }),
        fc.integer({ min: 1, max: 4_000 }),
        (span, width) => {
          const range = { from: noon, to: noon + span }
          const times = axisTicks(range, width).map(({ time }) => time)
          expect(times.every((time) => time >= range.from && time <= range.to)).toBe(true)
          expect(times.length).toBeLessThanOrEqual(width / 92 + 1)
        }
      )
    )
  })
})
