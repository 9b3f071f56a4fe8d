import { describe, expect, it } from 'vitest'
import type { Call, CallRow } from '../../../shared/calls/call-contract'
import type { CallId, ServerId } from '../../../shared/protocol/ids'
import { describeEnding } from './ending-words'
import { keptIndex, rowsOf } from './history-rows'

const serverId = 'demo' as ServerId

const entry = (id: string, startedAt: number, isPinned = false): CallRow => ({
  id: id as CallId,
  serverId,
  tool: 'echo',
  startedAt,
  arguments: {},
  ending: 'ok',
  isPinned
})

const call = (id: string, startedAt: number, outcome?: Call['outcome']): Call => ({
  id: id as CallId,
  serverId,
  tool: 'echo',
  arguments: {},
  startedAt,
  progressCount: 0,
  ...(outcome && { outcome })
})

/** As a list has them that is looked at from its beginning. */
function kept(rows: readonly CallRow[] = []) {
  const pinned = rows.filter(({ isPinned }) => isPinned).length
  return { count: { matched: rows.length, pinned }, from: 0, rows }
}

describe('rowsOf', () => {
  it('has every call once: pinned ones first, then newest first', () => {
    const rows = rowsOf(kept([entry('old pinned', 1, true), entry('kept', 3), entry('older', 2)]), [
      call('not kept', 4, { kind: 'cancelled' }),
      call('running', 5),
      call('kept', 3)
    ])
    expect(rows.map((row) => row?.id)).toEqual([
      'old pinned',
      'running',
      'not kept',
      'kept',
      'older'
    ])
    expect(rows.filter((row) => row?.isKept)).toHaveLength(3)
  })

  it.each([
    [undefined, 'running'],
    [{ kind: 'result', result: { content: [] } }, 'ok'],
    [{ kind: 'result', result: { isError: true } }, 'tool-error'],
    [{ kind: 'held', isToolError: true }, 'tool-error'],
    [{ kind: 'error', error: { code: 1, message: '' } }, 'error'],
    [{ kind: 'timeout', afterMs: 1 }, 'timeout']
  ] as const)('says how %j ended', (outcome, ending) => {
    expect(rowsOf(kept(), [call('a', 1, outcome)])[0]?.ending).toBe(ending)
  })

  it('tells a call whose answer had findings from one that was simply right', () => {
    const done = { kind: 'result', result: { content: [] } } as const
    const violations = [{ rule: 'invalid-result', message: 'x', clause: 'y' }]
    const calls = [call('a', 1, done), { ...call('b', 2, done), violations }]
    const [bad, good] = rowsOf(kept(), calls)
    expect([bad, good].map((row) => row && describeEnding(row).word)).toEqual([
      'ok, with findings',
      'ok'
    ])
  })

  it('leaves out what was removed, until it is brought back', () => {
    const calls = [{ ...call('a', 1, { kind: 'cancelled' }), isKept: true }]
    expect(rowsOf(kept(), calls)).toEqual([])
    expect(rowsOf(kept([entry('a', 1)]), calls)).toHaveLength(1)
  })

  it('gives the same row for a call that has not changed', () => {
    const entries = kept([entry('kept', 1)])
    expect(rowsOf(entries, [call('new', 2)])[1]).toBe(rowsOf(entries, [call('new', 2)])[1])
  })

  it('leaves room for the rows that are not looked at yet', () => {
    const part = { count: { matched: 4, pinned: 1 }, from: 2, rows: [entry('c', 3), entry('d', 2)] }
    const ids = rowsOf(part, [call('running', 5)]).map((row) => row?.id)
    expect(ids).toEqual([undefined, 'running', undefined, 'c', 'd'])
  })
})

it('looks for rows below those that are not kept where they are among the kept ones', () => {
  const place = { pinned: 2, added: 100 }
  expect([0, 2, 50, 102, 110].map((index) => keptIndex(index, place))).toEqual([0, 2, 2, 2, 10])
})
