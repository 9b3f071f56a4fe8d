import { describe, expect, it } from 'vitest'
import type { ServerId } from '../../../shared/protocol/ids'
import type { TrafficEntry } from '../../../shared/traffic/traffic'
import type { TrafficRow } from '../../../shared/traffic/traffic-row'
import {
  kindWord,
  originWords,
  rowFor,
  sizeOf,
  statusOf,
  subjectOf,
  timeText,
  violationsIn
} from './row-words'

function entry(rest: Partial<TrafficEntry>): TrafficEntry {
  const serverId = 'demo' as ServerId
  return { seq: 1, time: 0, serverId, origin: 'server', kind: 'notification', bytes: 1, ...rest }
}

describe('a row', () => {
  it('says of a request what came of it', () => {
    const request = entry({ kind: 'request', method: 'tools/call' })
    const endings = ['result', 'error', 'cancelled', 'abandoned'] as const
    const words = [request, ...endings.map((kind) => ({ ...request, ending: { kind } }))].map(
      (row) => statusOf(row).word
    )
    expect(words).toEqual(['waiting', 'ok', 'error', 'cancelled', 'no answer'])
  })

  it('does not call a request no frame because its answer is none', () => {
    const request = entry({ kind: 'request', method: 'tools/call', origin: 'workbench' })
    const answer = entry({ kind: 'noise', answers: 1 })
    const answered = { ...request, ending: { kind: 'noise' as const } }
    expect([statusOf(answered).word, statusOf(answer).word]).toEqual([
      'invalid answer',
      'not a frame'
    ])
  })

  it('does not call ok what came when nobody waited for it any more', () => {
    const violations = [{ rule: 'duplicate-answer', message: 'Once more.', clause: 'c' }]
    const again = entry({ kind: 'result', repeats: 1, violations })
    const late = entry({ kind: 'error', repeats: 1 })
    expect([again, late].map((row) => statusOf(row))).toEqual([
      { word: 'again', tone: 'bad' },
      { word: 'late', tone: 'bad' }
    ])
  })

  it('tells a tool that failed from a protocol that failed', () => {
    expect(statusOf(entry({ kind: 'result', isToolError: true })).word).toBe('tool error')
  })

  it('names what a request is about', () => {
    expect(subjectOf(entry({ method: 'tools/call', target: 'echo' }))).toBe('tools/call  echo')
    expect(subjectOf(entry({ kind: 'stderr', text: 'one\ntwo' }))).toBe('stderr  one')
    expect(subjectOf(entry({ kind: 'error' }))).toBe('error')
  })

  it('shows what came in place of an answer by its own words', () => {
    const page = entry({ kind: 'noise', method: 'tools/call', target: 'echo', text: '<h1>Oops' })
    expect(subjectOf({ ...page, origin: 'server' })).toBe('<h1>Oops')
  })

  it('says who sent it and what it is, and of an event only that it is one', () => {
    const words = (row: TrafficEntry): readonly string[] => [
      originWords(row).join(' '),
      kindWord(row)
    ]
    expect(words(entry({ kind: 'request', origin: 'workbench' }))).toEqual(['→ sent', 'request'])
    expect(words(entry({ kind: 'noise' }))).toEqual(['← received', 'not a frame'])
    expect(words(entry({ kind: 'lifecycle' }))).toEqual([' ', 'event'])
  })

  it('stands for what is folded into it', () => {
    const shown = { isPaired: true, isFolded: true, opened: [2] }
    const answer = entry({ seq: 9, kind: 'result', answers: 1 })
    const progress = entry({ seq: 8, belongsTo: 1 })
    expect(
      [answer, progress, entry({ seq: 7, belongsTo: 2 })].map((of) => rowFor(of, shown))
    ).toEqual([1, 1, 7])
    const plain = { isPaired: false, isFolded: false, opened: [] }
    expect([answer, progress].map((of) => rowFor(of, plain))).toEqual([9, 8])
  })

  it('shows what is wrong with all that is folded into it, and with nothing else', () => {
    const violations = [{ rule: 'not-json', message: 'It is no JSON.', clause: 'JSON-RPC' }]
    const row: TrafficRow = {
      ...entry({ kind: 'request', violations }),
      ending: { kind: 'result', seq: 9, violations: 2 },
      belongingViolations: 4
    }
    const shown = [false, true].flatMap((isPaired) =>
      [false, true].map((isClosed) => violationsIn(row, isPaired, isClosed))
    )
    expect(shown).toEqual([1, 5, 3, 7])
  })

  it('has the size of the answer that it is one row with', () => {
    const row: TrafficRow = {
      ...entry({ kind: 'auth', origin: 'workbench', bytes: 0 }),
      ending: { kind: 'result', seq: 9, bytes: 1_200 }
    }
    expect(sizeOf(row, true)).toEqual({ text: '1.2 kB', title: 'Request 0 B, answer 1.2 kB' })
    expect(sizeOf(row, false)).toEqual({ text: '0 B' })
    expect(sizeOf(entry({ kind: 'request', bytes: 7 }), true)).toEqual({ text: '7 B' })
    expect(sizeOf(entry({ kind: 'lifecycle' }), true)).toBeUndefined()
  })

  it('counts its time from the row before it, or from the one that is selected', () => {
    const times = { previous: 1_000, selected: 3_500 }
    expect(timeText('previous', 1_012, times)).toBe('+12 ms')
    expect(timeText('selected', 1_000, times)).toBe('−2.5 s')
    expect(timeText('selected', 3_500.4, times)).toBe('<1 ms')
    expect(timeText('selected', 3_500, times)).toBe('0 ms')
    expect([timeText('previous', 1, {}), timeText('selected', 1, {})]).toEqual(['', ''])
  })
})
