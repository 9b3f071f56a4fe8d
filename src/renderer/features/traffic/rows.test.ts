import { describe, expect, it } from 'vitest'
import type { ServerId } from '../../../shared/ids'
import type { TrafficEntry } from '../../../shared/traffic'
import { entryFilter, statusOf, subjectOf } from './rows'

type Filter = Parameters<typeof entryFilter>[0]

function entry(rest: Partial<TrafficEntry>): TrafficEntry {
  const serverId = 'demo' as ServerId
  return { seq: 1, time: 0, serverId, origin: 'server', kind: 'notification', bytes: 1, ...rest }
}

describe('a row', () => {
  it('says of a request what came of it', () => {
    const request = entry({ kind: 'request', method: 'tools/call' })
    const endings = [undefined, entry({ kind: 'result' }), entry({ kind: 'error' })]
    const words = [...endings, 'cancelled' as const, 'abandoned' as const].map(
      (ending) => statusOf(request, ending).word
    )
    expect(words).toEqual(['waiting', 'ok', 'error', 'cancelled', 'no answer'])
  })

  it('does not call a request no frame because its answer is none', () => {
    const request = entry({ kind: 'request', method: 'tools/call', origin: 'workbench' })
    const answer = entry({ kind: 'noise', answers: 1 })
    expect([statusOf(request, answer).word, statusOf(answer, undefined).word]).toEqual([
      'invalid answer',
      'not a frame'
    ])
  })

  it('tells a tool that failed from a protocol that failed', () => {
    expect(statusOf(entry({ kind: 'result', isToolError: true }), undefined).word).toBe(
      'tool error'
    )
  })

  it('names what a request is about', () => {
    expect(subjectOf(entry({ method: 'tools/call', target: 'echo' }))).toBe('tools/call  echo')
    expect(subjectOf(entry({ kind: 'stderr', text: 'one\ntwo' }))).toBe('stderr  one')
    expect(subjectOf(entry({ kind: 'error' }))).toBe('error')
  })
})

describe('entryFilter', () => {
  const matchEntries = (entries: readonly TrafficEntry[], filter: Filter) =>
    entries.filter(entryFilter(filter) ?? (() => true))
  const rows = [
    entry({ method: 'tools/call', target: 'echo' }),
    entry({ seq: 2, method: 'tools/list', serverId: 'other' as ServerId })
  ]

  it('is nothing when all rows are wanted', () => {
    expect(entryFilter({ filter: '  ', after: 0 })).toBeUndefined()
  })

  it('finds violations by their rule and their sentence', () => {
    const violation = { rule: 'stdout-noise', message: 'This is not JSON.', clause: 'stdio' }
    const broken = entry({ seq: 3, kind: 'noise', violations: [violation] })
    const all = [...rows, broken]
    expect(matchEntries(all, { filter: 'stdout-noise', after: 0 })).toEqual([broken])
    expect(matchEntries(all, { filter: 'not json', after: 0 })).toEqual([broken])
  })

  it('filters by words, by server and by number', () => {
    expect(matchEntries(rows, { filter: 'ECHO tools', after: 0 })).toEqual([rows[0]])
    expect(matchEntries(rows, { filter: '', serverId: 'other', after: 0 })).toEqual([rows[1]])
    expect(matchEntries(rows, { filter: '', after: 1 })).toEqual([rows[1]])
  })
})
