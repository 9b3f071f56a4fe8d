// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Timeline } from '../../../shared/traffic/traffic-row'
import { RecordList } from '../../records/record-list'
import { TRAFFIC } from '../../records/traffic-list'
import { rowsFrom, settled, TrafficOfMain } from '../../records/traffic-testing'
import { TimelineSlice } from './timeline-slice'
import { bar } from './timeline-testing'

const spec = { recording: 1, query: 'is:error', isPaired: false, isFolded: false }
const few: Timeline = { bars: [bar(0, 5)], isCut: false, isComplete: true }
const tooMany: Timeline = { ...few, isCut: true }

let main: TrafficOfMain

/** A list, and its calls over time; the last answer is given again and again. */
async function timeline(...answers: readonly Timeline[]) {
  main.timelines = answers
  const list = new RecordList(TRAFFIC, spec)
  await settled()
  const slice = new TimelineSlice(list)
  return { list, slice }
}

/** What was asked beside the rows. */
function asked(): readonly (readonly [string, unknown])[] {
  return main.asked.filter(([route]) => route !== 'traffic.rows')
}

async function growBy(count: number): Promise<void> {
  main.rows = rowsFrom(1, main.rows.length + count)
  await main.grow()
}

const soon = () => vi.advanceTimersByTimeAsync(300)

beforeEach(() => {
  vi.useFakeTimers()
  main = new TrafficOfMain()
})
afterEach(() => vi.useRealTimers())

describe('TimelineSlice', () => {
  it('asks for all calls of the list, once, wherever is looked', async () => {
    const { slice } = await timeline(few)
    await soon()
    slice.look({ from: 1, to: 2 })
    await soon()
    expect(asked()).toEqual([
      ['traffic.open', spec],
      ['traffic.timeline', { viewId: 1 }]
    ])
    expect(slice.current()).toEqual({ timeline: few })
  })

  it('asks for those around what is looked at where there are too many', async () => {
    const { slice } = await timeline(tooMany)
    await soon()
    slice.look({ from: 100, to: 200 })
    await soon()
    slice.look({ from: 120, to: 220 })
    await soon()
    slice.look({ from: 500, to: 600 })
    await soon()
    expect(asked().slice(2)).toEqual([
      ['traffic.timeline', { viewId: 1, from: 0, to: 300 }],
      ['traffic.timeline', { viewId: 1, from: 400, to: 700 }]
    ])
  })

  it('asks once for many changes, and goes on while the list is looked through', async () => {
    main.isComplete = false
    const { slice } = await timeline({ ...few, isComplete: false }, few)
    await soon()
    expect(asked()).toHaveLength(2)
    main.isComplete = true
    await main.grow()
    await soon()
    expect([asked().length, slice.current()]).toEqual([3, { timeline: few }])
    for (let change = 0; change < 10; change++) await growBy(1)
    await soon()
    expect(asked()).toHaveLength(4)
  })

  it('asks again when something became of a call, though no row was added', async () => {
    await timeline(few)
    await soon()
    main.version++
    await main.grow()
    await soon()
    expect(asked()).toHaveLength(3)
  })

  it('opens the list again when it is gone, and says what else is wrong', async () => {
    main.refuse('traffic.timeline', 'NOT_FOUND')
    const { slice } = await timeline(few)
    await soon()
    expect([asked().map(([route]) => route), slice.current()]).toEqual([
      ['traffic.open', 'traffic.timeline', 'traffic.close', 'traffic.open', 'traffic.timeline'],
      { timeline: few }
    ])
    main.refuse('traffic.timeline')
    await growBy(1)
    await soon()
    expect(slice.current()).toEqual({ timeline: few, failure: 'No.' })
    await soon()
    expect(asked()).toHaveLength(6)
  })

  it('opens the list anew when it is tried again', async () => {
    main.refuse('traffic.timeline')
    const { slice } = await timeline(few)
    await soon()
    slice.retry()
    await soon()
    expect([
      asked()
        .slice(2)
        .map(([route]) => route),
      slice.current()
    ]).toEqual([['traffic.close', 'traffic.open', 'traffic.timeline'], { timeline: few }])
  })

  it('asks nothing more, and leaves nothing open, once nobody looks', async () => {
    const { list, slice } = await timeline(few)
    await soon()
    slice.close()
    list.close()
    await growBy(1)
    await soon()
    expect(asked()).toEqual([
      ['traffic.open', spec],
      ['traffic.timeline', { viewId: 1 }],
      ['traffic.close', { viewId: 1 }]
    ])
  })
})
