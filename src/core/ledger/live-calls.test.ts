import { expect, it } from 'vitest'
import type { Call } from '../../shared/calls/call-contract'
import { CallId, ServerId } from '../../shared/protocol/ids'
import { LiveCalls } from './live-calls'

const files = ServerId.parse('user:files')
const call: Call = {
  id: CallId.parse('call-1'),
  serverId: files,
  tool: 'read',
  arguments: {},
  startedAt: 0,
  progressCount: 0
}

it('knows a call by the schemas that its tool had when it began', () => {
  const calls = new LiveCalls()
  let now = { input: 'one', output: 'none' }
  calls.onStart((serverId, tool) => (serverId === files && tool === 'read' ? now : undefined))
  calls.remember(call)
  now = { input: 'two', output: 'none' }
  calls.remember({ ...call, outcome: { kind: 'cancelled' } })
  calls.remember({ ...call, id: CallId.parse('call-2') })
  calls.remember({ ...call, id: CallId.parse('call-3'), tool: 'other' })
  expect(calls.list().map(({ schemas }) => schemas?.input)).toEqual(['one', 'two', undefined])
})

it('keeps every call that runs and the last 200 that have ended', () => {
  const calls = new LiveCalls()
  const ids = Array.from({ length: 600 }, (_, n) => CallId.parse(`call-${n}`))
  for (const id of ids) calls.remember({ ...call, id })
  expect(calls.list()).toHaveLength(600)
  for (const id of ids.slice(0, 300)) {
    calls.remember({ ...call, id, outcome: { kind: 'cancelled' } })
  }
  const running = calls.list().filter(({ outcome }) => !outcome)
  const [oldest] = calls.list()
  expect([running.length, calls.list().length, oldest?.id]).toEqual([300, 500, 'call-100'])
})

it('has no call that the table has, and still knows which was the last', () => {
  const calls = new LiveCalls()
  const id = CallId.parse(calls.nextId())
  calls.remember({ ...call, id })
  calls.remember({ ...call, id, outcome: { kind: 'cancelled' } })
  expect(calls.settle([id, 'of an earlier run'])).toEqual([id])
  expect([calls.list(), calls.last(files)]).toEqual([[], id])
})

it('says also of calls that were too many to stay that the table has them', () => {
  const calls = new LiveCalls()
  const ids = Array.from({ length: 300 }, () => CallId.parse(calls.nextId()))
  for (const id of ids) calls.remember({ ...call, id, outcome: { kind: 'cancelled' } })
  expect(calls.settle(ids)).toEqual(ids)
  expect(calls.list()).toEqual([])
})
