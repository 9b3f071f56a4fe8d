import { describe, expect, it } from 'vitest'
import type { ViewGrowth } from '../../../shared/traffic/traffic-row'
import { entry, list, lookAtAll, storeOf } from '../store-testing'

/** In it, a list that looks through texts fails. */
function withoutClock() {
  return storeOf(undefined, {
    now: () => {
      throw new Error('There is no clock.')
    }
  })
}

describe('the lists that are open', () => {
  it('go on without one that fails, and that one says why', () => {
    const { store, recording } = withoutClock()
    const failing = list(store, { recording, query: 'needle' })
    const other = list(store, { recording })
    store.append(recording, [entry(1)], ['frame'])
    lookAtAll(store)
    expect(store.views.takeChanges()).toEqual([
      { viewId: failing.viewId, failure: 'There is no clock.' },
      { viewId: other.viewId, count: expect.objectContaining({ matched: 1 }) as object }
    ])
    expect(other.seqs()).toEqual([1])
    expect(() => failing.seqs()).toThrow('There is no clock.')
  })

  it('are without one that fails at once', () => {
    const { store, recording } = withoutClock()
    store.append(recording, [entry(1)], ['frame'])
    expect(() => list(store, { recording, query: 'needle' })).toThrow('There is no clock.')
    expect(store.advance()).toEqual([])
  })

  it('are told of also when only what they show has changed', () => {
    const { store, recording } = storeOf()
    store.append(recording, [entry(1, { kind: 'request', id: 1 })], [''])
    const { viewId } = list(store, { recording, query: 'is:pending', until: 1 })
    store.append(recording, [entry(2, { kind: 'result', answers: 1 })], [''])
    lookAtAll(store)
    expect(store.views.takeChanges()).toMatchObject([{ viewId, count: { matched: 0 } }])
    expect(store.views.takeChanges()).toEqual([])
  })

  it('come with their end also where more came before that was read', () => {
    const { store, recording } = storeOf()
    const entries = Array.from({ length: 1_000 }, (_, index) => entry(index + 1))
    store.append(recording, entries, entries.map(String))
    const { viewId } = list(store, { recording })
    store.takeChanges()
    // Asked for when there were 20.
    store.rows(viewId, 0, 20, true)
    // One row that nobody looks at.
    store.rows(viewId, 500, 1)
    store.append(recording, [entry(1_001)], [''])
    lookAtAll(store)
    expect(store.takeChanges()).toMatchObject([{ viewId, end: { from: 981 } }])
  })

  it('come with their end where that was read last, and only there', () => {
    const { store, recording } = storeOf()
    const entries = Array.from({ length: 10 }, (_, index) => entry(index + 1))
    store.append(recording, entries, entries.map(String))
    const end = list(store, { recording })
    const top = list(store, { recording })
    const unread = list(store, { recording })
    store.takeChanges()
    store.rows(end.viewId, 7, 5, true)
    store.rows(top.viewId, 7, 5, true)
    store.rows(top.viewId, 0, 5, false)
    store.append(recording, [entry(11), entry(12)], ['', ''])
    lookAtAll(store)
    const seqsOf = (growth: ViewGrowth): unknown =>
      'end' in growth && [growth.end?.from, growth.end?.rows.map(({ seq }) => seq)]
    const told = new Map(store.takeChanges().map((growth) => [growth.viewId, seqsOf(growth)]))
    expect(told.get(end.viewId)).toEqual([7, [8, 9, 10, 11, 12]])
    expect([told.get(top.viewId), told.get(unread.viewId)]).toEqual([false, false])
  })

  it('are awaited until they have looked at all there is, once', () => {
    let now = 0
    const { store, recording } = storeOf(undefined, { now: () => now++ })
    const entries = Array.from({ length: 100 }, (_, index) => entry(index + 1))
    store.append(recording, entries, entries.map(String))
    store.openView({ recording, query: '/[n]/', isPaired: false, isFolded: false })
    const opened = store.views.isAwaited
    lookAtAll(store)
    const whole = store.views.isAwaited
    store.takeChanges()
    store.append(recording, [entry(101)], [''])
    lookAtAll(store)
    expect([opened, whole, store.views.isAwaited]).toEqual([false, true, false])
  })

  it('are awaited until they have a first page, which is at the end', () => {
    let now = 0
    const { store, recording } = storeOf(undefined, { now: () => now++ })
    const entries = Array.from({ length: 300 }, (_, index) => entry(index + 1))
    store.append(
      recording,
      entries,
      entries.map(() => 'n')
    )
    const { viewId } = store.openView({
      recording,
      query: '/[n]/',
      isPaired: false,
      isFolded: false
    })
    while (!store.views.isAwaited) store.advance()
    const { matched, isComplete } = store.countOf(viewId)
    const last = store.rows(viewId, matched - 1, 1).map(({ seq }) => seq)
    expect([matched >= 100, isComplete, last]).toEqual([true, false, [300]])
    store.takeChanges()
    lookAtAll(store)
    expect([store.views.isAwaited, store.countOf(viewId).matched]).toEqual([true, 300])
  })

  it('get on where each frame takes longer than a turn, before and after it is asked about', () => {
    let now = 0
    const { store, recording } = storeOf(undefined, { now: () => (now += 13) })
    const text = JSON.stringify({ a: `needle 123 ${'x'.repeat(2_000)}` })
    store.append(recording, [entry(1), entry(2)], [text, text])
    const { viewId } = list(store, { recording, query: '/needle \\d+/' })
    for (let turn = 0; turn < 100 && !store.countOf(viewId).isComplete; turn++) store.advance()
    expect(store.countOf(viewId)).toMatchObject({ isComplete: true, matched: 2 })
  })

  it('keep their numbers to themselves when they are closed', () => {
    const { store, recording } = storeOf(undefined, { lastViewId: 40 })
    const { viewId: first } = list(store, { recording })
    store.closeView(first)
    expect([first, list(store, { recording }).viewId]).toEqual([41, 42])
  })
})
