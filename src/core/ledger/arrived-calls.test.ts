import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Call } from '../../shared/calls/call-contract'
import { CallId, ServerId } from '../../shared/protocol/ids'
import { callSizes, historyIn, listOf } from './calls-testing'
import { LiveCalls } from './live-calls'

const files = ServerId.parse('user:files')
const folder = mkdtempSync(join(tmpdir(), 'patchbay-history-'))
afterAll(() => rmSync(folder, { recursive: true }))

function ended(number: number, tool = 'read'): Call {
  return {
    id: CallId.parse(`call-${number}`),
    serverId: files,
    tool,
    arguments: { number },
    startedAt: 1_000 + number,
    progressCount: 0,
    outcome: { kind: 'connection-lost', reason: 'It is gone.' },
    tookMs: 5
  }
}

it('writes only those of many that end at once that are kept, and tells of each tool once', async () => {
  /** How many calls each list had, whenever it was told of. */
  const changes: unknown[] = []
  let redacted = 0
  const history = historyIn(folder, {
    limit: () => 50,
    redact: (json) => {
      redacted++
      return json
    },
    answer: () => Promise.reject(new Error('the frame is gone')),
    onGrowth: ({ grew }) =>
      void changes.push(grew.map((growth) => ('count' in growth ? growth.count.matched : growth))),
    complain: (message) => void changes.push(message)
  })
  for (const tool of ['other', 'read']) {
    await history.open({ serverId: files, tool, filter: '' })
  }
  history.keep(ended(0, 'other'))
  await history.settled()
  const redactedForOne = redacted
  redacted = 0
  for (let number = 1; number <= 5_000; number++) history.keep(ended(number))
  await history.settled()
  const told = changes.length
  const kept = await listOf(history, files, 'read')
  expect(changes).toHaveLength(told)
  expect([kept.length, kept[0]?.id, kept.at(-1)?.id]).toEqual([50, 'call-5000', 'call-4951'])
  expect(redacted).toBe(50 * redactedForOne)
  expect(callSizes(folder)).toHaveLength(50 + 1)
  expect(changes).toEqual([
    [1, 0],
    [1, 50]
  ])
})

it('leaves none behind that has ended, also where there is room for few', async () => {
  const live = new LiveCalls()
  const kept: CallId[] = []
  const history = historyIn(folder, {
    live,
    limit: () => 2,
    redact: (json) => json,
    answer: () => Promise.reject(new Error('the frame is gone')),
    onGrowth: (change) => void kept.push(...change.kept),
    complain: (message) => expect.unreachable(message)
  })
  live.onChange((call) => history.keep(call))
  const ids = [1, 2, 3, 4].map((number) => {
    const id = CallId.parse(live.nextId())
    live.remember({ ...ended(number, 'few'), id })
    return id
  })
  await history.settled()
  expect([live.list(), kept.length]).toEqual([[], 4])
  const listed = (await listOf(history, files, 'few')).map(({ id }) => id)
  expect(listed).toEqual(ids.slice(2).toReversed())
})
