import { beforeEach, expect, it, vi } from 'vitest'
import type { CallId, ServerId } from '../../../shared/protocol/ids'
import { useNotices } from '../../stores/window/notices'
import { restore } from './history-actions'
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

beforeEach(() => {
  kept = { outcome: { kind: 'cancelled' }, isCut: false, arguments: whole, meta: { a: 1 } }
  useNotices.setState({ notices: [] })
  const request = async (): Promise<string> => JSON.stringify({ ok: true, value: kept })
  vi.stubGlobal('window', { patchbay: { request } })
})

it('restores all arguments of a call of which the list has only the beginning', async () => {
  const restored = await new Promise((resolve) => restore(row, resolve))
  expect(restored).toMatchObject({ arguments: whole, meta: { a: 1 } })
})

it('does not restore half of the arguments, and says why', async () => {
  kept = { ...kept, hasCutArguments: true }
  restore(row, () => expect.unreachable())
  await vi.waitFor(() =>
    expect(useNotices.getState().notices).toMatchObject([
      { text: expect.stringContaining('too large to be kept whole') as string }
    ])
  )
})
