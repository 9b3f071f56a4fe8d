import { describe, expect, it } from 'vitest'
import { ServerId } from '../../../shared/protocol/ids'
import type { TrafficEntry } from '../../../shared/traffic/traffic'
import type { Timeline, TimelineSpec, ViewSpec } from '../../../shared/traffic/traffic-row'
import { openTables } from './tables'
import { TrafficStore } from '../traffic-store'

const demo = ServerId.parse('demo')

/** Entry 1 is at 1,001 ms, entry 2 at 1,002 ms, and so on. */
function entry(seq: number, rest: Partial<TrafficEntry> = {}): TrafficEntry {
  const base = { time: 1_000 + seq, serverId: demo, origin: 'workbench', bytes: 3 } as const
  return { ...base, seq, kind: 'request', method: 'tools/call', ...rest }
}

function answer(seq: number, answers: number): TrafficEntry {
  return entry(seq, { kind: 'result', origin: 'server', answers, tookMs: seq - answers })
}

function progress(seq: number, belongsTo: number): TrafficEntry {
  const method = 'notifications/progress'
  return entry(seq, { kind: 'notification', origin: 'server', method, belongsTo })
}

function timelineOf(
  entries: readonly TrafficEntry[],
  part: Omit<TimelineSpec, 'viewId'> = {},
  spec: Partial<ViewSpec> = {}
): Timeline {
  const store = new TrafficStore(openTables(':memory:', () => {}))
  // Another recording with the same numbers stands before it, and one after it.
  store.append(store.recordings.begin(0), [entry(1), progress(2, 1)], ['', ''])
  const recording = store.recordings.begin(0)
  store.append(
    recording,
    entries,
    entries.map(() => '')
  )
  store.append(store.recordings.begin(0), [entry(1), progress(2, 1)], ['', ''])
  const view = { recording, query: '', isPaired: false, isFolded: false, ...spec }
  const { viewId } = store.openView(view)
  while (store.advance().length > 0);
  return store.timeline({ viewId, ...part })
}

function seqsOf({ bars }: Timeline): readonly number[] {
  return bars.map(({ seq }) => seq)
}

describe('the timeline', () => {
  it('says when each request began and ended, and when there was progress', () => {
    const asked = entry(1, { target: 'echo' })
    const log = entry(3, { kind: 'notification', method: 'notifications/message', belongsTo: 1 })
    expect(timelineOf([asked, progress(2, 1), log, progress(4, 1), answer(5, 1)])).toEqual({
      bars: [
        {
          seq: 1,
          time: 1_001,
          serverId: demo,
          origin: 'workbench',
          method: 'tools/call',
          target: 'echo',
          ending: { kind: 'result', seq: 5, tookMs: 4 },
          endedAt: 1_005,
          ticks: [1_002, 1_004]
        }
      ],
      isCut: false,
      extent: { firstAt: 1_001, lastAt: 1_005 },
      isComplete: true
    })
  })

  it('knows when a request was cancelled or given up, though neither has a duration', () => {
    const entries = [
      entry(1),
      entry(2),
      entry(3),
      entry(4, { kind: 'notification', method: 'notifications/cancelled', cancels: 1 }),
      entry(5, { kind: 'lifecycle', abandons: [2] })
    ]
    const { bars } = timelineOf(entries)
    expect(bars.map(({ ending, endedAt }) => [ending?.kind, endedAt])).toEqual([
      ['cancelled', 1_004],
      ['abandoned', 1_005],
      [undefined, undefined]
    ])
  })

  it('has what reaches into the part that is asked for, and what still waits', () => {
    const entries = [entry(1), entry(2), answer(3, 2), entry(4), answer(5, 4), entry(6)]
    expect(seqsOf(timelineOf(entries, { from: 1_004, to: 1_005 }))).toEqual([1, 4])
    expect(seqsOf(timelineOf(entries, { to: 1_002 }))).toEqual([1, 2])
  })

  it('has what the list has, by the request or by its answer', () => {
    const entries = [entry(1), entry(2), answer(3, 1), entry(4, { kind: 'error', answers: 2 })]
    expect(seqsOf(timelineOf(entries, {}, { query: 'kind:error' }))).toEqual([2])
    expect(seqsOf(timelineOf(entries, {}, { after: 1, until: 2 }))).toEqual([2])
    expect(timelineOf(entries, {}, { query: 'method:nothing' })).toEqual({
      bars: [],
      isCut: false,
      isComplete: true
    })
  })

  it('keeps the newest of too many and what still waits, and knows when the first began', () => {
    const many = Array.from({ length: 2_500 }, (_, index) => [
      entry(2 * index + 2),
      answer(2 * index + 3, 2 * index + 2)
    ])
    const { bars, isCut, extent } = timelineOf([entry(1), ...many.flat()])
    expect([bars.length, bars[0]?.seq, bars[1]?.seq, isCut, extent]).toEqual([
      2_001,
      1,
      1_002,
      true,
      { firstAt: 1_001, lastAt: 6_001 }
    ])
  })

  it('leaves out progress evenly where there is too much of it', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => progress(index + 2, 1))
    const ticks = timelineOf([entry(1), ...many]).bars[0]?.ticks ?? []
    expect([ticks.length, ticks[0], ticks[100], ticks.at(-1)]).toEqual([200, 1_002, 6_026, 11_001])
  })
})
