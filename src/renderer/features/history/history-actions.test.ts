import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Call } from '../../../shared/calls/call-contract'
import type { CallId, ServerId } from '../../../shared/protocol/ids'
import { useNotices } from '../../stores/window/notices'
import { replay } from '../post-mortem/replay'
import { copyAs, runAgain } from './history-actions'
import type { HistoryRow } from './history-rows'

/** As the window knows it: what was really sent is hidden. */
const call = {
  id: 'old' as CallId,
  serverId: 'user:files' as ServerId,
  tool: 'write',
  startedAt: 1,
  arguments: { key: '•••' }
}
const row: HistoryRow = { ...call, ending: 'ok', isPinned: false, isKept: true }
const report: Call = { ...call, progressCount: 0 }

const asked: [string, unknown][] = []
const copied: string[] = []
let answer: object

beforeEach(() => {
  answer = { ok: true, value: report }
  asked.length = 0
  copied.length = 0
  useNotices.setState({ notices: [], undos: [] })
  const request = async (route: string, inputJson: string): Promise<string> => {
    asked.push([route, JSON.parse(inputJson)])
    return JSON.stringify(answer)
  }
  vi.stubGlobal('window', { patchbay: { request } })
  vi.stubGlobal('navigator', {
    clipboard: { writeText: async (text: string) => void copied.push(text) }
  })
})

const told = () => useNotices.getState().notices.map(({ text }) => text)

describe('A call that is made again', () => {
  it('is only named, because what the window would send are three dots', async () => {
    await runAgain(row)
    await replay(call.serverId, [report], true)
    expect(asked).toEqual([
      ['call.repeat', { callId: 'old' }],
      ['call.repeat', { callId: 'old', origin: 'program' }]
    ])
    expect(told()).toEqual([])
  })

  it('is not made when main refuses it, which is said', async () => {
    answer = { ok: false, error: { code: 'INVALID_INPUT', message: 'Restore its arguments.' } }
    await runAgain(row)
    expect(told()).toEqual(['Restore its arguments.'])
  })
})

describe('A call that is copied for another program', () => {
  it.each([
    [`patchbay call a --args '{"key":"•••"}'`, /Write the hidden value where ••• stands\.$/],
    [`patchbay call a --args '{}'`, /^Copied as CLI command\.$/]
  ])('says what has to be filled in: %s', async (text, words) => {
    answer = { ok: true, value: text }
    await copyAs(row, 'cli')
    expect([copied, told()]).toEqual([[text], [expect.stringMatching(words)]])
  })
})
