import { beforeEach, expect, it, vi } from 'vitest'
import type { CallId, ServerId } from '../../../shared/ids'
import { useNotices } from '../../stores/notices'
import { restore, runAgain } from './history-actions'
import type { HistoryRow } from './history-rows'

const row: HistoryRow = {
  id: 'old' as CallId,
  serverId: 'user:files' as ServerId,
  tool: 'write',
  startedAt: 1,
  arguments: { file: 'xx' },
  hasLargeArguments: true,
  ending: 'ok',
  isPinned: false,
  isKept: true
}
const whole = { file: 'x'.repeat(100_000) }
let kept: object
const started: unknown[] = []

beforeEach(() => {
  kept = { outcome: { kind: 'cancelled' }, isCut: false, arguments: whole, meta: { a: 1 } }
  started.length = 0
  useNotices.setState({ notices: [] })
  const request = async (route: string, inputJson: string): Promise<string> => {
    const input: unknown = JSON.parse(inputJson)
    if (route === 'history.read') return JSON.stringify({ ok: true, value: kept })
    started.push(input)
    return JSON.stringify({ ok: true, value: { ...row, progressCount: 0 } })
  }
  vi.stubGlobal('window', { patchbay: { request } })
})

it('restores all arguments of a call of which the list has only the beginning', async () => {
  const restored = await new Promise((resolve) => restore(row, resolve))
  expect(restored).toMatchObject({ arguments: whole, meta: { a: 1 } })
})

it('runs a call again with all its arguments', async () => {
  await runAgain(row)
  expect(started).toMatchObject([{ tool: 'write', arguments: whole, meta: { a: 1 } }])
})

it('does not run a call again with half of its arguments, and says why', async () => {
  kept = { ...kept, hasCutArguments: true }
  await runAgain(row)
  expect(started).toEqual([])
  expect(useNotices.getState().notices).toMatchObject([
    { text: expect.stringContaining('too large to be kept whole') as string }
  ])
})
