import { describe, expect, it } from 'vitest'
import fc from '../../../shared/json/properties-testing'
import { ServerId } from '../../../shared/protocol/ids'
import { packLanes } from './pack-lanes'
import { bar } from './timeline-testing'

describe('lanes', () => {
  it('put calls that overlap below each other, and the next ones where there is room again', () => {
    const [lane] = packLanes([bar(0, 10), bar(5, 8), bar(8, 20), bar(10, 12)], String)
    expect(lane?.bars.map(({ row, nextAt }) => [row, nextAt])).toEqual([
      [0, 10],
      [1, 8],
      [1, Infinity],
      [0, Infinity]
    ])
    expect(lane?.rows).toBe(2)
  })

  it('keep the row of a call that still waits', () => {
    const [lane] = packLanes([bar(0), bar(100, 101), bar(200, 201)], String)
    expect(lane?.bars.map(({ row }) => row)).toEqual([0, 1, 1])
  })

  it('hold sign-ins apart from calls, below those of the same server', () => {
    const bars = [bar(0, 9, { isAuth: true }), bar(1, 9), bar(2, 9, { isAuth: true })]
    const lanes = packLanes(bars, String)
    expect(lanes.map(({ name, isAuth, bars: own }) => [name, isAuth, own.length])).toEqual([
      ['demo', false, 1],
      ['demo', true, 2]
    ])
  })

  it('are one for each server, by name', () => {
    const [one, two] = [ServerId.parse('b-server'), ServerId.parse('a-server')]
    const lanes = packLanes(
      [bar(0, 9, { serverId: one }), bar(1, 9, { serverId: two }), bar(2, 9, { serverId: one })],
      String
    )
    expect(lanes.map(({ name, rows, bars }) => [name, rows, bars.length])).toEqual([
      ['a-server', 1, 1],
      ['b-server', 2, 2]
    ])
  })

  it('never let two calls in one row overlap, and lose none', () => {
    const times = fc.tuple(fc.nat(1_000), fc.option(fc.nat(100), { nil: undefined }))
    fc.assert(
      fc.property(fc.array(times, { maxLength: 60 }), (given) => {
        const bars = given
          .toSorted(([one], [other]) => one - other)
          .map(([time, took]) => bar(time, took === undefined ? undefined : time + took))
        const placed = packLanes(bars, String)[0]?.bars ?? []
        expect(placed.map((each) => each.bar)).toEqual(bars)
        for (const { bar: each, nextAt } of placed) {
          expect(nextAt).toBeGreaterThanOrEqual(
            nextAt === Infinity ? 0 : (each.endedAt ?? Infinity)
          )
        }
      })
    )
  })
})
