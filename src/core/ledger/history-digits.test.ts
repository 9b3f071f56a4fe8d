import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ExactNumber } from '../../shared/json/exact-number'
import { CallId, ServerId } from '../../shared/protocol/ids'
import { historyIn, listOf } from './calls-testing'
import type { History } from './history'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-history-'))
afterAll(() => rmSync(folder, { recursive: true }))

function open(): History {
  const fail = (message: string): never => {
    throw new Error(message)
  }
  return historyIn(folder, {
    limit: () => 50,
    redact: (json) => json,
    answer: () => fail('the frame is gone'),
    complain: fail
  })
}

it('The history has all digits of numbers, also after a restart', async () => {
  const history = open()
  const id = CallId.parse('call-1')
  const serverId = ServerId.parse('user:files')
  const number = new ExactNumber('12345678901234567890')
  const outcome = { kind: 'result', result: { number } } as const
  const call = { id, serverId, tool: 'read', startedAt: 1_000, progressCount: 0, tookMs: 5 }
  history.keep({ ...call, arguments: { number }, outcome })
  await history.settled()
  for (const each of [history, open()]) {
    const [entry] = await listOf(each, serverId, 'read')
    const kept = await each.read(id)
    expect([entry?.arguments, kept.outcome]).toEqual([{ number }, outcome])
  }
})
