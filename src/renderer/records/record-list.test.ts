// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TrafficRow, ViewCount, ViewSpec } from '../../shared/traffic/traffic-row'
import { RecordList } from './record-list'
import { growViews, TRAFFIC } from './traffic-list'
import { rowsFrom, settled, TrafficOfMain } from './traffic-testing'

const spec = { recording: 1, query: '', isPaired: false, isFolded: false }

type TrafficClient = RecordList<ViewSpec, TrafficRow, ViewCount>

function seqsOf(client: TrafficClient): readonly number[] {
  return client.current().rows.map(({ seq }) => seq)
}

/** A client that shows a list. */
async function shown(main: TrafficOfMain): Promise<TrafficClient> {
  const client = new RecordList(TRAFFIC, spec)
  await settled()
  expect(client.current().count).toEqual(main.count)
  return client
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('a list in the window', () => {
  it('is opened once, and has the rows in view and around them', async () => {
    const main = new TrafficOfMain()
    main.rows = rowsFrom(1, 1_000)
    const client = await shown(main)
    client.want(500, 520)
    await settled()
    expect(main.asked.slice(0, 1)).toEqual([['traffic.open', spec]])
    const page = { viewId: 1, from: 380, count: 260, isEnd: false }
    expect(main.asked.at(-1)).toEqual(['traffic.rows', page])
    expect([client.current().from, seqsOf(client).length]).toEqual([380, 260])
  })

  it('asks one question at a time, and then for what is wanted last', async () => {
    const main = new TrafficOfMain()
    main.rows = rowsFrom(1, 5_000)
    const client = await shown(main)
    main.held = ['traffic.rows']
    main.asked.length = 0
    for (const from of [1_000, 2_000, 3_000]) client.want(from, from + 20)
    await main.answer()
    await main.answer()
    expect(main.asked.map(([, input]) => (input as { from: number }).from)).toEqual([880, 2_880])
    expect(client.current().from).toBe(2_880)
  })

  it('asks again when the list changed while it was asking', async () => {
    const main = new TrafficOfMain()
    const client = await shown(main)
    main.held = ['traffic.rows']
    main.rows = rowsFrom(1, 12)
    await main.grow()
    main.rows = rowsFrom(2, 14)
    main.version++
    await main.grow()
    await main.answer()
    await main.answer()
    expect([
      seqsOf(client),
      main.routes.filter((route) => route === 'traffic.rows').length
    ]).toEqual([[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], 3])
  })

  it('shows the end that it is sent while that is looked at, and asks for nothing', async () => {
    const main = new TrafficOfMain()
    main.rows = rowsFrom(1, 1_000)
    const client = await shown(main)
    client.want(960, 1_000, () => ({ isAtEnd: true }))
    await settled()
    main.asked.length = 0
    main.rows = rowsFrom(1, 1_400)
    main.version++
    await main.grow({ from: 1_240, rows: rowsFrom(1_241, 1_400) })
    expect([client.current().from, seqsOf(client).at(-1)]).toEqual([1_240, 1_400])
    client.want(1_360, 1_400, () => ({ isAtEnd: true }))
    await settled()
    expect(main.asked).toEqual([])
  })

  it('keeps what is looked at when it is sent the end from far away', async () => {
    const main = new TrafficOfMain()
    main.rows = rowsFrom(1, 1_000)
    const client = await shown(main)
    client.want(100, 140, () => ({ isAtEnd: false }))
    await settled()
    const before = client.current().rows
    main.rows = rowsFrom(1, 1_400)
    await main.grow({ from: 1_240, rows: rowsFrom(1_241, 1_400) })
    expect([client.current().count?.matched, client.current().rows]).toEqual([1_400, before])
  })

  it('asks once for rows that are not there, and again when something has changed', async () => {
    const main = new TrafficOfMain()
    const { count } = main
    const client = new RecordList(TRAFFIC, spec)
    main.rows = []
    await settled()
    client.want(0, 40)
    await settled()
    const before = main.routes
    growViews([{ viewId: 1, count: { ...count, lastSeq: 11 } }])
    await settled()
    expect([before, main.routes.length]).toEqual([['traffic.open', 'traffic.rows'], 3])
  })

  it('opens a list anew that main no longer has', async () => {
    const main = new TrafficOfMain()
    const client = await shown(main)
    main.open.clear()
    main.rows = rowsFrom(1, 12)
    growViews([{ viewId: 1, count: main.count }])
    await settled()
    expect([client.current().viewId, seqsOf(client).length, [...main.open]]).toEqual([2, 12, [2]])
  })

  it('opens a list anew when it is told that it is gone, also one that has failed', async () => {
    const main = new TrafficOfMain()
    const client = await shown(main)
    main.open.clear()
    main.rows = rowsFrom(1, 12)
    growViews([
      { viewId: 1, failure: 'The thread has broken.' },
      { viewId: 1, isGone: true }
    ])
    await settled()
    expect([client.current().viewId, seqsOf(client).length, [...main.open]]).toEqual([2, 12, [2]])
    expect(client.current().failure).toBeUndefined()
  })

  it('closes a list that failed before it opens another, and takes no rows of the one before', async () => {
    const main = new TrafficOfMain()
    const client = await shown(main)
    main.held = ['traffic.rows']
    main.version++
    await main.grow()
    growViews([{ viewId: 1, failure: 'The disk is full.' }])
    expect(client.current().failure).toBe('The disk is full.')
    client.retry()
    main.rows = rowsFrom(5, 6)
    await settled()
    expect([...main.open]).toEqual([2])
    await main.answer()
    expect(seqsOf(client)).not.toEqual([5, 6])
    await main.answer()
    expect([seqsOf(client), client.current().failure]).toEqual([[5, 6], undefined])
  })

  it('leaves one list open however often it is tried again', async () => {
    const main = new TrafficOfMain()
    main.refuse('traffic.open')
    const client = new RecordList(TRAFFIC, spec)
    await settled()
    expect(client.current().failure).toBe('No.')
    main.held = ['traffic.open']
    client.retry()
    client.retry()
    client.want(0, 5)
    await main.answer()
    await main.answer()
    expect([client.current().viewId, [...main.open]]).toEqual([2, [2]])
  })

  it('leaves nothing open, also when it is closed before it is there', async () => {
    const main = new TrafficOfMain()
    const first = await shown(main)
    new RecordList(TRAFFIC, spec).close()
    first.close()
    await settled()
    expect([...main.open]).toEqual([])
  })

  it('closes no list that has its number and is of another', async () => {
    const main = new TrafficOfMain()
    const before = await shown(main)
    Object.assign(main, { lastId: 0 })
    const after = await shown(main)
    before.close()
    main.rows = rowsFrom(1, 12)
    await main.grow()
    expect([[...main.open], after.current().count?.matched]).toEqual([[1], 12])
  })

  it('is shown when there is a page of it, with its end', async () => {
    const main = new TrafficOfMain()
    main.isComplete = false
    main.rows = rowsFrom(1, 200)
    let told = 0
    const looking = () => ({ from: 0, to: 5, isAtEnd: true })
    const client = new RecordList(TRAFFIC, spec, { at: 'end', looking })
    client.subscribe(() => told++)
    await settled()
    expect([told > 0, client.current().opening, seqsOf(client).at(-1)]).toEqual([
      true,
      { at: 'end' },
      200
    ])
  })

  it('is shown with the few rows that are found before long', async () => {
    const main = new TrafficOfMain()
    main.isComplete = false
    main.rows = rowsFrom(1, 1)
    const looking = () => ({ from: 0, to: 5, isAtEnd: true })
    const client = new RecordList(TRAFFIC, spec, { at: 'end', looking })
    await settled()
    const before = seqsOf(client)
    await vi.advanceTimersByTimeAsync(150)
    expect([before, seqsOf(client)]).toEqual([[], [1]])
  })

  it('asks for the rows around the one that is looked at first', async () => {
    const main = new TrafficOfMain()
    const anchor = { seq: 7, index: 3, below: 0 }
    const looking = () => ({ from: 0, to: 5, isAtEnd: false, anchor })
    new RecordList(TRAFFIC, spec, { at: 'end', looking }).close()
    new RecordList(TRAFFIC, spec, { at: 'top' }).close()
    await settled()
    const opened = main.asked.filter(([route]) => route === 'traffic.open')
    expect(opened.map(([, input]) => input)).toEqual([
      { ...spec, near: 7 },
      { ...spec, near: 0 }
    ])
  })

  it('is shown when all entries were looked at, or when that takes long', async () => {
    const main = new TrafficOfMain()
    main.isComplete = false
    let told = 0
    const looking = () => ({ from: 0, to: 5, isAtEnd: true })
    const client = new RecordList(TRAFFIC, spec, { at: 'end', looking })
    client.subscribe(() => told++)
    await settled()
    await main.grow()
    expect([told, seqsOf(client)]).toEqual([0, []])
    await vi.runAllTimersAsync()
    expect([told > 0, seqsOf(client).length]).toEqual([true, 10])
  })
})
