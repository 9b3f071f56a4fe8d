import { describe, expect, it } from 'vitest'
import type { KeepCall } from './call-table'
import { entry, storeOf } from '../store-testing'
import type { TrafficStore } from '../traffic-store'

const UNLIMITED = { perScope: 50, bytes: Infinity }
const ARGUMENTS = { path: '/a', text: 'x'.repeat(1_000) }
const RESULT = { content: [{ type: 'text', text: 'y'.repeat(1_000) }] }
const REQUEST = { id: 1, method: 'tools/call', params: { name: 'read', arguments: ARGUMENTS } }

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
    row: JSON.stringify({ version: 1, arguments: ARGUMENTS }),
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
  row: { version: 1, arguments: ARGUMENTS, isPinned: false },
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
    const row = JSON.stringify({ version: 1, arguments: { path: '/a' }, hasLargeArguments: true })
    const rest = JSON.stringify({ arguments: ARGUMENTS, outcome: resultOf(RESULT), isCut: false })
    store.keepCalls(recording, [callOf({ row, rest })], UNLIMITED)
    expect(JSON.parse(store.calls.list('files/read')[0] ?? '')).toMatchObject({
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
