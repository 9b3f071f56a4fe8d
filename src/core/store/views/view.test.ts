import { devNull } from 'node:os'
import { describe, expect, it } from 'vitest'
import fc from '../../../shared/json/properties-testing'
import { ServerId } from '../../../shared/protocol/ids'
import type { TrafficEntry } from '../../../shared/traffic/traffic'
import { entry, list, lookAtAll, storeOf } from '../store-testing'
import { storeAnswers } from '../store-answers'
import type { TrafficStore } from '../traffic-store'

const violations = [{ rule: 'not-json', message: 'It is no JSON.', clause: 'JSON-RPC 2.0' }]
const call = entry(1, { kind: 'request', method: 'tools/call', id: 1 })

function append(store: TrafficStore, recording: number, ...entries: readonly TrafficEntry[]): void {
  store.append(
    recording,
    entries,
    entries.map(({ text = '' }) => text)
  )
  lookAtAll(store)
}

describe('a list', () => {
  it('shows an answer in a row of its own when its request is not in the recording', () => {
    const { store, recording } = storeOf()
    append(store, recording, entry(2, { kind: 'result', answers: 1 }), entry(3, { belongsTo: 1 }))
    const { viewId, seqs } = list(store, { recording, isPaired: true, isFolded: true })
    expect([seqs(), store.countOf(viewId).matched]).toEqual([[2, 3], 2])
  })

  it('shows what was in the row of a request that is forgotten in rows of its own', () => {
    const { store, recording } = storeOf()
    append(store, recording, { ...call, text: 'x'.repeat(100_000) }, entry(2), entry(3))
    append(store, recording, entry(4, { kind: 'result', answers: 1 }), entry(5, { belongsTo: 1 }))
    const { viewId, seqs } = list(store, { recording, isPaired: true, isFolded: true })
    const before = seqs()
    store.trim({ bytes: store.recordings.sizeBytes() - 1, oldestAt: 0 })
    expect([before, seqs(), store.countOf(viewId).matched]).toEqual([[1, 2, 3], [2, 3, 4, 5], 4])
  })

  it('says that fetched rows are others when one comes before them', () => {
    const { store, recording } = storeOf()
    const { viewId, seqs } = list(store, { recording, query: 'needle', isFolded: true })
    append(store, recording, call, entry(2, { text: 'needle' }))
    const { version } = store.countOf(viewId)
    append(store, recording, entry(3, { belongsTo: 1, text: 'needle' }))
    expect([seqs(), store.countOf(viewId).version > version]).toEqual([[1, 2], true])
  })

  it('keeps the row of a call in which something else matches than what has changed', () => {
    const { store, recording } = storeOf()
    const spec = { recording, query: 'is:violation|pending', isPaired: true, isFolded: true }
    const { seqs } = list(store, spec)
    append(store, recording, call, entry(2, { belongsTo: 1, violations }))
    append(store, recording, entry(3, { kind: 'result', answers: 1 }))
    expect(seqs()).toEqual([1])
  })

  it('hides background rows and counts them, but still exports them', () => {
    const { store, recording } = storeOf()
    const ping = { kind: 'request', method: 'ping', isBackground: true } as const
    const pong = { kind: 'result', isBackground: true } as const
    append(store, recording, entry(1, ping), entry(2, { ...pong, answers: 1 }), entry(3))
    const spec = { recording, isPaired: true, hidesBackground: true }
    const hidden = list(store, spec)
    const shown = list(store, { ...spec, hidesBackground: false })
    const sought = list(store, { ...spec, query: 'is:background' })
    append(store, recording, entry(4, ping), entry(5, { ...pong, answers: 4 }))
    expect([hidden.seqs(), shown.seqs(), sought.seqs()]).toEqual([[3], [1, 3, 4], [1, 4]])
    const counts = [hidden, shown].map(({ viewId }) => store.countOf(viewId))
    expect(counts).toMatchObject([
      { matched: 1, background: 2, total: 5 },
      { matched: 3, background: 2, total: 5 }
    ])
    expect([...(store.shownIn(hidden.viewId).seqs ?? [])]).toEqual([1, 2, 3, 4, 5])
  })

  it('shows the row of a ping whose answer breaks a rule', () => {
    const { store, recording } = storeOf()
    const ping = entry(1, { kind: 'request', method: 'ping', isBackground: true })
    append(store, recording, ping)
    const { viewId, seqs } = list(store, { recording, isPaired: true, hidesBackground: true })
    const before = seqs()
    append(
      store,
      recording,
      entry(2, { kind: 'result', answers: 1, isBackground: true, violations })
    )
    expect([before, seqs(), store.countOf(viewId).background]).toEqual([[], [1], 0])
  })

  it('shows a pair when its answer is pinned', () => {
    const { store, recording } = storeOf()
    append(store, recording, call, entry(2, { kind: 'result', answers: 1 }))
    const { seqs } = list(store, { recording, query: 'is:pinned', isPaired: true })
    store.note(recording, 2, { isPinned: true })
    expect(seqs()).toEqual([1])
  })

  it('finds a server by the name it is given, however the filter is written', () => {
    const { store, recording } = storeOf()
    const { viewId, seqs } = list(store, { recording, query: 'SERVER:files' })
    append(store, recording, entry(1, { serverId: ServerId.parse('user:1') }))
    const { version } = store.countOf(viewId)
    store.nameServers(recording, { 'user:1': 'files' })
    lookAtAll(store)
    expect([seqs(), store.countOf(viewId).version > version]).toEqual([[1], true])
  })

  it('leaves what takes long to the next turn, and comes to its end', () => {
    let now = 0
    const { store, recording } = storeOf(undefined, { now: () => now++ })
    const entries = Array.from({ length: 100 }, (_, index) => entry(index + 1, { text: 'needle' }))
    append(store, recording, ...entries)
    const { viewId } = store.openView({
      recording,
      query: '/needle/',
      isPaired: false,
      isFolded: false
    })
    const { matched, isComplete } = store.countOf(viewId)
    expect([matched > 0, matched < 100, isComplete]).toEqual([true, true, false])
    lookAtAll(store)
    expect(store.rows(viewId, 0, 1_000).map(({ seq }) => seq)).toEqual(
      entries.map(({ seq }) => seq)
    )
  })

  it('is exported whole, also when not all of it is found yet', async () => {
    let now = 0
    const { store, recording } = storeOf(undefined, { now: () => now++ })
    const entries = Array.from({ length: 100 }, (_, index) => entry(index + 1))
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
    expect(store.countOf(viewId).isComplete).toBe(false)
    const report = await storeAnswers(() => store).exportLines({ viewId }, devNull)
    expect(report.entries).toBe(100)
  })

  it('shows the same wherever it has begun to look, and whatever has happened meanwhile', () => {
    const kinds = fc.constantFrom('ask', 'answer', 'belong', 'tell', 'trim', 'look')
    const step = fc.record({ does: kinds, of: fc.nat({ max: 20 }), isBackground: fc.boolean() })
    const spec = fc.record({
      query: fc.constantFrom('/./', '/./ -is:pending'),
      isPaired: fc.boolean(),
      isFolded: fc.boolean(),
      hidesBackground: fc.boolean(),
      after: fc.constantFrom(0, 40),
      until: fc.constantFrom(1_000, 70),
      near: fc.option(fc.nat({ max: 120 }), { nil: undefined })
    })
    const drawn = fc.array(step, { minLength: 60, maxLength: 120 })
    fc.assert(
      fc.property(spec, drawn, fc.nat({ max: 100 }), (wanted, steps, openAt) => {
        let now = 0
        const { store, recording } = storeOf(undefined, { now: () => now++ })
        const requests: number[] = []
        let seq = 0
        let viewId: number | undefined
        steps.forEach(({ does, of, isBackground }, index) => {
          if (index === openAt) ({ viewId } = store.openView({ recording, ...wanted }))
          const request = requests[of % Math.max(1, requests.length)]
          const more = { isBackground, text: 'x'.repeat(1_000) }
          const take = (rest: Partial<TrafficEntry>): void =>
            store.append(recording, [entry(++seq, { ...more, ...rest })], ['x'])
          if (does === 'look') store.advance()
          else if (does === 'trim') store.trim({ bytes: 90_000, oldestAt: 0 })
          else if (does === 'ask') {
            requests.push(seq + 1)
            take({ kind: 'request', id: seq + 1 })
          } else if (request === undefined || does === 'tell') take({})
          else if (does === 'belong') take({ belongsTo: request })
          else if (!store.row(recording, request)?.ending) {
            take({ kind: 'result', answers: request, ...(of > 10 && { violations }) })
          }
        })
        if (viewId === undefined) return
        lookAtAll(store)
        const found = store.rows(viewId, 0, 1_000).map((row) => row.seq)
        const forwards = list(store, { recording, ...wanted, near: 0 })
        expect(found).toEqual(forwards.seqs())
        const { version: _, ...count } = store.countOf(viewId)
        expect(store.countOf(forwards.viewId)).toMatchObject(count)
      }),
      { numRuns: 300 }
    )
  })

  it('shows what a list that is opened now shows, whatever has happened', () => {
    const step = fc.record({
      does: fc.constantFrom('ask', 'answer', 'belong', 'note', 'pin', 'forget'),
      of: fc.nat({ max: 20 }),
      isBad: fc.boolean()
    })
    const spec = fc.record({
      query: fc.constantFrom('', 'is:pending', 'is:violation|pending', 'is:pinned', '-is:error'),
      isPaired: fc.boolean(),
      isFolded: fc.boolean(),
      opened: fc.subarray([1, 2, 3, 4]),
      after: fc.constantFrom(0, 2),
      until: fc.constantFrom(1_000, 8)
    })
    fc.assert(
      fc.property(spec, fc.array(step, { maxLength: 30 }), (wanted, steps) => {
        const { store, recording } = storeOf()
        const live = list(store, { recording, ...wanted })
        const requests: number[] = []
        let known = { version: -1, seqs: live.seqs() }
        let seq = 0
        for (const { does, of, isBad } of steps) {
          const request = requests[of % Math.max(1, requests.length)]
          const bad = isBad ? { violations } : {}
          const refers = request !== undefined
          if (does === 'pin' && seq > 0 && store.row(recording, 1 + (of % seq))) {
            store.note(recording, 1 + (of % seq), { isPinned: isBad })
          } else if (does === 'forget') store.trim({ bytes: 60_000, oldestAt: 0 })
          else if (does === 'ask') {
            requests.push(++seq)
            append(store, recording, entry(seq, { kind: 'request', id: seq, ...bad }))
          } else if (does === 'answer' && refers && !store.row(recording, request)?.ending) {
            const kind = isBad ? 'error' : 'result'
            append(store, recording, entry(++seq, { kind, answers: request }))
          } else {
            const belongs = does === 'belong' && refers ? { belongsTo: request } : {}
            const text = 'x'.repeat(does === 'note' ? 5_000 : 0)
            append(store, recording, entry(++seq, { ...bad, ...belongs, text }))
          }
          const seqs = live.seqs()
          const { version, matched } = store.countOf(live.viewId)
          expect(seqs).toEqual(list(store, { recording, ...wanted }).seqs())
          expect(matched).toBe(seqs.length)
          if (version === known.version) {
            expect(seqs.slice(0, known.seqs.length)).toEqual(known.seqs)
          }
          known = { version, seqs }
        }
      }),
      { numRuns: 300 }
    )
  })
})
