import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../../shared/calls/call'
import type { Call } from '../../../shared/calls/call-contract'
import type { CallId, ServerId } from '../../../shared/protocol/ids'
import type { WatchRestart } from '../../../shared/traffic/watch'
import { describeRestart, describeWatch, nameOf, sameness } from './watch-words'

const serverId = 'demo' as ServerId

function restart(rest: Partial<WatchRestart>): WatchRestart {
  return { time: 0, file: 'server.mjs', phase: 'ready', ...rest }
}

function call(outcome?: Call['outcome']): Call {
  const fresh: Call = {
    id: 'one' as CallId,
    serverId,
    tool: 'echo',
    arguments: {},
    startedAt: 0,
    progressCount: 0
  }
  return outcome ? { ...fresh, outcome } : fresh
}

function result(value: unknown): Outcome {
  return { kind: 'result', result: value }
}

describe('what is watched', () => {
  it('has a short name, on every system', () => {
    expect(nameOf({ kind: 'file', path: '/home/ada/server.mjs' })).toBe('server.mjs')
    expect(nameOf({ kind: 'folder', path: 'C:\\work\\server\\' })).toBe('server')
    expect(nameOf({ kind: 'folder', path: '/' })).toBe('/')
  })

  it('is said, or why it is not watched', () => {
    const report = { serverId, isRerunning: false, suggestions: [] }
    expect(describeWatch(report)).toBe('Nothing is watched')
    expect(describeWatch({ ...report, target: { kind: 'file', path: '/a/b.py' } })).toBe(
      'Watching b.py'
    )
    expect(describeWatch({ ...report, failure: 'b.py is not there.' })).toBe('b.py is not there.')
  })
})

describe('what became of a change', () => {
  it('is said for each phase', () => {
    const [, ready, changes] = describeRestart(restart({ tookMs: 340, changes: 2 }))
    expect(ready).toMatch(/^restarted \d\d:\d\d:\d\d in 340 ms$/)
    expect(changes).toBe('2 changes in the catalogue')
    expect(describeRestart(restart({ changes: 0 })).at(-1)).toBe('the catalogue is the same')
    expect(describeRestart(restart({ phase: 'restarting' }))).toEqual([
      'server.mjs changed',
      'restarting…'
    ])
    expect(describeRestart(restart({ phase: 'failed' }))[1]).toBe('it did not start again')
  })
})

describe('a call that was made again', () => {
  it('is the same when only the order of members differs', () => {
    const before = call(result({ a: 1, b: [{ c: 2, d: 3 }] }))
    expect(sameness(before, call(result({ b: [{ d: 3, c: 2 }], a: 1 })))).toBe('same')
    expect(sameness(before, call(result({ b: [{ d: 3, c: 4 }], a: 1 })))).toBe('different')
    expect(sameness(call(result([1, 2])), call(result([2, 1])))).toBe('different')
  })

  it('waits for its outcome, and says nothing of what it cannot see', () => {
    expect(sameness(call(result(1)), call())).toBe('waiting')
    expect(sameness(undefined, call(result(1)))).toBe('unknown')
    const held = { kind: 'held', isToolError: false } as const
    expect(sameness(call(held), call(held))).toBe('unknown')
    expect(sameness(call(result(1)), call(held))).toBe('different')
  })
})
