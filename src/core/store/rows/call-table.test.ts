import { describe, expect, it } from 'vitest'
import type { KeepCall } from './call-table'
import { entry, storeOf } from '../store-testing'
import type { TrafficStore } from '../traffic-store'

const UNLIMITED = { perScope: 50, bytes: Infinity }
const ARGUMENTS = { path: '/a', text: 'x'.repeat(1_000) }
const RESULT = { content: [{ type: 'text', text: 'y'.repeat(1_000) }] }
const REQUEST = { id: 1, method: 'tools/call', params: { name: 'read', arguments: ARGUMENTS } }

const FACTS = {
  version: 1,
  callId: 'call-1',
  serverId: 'user:files',
  tool: 'read',
  startedAt: 1,
  ending: 'ok',
  isPinned: false
}

function rowsOf(store: TrafficStore, filter = ''): readonly string[] {
  return store.calls.page({ scope: 'files/read', filter }, { from: 0, count: 100 }).rows
}

/** Frames 1 to 4, of which 2 and 3 are a call and its answer. */
function frames(
  store: TrafficStore,
  recording: number,
  answer: unknown = { result: RESULT }
): void {
  const raws = [{ note: 1 }, REQUEST, answer, { note: 4 }].map((frame) => JSON.stringify(frame))
  store.append(
    recording,
    raws.map((_, index) => entry(index + 1)),
    raws
  )
}

function callOf(change: Partial<KeepCall> = {}, outcome: object = resultOf(RESULT)): KeepCall {
  return {
    id: 'call-1',
    scope: 'files/read',
    startedAt: 1,
    row: JSON.stringify({ ...FACTS, arguments: ARGUMENTS }),
    rest: JSON.stringify({ outcome, isCut: false }),
    requestSeq: 2,
    answerSeq: 3,
    ...change
  }
}

const resultOf = (result: unknown) => ({ kind: 'result', result })

function read(store: TrafficStore, id = 'call-1') {
  const kept = store.calls.read(id)
  return kept && { row: JSON.parse(kept.row) as object, rest: JSON.parse(kept.rest) as object }
}

const WHOLE = {
  row: { ...FACTS, arguments: ARGUMENTS },
  rest: { outcome: resultOf(RESULT), isCut: false }
}

const seqsIn = (store: TrafficStore, recording: number) => [...store.recordings.seqsOf(recording)]

describe('a call in the table', () => {
  it('is read from its frames, and has no copy of what they give', () => {
    const { store, recording } = storeOf()
    frames(store, recording)
    const before = store.recordings.sizeBytes()
    for (let number = 0; number < 100; number++) {
      store.keepCalls(recording, [callOf({ id: `call-${number}` })], {
        ...UNLIMITED,
        perScope: 100
      })
    }
    expect(read(store, 'call-99')).toEqual(WHOLE)
    expect(store.recordings.sizeBytes() - before).toBeLessThan(100_000)
  })

  it.each([
    ['there is no answer', { kind: 'cancelled' }],
    ['the answer says something else', resultOf({ content: [] })]
  ])('has its own outcome where %s', (_when, outcome) => {
    const { store, recording } = storeOf()
    frames(store, recording)
    store.keepCalls(recording, [callOf({}, outcome)], UNLIMITED)
    expect(read(store)?.rest).toEqual({ outcome, isCut: false })
  })

  it('has all of its own where its frames were never recorded', () => {
    const { store, recording } = storeOf()
    store.keepCalls(recording, [callOf()], UNLIMITED)
    frames(store, recording)
    store.remove(recording)
    expect(read(store)).toEqual(WHOLE)
  })

  it('keeps the row of large arguments small, and gives the whole with the rest', () => {
    const { store, recording } = storeOf()
    frames(store, recording)
    const row = JSON.stringify({ ...FACTS, arguments: { path: '/a' }, hasLargeArguments: true })
    const rest = JSON.stringify({ arguments: ARGUMENTS, outcome: resultOf(RESULT), isCut: false })
    store.keepCalls(recording, [callOf({ row, rest })], UNLIMITED)
    expect(JSON.parse(rowsOf(store)[0] ?? '')).toMatchObject({
      arguments: { path: '/a' }
    })
    expect(read(store)?.rest).toMatchObject({ arguments: ARGUMENTS, outcome: resultOf(RESULT) })
  })

  it('that fails has its error from the frame', () => {
    const error = { code: -1, message: 'no', data: { why: 'x'.repeat(1_000) } }
    const { store, recording } = storeOf()
    frames(store, recording, { id: 1, error })
    store.keepCalls(recording, [callOf({}, { kind: 'error', error })], UNLIMITED)
    expect(read(store)?.rest).toEqual({ outcome: { kind: 'error', error }, isCut: false })
  })
})

describe('the frames of a call that is kept', () => {
  it('stay when an old recording is forgotten, until the call is', () => {
    const { store, recording } = storeOf()
    frames(store, recording)
    store.keepCalls(recording, [callOf()], UNLIMITED)
    const live = store.recordings.begin(10_000_000)
    store.trim({ bytes: Infinity, oldestAt: 5_000_000 })
    store.trim({ bytes: 1, oldestAt: 5_000_000 })
    expect(seqsIn(store, recording)).toEqual([2, 3])
    expect(read(store)).toEqual(WHOLE)
    const newer = callOf({ id: 'call-2', startedAt: 2, requestSeq: 9, answerSeq: 9 })
    store.keepCalls(live, [newer], { ...UNLIMITED, perScope: 1 })
    store.trim({ bytes: Infinity, oldestAt: 5_000_000 })
    expect(store.list().map(({ id }) => id)).toEqual([live])
  })

  it('stay for a pinned call, however many come after it', () => {
    const { store, recording } = storeOf()
    frames(store, recording)
    store.keepCalls(recording, [callOf()], UNLIMITED)
    store.calls.mark('call-1', { isPinned: true })
    const live = store.recordings.begin(10_000_000)
    for (const id of ['call-2', 'call-3']) {
      const call = callOf({ id, requestSeq: 9, answerSeq: 9 })
      store.keepCalls(live, [call], { ...UNLIMITED, perScope: 1 })
    }
    store.trim({ bytes: 1, oldestAt: 5_000_000 })
    expect(seqsIn(store, recording)).toEqual([2, 3])
    expect(read(store)?.rest).toEqual(WHOLE.rest)
  })

  it('stay when the oldest part of what goes on is forgotten', () => {
    const { store, recording } = storeOf()
    frames(store, recording)
    store.keepCalls(recording, [callOf()], UNLIMITED)
    const later = Array.from({ length: 200 }, (_, index) => entry(index + 5))
    store.append(
      recording,
      later,
      later.map(() => 'z'.repeat(10_000))
    )
    store.trim({ bytes: 1_000_000, oldestAt: 0 })
    expect(store.raw(recording, 1)).toBeUndefined()
    expect(store.raw(recording, 2)).toBe(JSON.stringify(REQUEST))
    expect(read(store)).toEqual(WHOLE)
  })

  it('are copied into it when somebody removes their recording', () => {
    const { store, recording } = storeOf()
    frames(store, recording)
    store.keepCalls(recording, [callOf()], UNLIMITED)
    store.recordings.begin(5)
    store.remove(recording)
    expect(store.raw(recording, 2)).toBeUndefined()
    expect(read(store)).toEqual(WHOLE)
  })
})

describe('a filter of calls finds', () => {
  const FIRST = new Date(2026, 0, 2, 9).getTime()
  const MINUTE = 60_000
  const { store, recording } = storeOf()
  frames(store, recording, { id: 1, result: { content: [{ type: 'text', text: 'Grüße' }] } })
  const calls: readonly (readonly [object, object, Partial<KeepCall>])[] = [
    [
      { tookMs: 700, answerBytes: 20_000 },
      resultOf({ content: [{ type: 'text', text: 'Grüße' }] }),
      { requestSeq: 2, answerSeq: 3 }
    ],
    [{ tookMs: 5, ending: 'timeout' }, { kind: 'timeout', afterMs: 5 }, {}],
    [
      { ending: 'tool-error', hasFindings: true },
      resultOf({ isError: true }),
      { name: 'my report' }
    ],
    [{ ending: 'cancelled', isForced: true }, { kind: 'cancelled' }, { isPinned: true }]
  ]
  calls.forEach(([facts, outcome, change], index) => {
    const startedAt = FIRST + index * MINUTE
    const row = { ...FACTS, callId: `call-${index}`, startedAt, ...facts }
    const sent = index === 0 ? ARGUMENTS : { path: `/b/${index}` }
    const { requestSeq: _request, answerSeq: _answer, ...kept } = callOf({}, outcome)
    store.keepCalls(
      recording,
      [
        {
          ...kept,
          id: `call-${index}`,
          startedAt,
          row: JSON.stringify({ ...row, arguments: sent }),
          ...change
        }
      ],
      UNLIMITED
    )
  })

  it.each<[string, readonly number[]]>([
    ['', [3, 2, 1, 0]],
    ['is:error', [2, 1]],
    ['-is:error', [3, 0]],
    ['is:pinned|named', [3, 2]],
    ['is:violation', [2]],
    ['is:slow', [0]],
    ['is:forced', [3]],
    ['status:timeout|cancelled', [3, 1]],
    ['name:*REPORT', [2]],
    ['tool:read', [3, 2, 1, 0]],
    ['tool:other', []],
    ['server:user:files', [3, 2, 1, 0]],
    ['took:>500ms', [0]],
    ['size:>10kb', [0]],
    ['after:09:02', [3, 2]],
    ['before:09:01', [0]],
    ['/b/2', [2]],
    ['xxx', [0]],
    ['GRÜSSE', []],
    ['GRÜßE', [0]],
    ['/gr(ü|u)ße/i', [0]],
    ['"my report"', [2]],
    ['tools/call', []],
    ['version', []]
  ])('%s', (filter, found) => {
    const ids = rowsOf(store, filter).map((row) => (JSON.parse(row) as { callId: string }).callId)
    expect(ids).toEqual(found.map((index) => `call-${index}`))
    const spec = { scope: 'files/read', filter }
    const { matched, total, pinned } = store.calls.page(spec, { from: 0, count: 0 }).count
    expect({ matched, total, pinned }).toEqual({
      matched: found.length,
      total: 4,
      pinned: found.filter((index) => index === 3).length
    })
  })
})
