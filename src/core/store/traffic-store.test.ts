import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { logFilter } from '../../shared/query/log-filter'
import type { TrafficEntry } from '../../shared/traffic/traffic'
import { systemClock } from '../time/clock'
import { Tap } from '../wire/tap'
import { got, opened, server, us, type Script } from '../wire/scripted-frames'
import { TrafficLog } from '../traffic/traffic-log'
import { demo, entry, list, storeOf } from './store-testing'

function recorded(script: Script) {
  const log = new TrafficLog()
  const tap = new Tap(log, demo, systemClock)
  for (const { origin, raw } of script.flat()) tap.frame(origin, raw, raw.length)
  const { store, recording } = storeOf()
  const entries = log.tail(1_000)
  store.append(
    recording,
    entries,
    entries.map(({ seq }) => log.raw(seq) ?? '')
  )
  return { store, recording, log }
}

describe('TrafficStore', () => {
  it('gives back every entry and its text as they were', () => {
    const { store, recording } = storeOf()
    const whole: TrafficEntry = {
      ...entry(1),
      kind: 'result',
      id: '1',
      answers: 1,
      alsoAnswers: [{ request: 5, kind: 'error', method: 'ping', tookMs: 2 }],
      repeats: 2,
      cancels: 3,
      belongsTo: 4,
      tookMs: 1.5,
      timing: { sentMs: 0.5, doneMs: 1.5 },
      abandons: [7],
      isToolError: false,
      level: 'error',
      logger: 'db',
      text: 'a\u0000b',
      target: 'echo',
      violations: [{ rule: 'r', message: 'm', clause: 'c' }]
    }
    const raw = '{"a":"\ud83d\ude00"}\u0000\ud800 \u2400'
    store.append(recording, [whole], [raw])
    expect([store.row(recording, 1), store.raw(recording, 1)]).toEqual([
      { ...whole, ending: { kind: 'result', seq: 1, tookMs: 1.5 } },
      raw
    ])
  })

  it('keeps bytes that are not UTF-8, but not those that hold what is hidden', () => {
    const { store, recording } = storeOf((text) => text.replaceAll('hush', '•••'))
    const [open, secret] = ['fffec328', '68757368ff'].map((hex) => Buffer.from(hex, 'hex'))
    const entries = [1, 2].map((seq) => entry(seq, { kind: 'noise', isNotUtf8: true }))
    const originals = new Map([open, secret].map((bytes, index) => [index + 1, bytes as Buffer]))
    store.append(recording, entries, ['\ufffd\ufffd\ufffd(', 'hush\ufffd'], originals)
    expect(Buffer.from(store.original(recording, 1) ?? [])).toEqual(open)
    expect([store.original(recording, 2), store.raw(recording, 2)]).toEqual([
      undefined,
      '•••\ufffd'
    ])
    expect(store.row(recording, 2)).toMatchObject({ isNotUtf8: true })
  })

  it('writes beside a request what became of it, also later', () => {
    const { store, recording } = storeOf()
    const { seqs } = list(store, { recording, query: 'is:pending' })
    store.append(recording, [entry(1, { kind: 'request', method: 'tools/call', id: 1 })], [''])
    store.advance()
    expect(seqs()).toEqual([1])
    store.append(recording, [entry(2, { kind: 'error', answers: 1, tookMs: 4 })], [''])
    store.advance()
    expect([seqs(), store.row(recording, 1)?.ending]).toEqual([
      [],
      { kind: 'error', seq: 2, tookMs: 4, bytes: 3 }
    ])
  })

  it('lets an answer outweigh that it was given up', () => {
    const { store, recording } = storeOf()
    const request = entry(1, { kind: 'request', id: 1 })
    const end = entry(2, { kind: 'lifecycle', abandons: [1] })
    store.append(recording, [request, end, entry(3, { kind: 'result', answers: 1 })], ['', '', ''])
    expect(store.row(recording, 1)?.ending).toEqual({ kind: 'result', seq: 3, bytes: 3 })
  })

  it('shows a pair as one row, and finds it by what either frame says', () => {
    const { store, recording } = storeOf()
    const entries = [
      entry(1, { kind: 'request', method: 'tools/call', id: 1 }),
      entry(2, { kind: 'request', method: 'tools/call', id: 2 }),
      entry(3, { kind: 'result', answers: 1 }),
      entry(4)
    ]
    store.append(recording, entries, ['ask one', 'ask two', 'the needle', 'noise'])
    expect([
      list(store, { recording, isPaired: true }).seqs(),
      list(store, { recording, isPaired: true, query: 'needle' }).seqs(),
      list(store, { recording, isPaired: false, query: 'needle' }).seqs()
    ]).toEqual([[1, 2, 4], [1], [3]])
  })

  it('folds what belongs to a call under it, unless the call is opened', () => {
    const { store, recording } = storeOf()
    const call = entry(1, { kind: 'request', method: 'tools/call', id: 1 })
    const entries = [call, entry(2, { belongsTo: 1 }), entry(3, { belongsTo: 1 }), entry(4)]
    store.append(recording, entries, ['', 'step', '', ''])
    expect([
      list(store, { recording, isFolded: true }).seqs(),
      list(store, { recording, isFolded: true, opened: [1] }).seqs(),
      list(store, { recording, isFolded: true, query: 'step' }).seqs(),
      store.row(recording, 1)?.belonging
    ]).toEqual([[1, 4], [1, 2, 3, 4], [1], 2])
  })

  it('says of a request which rules are broken by what is folded into its row', () => {
    const { store, recording } = storeOf()
    const violation = { rule: 'not-json', message: 'It is no JSON.', clause: 'JSON-RPC 2.0' }
    store.append(
      recording,
      [
        entry(1, { kind: 'request', id: 1 }),
        entry(2, { belongsTo: 1, violations: [violation, violation] }),
        entry(3, { belongsTo: 1 }),
        entry(4, { kind: 'result', id: 1, answers: 1, violations: [violation] })
      ],
      ['', '', '', '']
    )
    const { ending, belonging, belongingViolations } = store.row(recording, 1) ?? {}
    expect([ending?.violations, belonging, belongingViolations]).toEqual([1, 2, 2])
  })

  it('finds a server by its name also when it was named later', () => {
    const { store, recording } = storeOf()
    const { seqs } = list(store, { recording, query: 'server:files' })
    store.append(recording, [entry(1, { serverId: ServerId.parse('user:1') })], [''])
    store.nameServers(recording, { 'user:1': 'files' })
    while (store.advance().length > 0);
    expect(seqs()).toEqual([1])
  })

  it('holds a view still, and starts it where it is wanted', () => {
    const { store, recording } = storeOf()
    const all = Array.from({ length: 9 }, (_, index) => entry(index + 1))
    store.append(
      recording,
      all,
      all.map(() => '')
    )
    const { seqs } = list(store, { recording, after: 2, until: 5 })
    store.append(recording, [entry(10)], [''])
    store.advance()
    expect(seqs()).toEqual([3, 4, 5])
  })

  it('keeps what is said beside the answers apart, by level and by words', () => {
    const { store, recording } = storeOf()
    const entries = [
      entry(1, { level: 'debug', text: 'quiet' }),
      entry(2, { level: 'error', text: 'Straße' }),
      entry(3, { kind: 'stderr', text: 'on the side' }),
      entry(4, { method: 'other' })
    ]
    delete (entries[2] as { method?: string }).method
    store.append(recording, entries, ['', '', '', ''])
    const lines = (least: 'debug' | 'warning', hasStderr: boolean, search = '') =>
      list(store, { recording, query: logFilter({ least, hasStderr, search }) }).seqs()
    expect([
      lines('debug', true),
      lines('warning', true),
      lines('warning', false),
      lines('debug', true, 'STRASSE'.toLowerCase().replace('ss', 'ß'))
    ]).toEqual([[1, 2, 3], [2, 3], [2], [2]])
  })

  it('keeps nothing of what may not be kept', () => {
    const { store, recording } = storeOf((text) => text.replaceAll('hush', '•••'))
    const said = entry(1, { text: 'hush', target: 'hush', id: 'hush', logger: 'hush' })
    store.append(recording, [said], ['{"key":"hush"}'])
    store.note(recording, 1, { note: 'the key is hush' })
    const kept = JSON.stringify([store.row(recording, 1), store.raw(recording, 1)])
    expect(kept).not.toContain('hush')
  })

  it('keeps notes and pins, and finds entries by them', () => {
    const { store, recording } = storeOf()
    store.append(recording, [entry(1), entry(2)], ['', ''])
    const pinned = list(store, { recording, query: 'is:pinned' })
    store.note(recording, 2, { isPinned: true })
    store.note(recording, 2, { note: 'here' })
    expect([pinned.seqs(), store.row(recording, 2)]).toEqual([
      [2],
      expect.objectContaining({ isPinned: true, note: 'here' })
    ])
    store.note(recording, 2, { isPinned: false })
    expect(pinned.seqs()).toEqual([])
  })

  it('leaves no request waiting that a batch has answered, or whose id came twice', () => {
    const log = new TrafficLog()
    const tap = new Tap(log, demo, systemClock)
    const see = (origin: 'workbench' | 'server', frames: object): void => {
      const raw = JSON.stringify(frames)
      tap.frame(origin, raw, raw.length)
    }
    const rpc = (rest: object): object => ({ jsonrpc: '2.0', ...rest })
    see('workbench', rpc({ id: 1, method: 'ping' }))
    see('workbench', rpc({ id: 2, method: 'ping' }))
    see('server', [rpc({ id: 1, result: {} }), rpc({ id: 2, result: {} })])
    see('server', rpc({ id: 9, method: 'ping' }))
    see('server', rpc({ id: 9, method: 'roots/list' }))
    see('workbench', rpc({ id: 9, result: {} }))
    const { store, recording } = storeOf()
    const entries = log.tail(100)
    const raws = entries.map(({ seq }) => log.raw(seq) ?? '')
    store.append(recording, entries, raws)
    expect(list(store, { recording, query: 'is:pending' }).seqs()).toEqual([5])
    expect(store.row(recording, 2)?.ending).toMatchObject({ kind: 'result', seq: 3 })
    tap.end('It exited.')
    store.append(recording, log.tail(1), ['It exited.'])
    expect(list(store, { recording, query: 'is:pending' }).seqs()).toEqual([])
  })

  it('lists numbers that are far apart without looking at all in between', () => {
    const { store, recording } = storeOf()
    store.append(recording, [entry(1), entry(4_000_000_000)], ['a', 'b'])
    const { viewId } = store.openView({ recording, query: '', isPaired: false, isFolded: false })
    const slices = Array.from({ length: 3 }, () => store.advance().length)
    expect(slices.at(-1)).toBe(0)
    expect(store.rows(viewId, 0, 10).map(({ seq }) => seq)).toEqual([1, 4_000_000_000])
  })

  it('writes all of a batch or nothing of it', () => {
    const { store, recording } = storeOf()
    expect(() => store.append(recording, [entry(1), entry(1)], ['', ''])).toThrow()
    expect(store.row(recording, 1)).toBeUndefined()
  })

  it('forgets whole recordings first, and then the oldest of this one, never the newest', () => {
    const { store, recording: old } = storeOf()
    store.append(old, [entry(1)], ['x'.repeat(100_000)])
    const live = store.recordings.begin(5_000)
    const entries = Array.from({ length: 200 }, (_, index) => entry(index + 1))
    store.append(
      live,
      entries,
      entries.map(() => 'y'.repeat(10_000))
    )
    const { seqs } = list(store, { recording: live })
    store.trim({ bytes: 1_000_000, oldestAt: 0 })
    const [first] = seqs()
    expect(store.list().map(({ id }) => id)).toEqual([live])
    expect([first !== undefined && first > 1, seqs().at(-1)]).toEqual([true, 200])
    expect(store.recordings.sizeBytes()).toBeLessThanOrEqual(1_000_000)
  })
})

describe('the recording of', () => {
  const cases: readonly (readonly [string, Script, readonly (number | undefined)[]])[] = [
    [
      'both sides using id 1',
      [
        us({ id: 1, method: 'tools/call', params: { name: 'a' } }),
        server({ id: 1, method: 'sampling/createMessage', params: {} }),
        us({ id: 1, result: {} }),
        server({ id: 1, result: { content: [] } })
      ],
      [4, 3, undefined, undefined]
    ],
    [
      '1 and "1"',
      [
        us({ id: 1, method: 'ping' }),
        us({ id: '1', method: 'ping' }),
        server({ id: '1', result: {} }),
        server({ id: 1, result: {} })
      ],
      [4, 3, undefined, undefined]
    ],
    [
      'an empty result',
      [us({ id: 1, method: 'ping' }), server({ id: 1, result: {} })],
      [2, undefined]
    ],
    [
      'a duplicate answer',
      [us({ id: 1, method: 'ping' }), server({ id: 1, result: {} }), server({ id: 1, result: {} })],
      [2, undefined, undefined]
    ],
    ['an orphan answer', [server({ id: 9, result: {} })], [undefined]],
    [
      'a cancel that races the answer',
      [
        us({ id: 1, method: 'tools/call', params: { name: 'a' } }),
        us({ method: 'notifications/cancelled', params: { requestId: 1 } }),
        server({ id: 1, result: { content: [] } })
      ],
      [undefined, undefined, undefined]
    ]
  ]

  it.each(cases)('%s pairs exactly', (_, script, answers) => {
    const { store, recording, log } = recorded(script)
    const rows = log.tail(100).map(({ seq }) => store.row(recording, seq))
    expect(rows.map((row) => row?.ending?.seq)).toEqual(answers)
  })

  it('a whole session has the text of every frame, exactly', () => {
    const { store, recording, log } = recorded([...opened(), ...got(2, 'tools/list', {}, {})])
    const texts = log.tail(100).map(({ seq }) => [log.raw(seq), store.raw(recording, seq)])
    expect(texts.length).toBeGreaterThan(3)
    expect(texts.every(([sent, kept]) => sent === kept)).toBe(true)
  })
})
