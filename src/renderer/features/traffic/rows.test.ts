import { describe, expect, it } from 'vitest'
import type { ServerId } from '../../../shared/ids'
import type { TrafficEntry } from '../../../shared/traffic'
import { matchEntries, statusOf, subjectOf } from './rows'

function entry(rest: Partial<TrafficEntry>): TrafficEntry {
  const serverId = 'demo' as ServerId
  return { seq: 1, time: 0, serverId, origin: 'server', kind: 'notification', bytes: 1, ...rest }
}

describe('a row', () => {
  it('says of a request what came of it', () => {
    const request = entry({ kind: 'request', method: 'tools/call' })
    const words = [undefined, entry({ kind: 'result' }), entry({ kind: 'error' })].map(
      (answer) => statusOf(request, answer).word
    )
    expect(words).toEqual(['waiting', 'ok', 'error'])
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

describe('matchEntries', () => {
  const rows = [
    entry({ method: 'tools/call', target: 'echo' }),
    entry({ method: 'tools/list', serverId: 'other' as ServerId })
  ]

  it('returns the very list when nothing is filtered', () => {
    expect(matchEntries(rows, undefined, '  ')).toBe(rows)
  })

  it('filters by words and by server', () => {
    expect(matchEntries(rows, undefined, 'ECHO tools')).toEqual([rows[0]])
    expect(matchEntries(rows, 'other', '')).toEqual([rows[1]])
  })
})
