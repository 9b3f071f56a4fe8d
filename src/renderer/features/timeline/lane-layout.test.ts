import { describe, expect, it } from 'vitest'
import { layLanes, scrolledTo, topOf } from './lane-layout'
import { packLanes } from './pack-lanes'
import { bar } from './timeline-testing'
import { ServerId } from '../../../shared/protocol/ids'

const other = ServerId.parse('other')

describe('the layout of lanes', () => {
  it('puts them below each other, each as high as its rows', () => {
    const bars = [bar(0, 9), bar(1, 9), bar(2, 9, { serverId: other })]
    const wide = layLanes(packLanes(bars, String), false)
    expect([wide.lanes.map(({ top, height }) => [top, height]), wide.height]).toEqual([
      [
        [0, 48],
        [48, 28]
      ],
      76
    ])
    const narrow = layLanes(packLanes(bars, String), true)
    expect(narrow.lanes.map(({ top, height }) => [top, height])).toEqual([
      [0, 68],
      [68, 48]
    ])
  })

  it('puts each bar into the middle of its row', () => {
    const [laid] = layLanes(packLanes([bar(0, 9), bar(1, 9)], String), false).lanes
    expect(laid && laid.lane.bars.map((placed) => topOf(placed, laid))).toEqual([6, 26])
  })

  it('scrolls as little as needed', () => {
    const seen = { top: 100, height: 50 }
    expect([
      scrolledTo(110, 20, seen),
      scrolledTo(80, 20, seen),
      scrolledTo(140, 20, seen)
    ]).toEqual([100, 80, 110])
  })
})
