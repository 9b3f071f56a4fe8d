import { beforeEach, expect, it, vi } from 'vitest'
import { ipcRequests } from '../../../shared/ipc/ipc-contract'
import { REQUEST_LIMIT_CHARS, type Bridge } from '../../../shared/ipc/ipc-wire'
import { keepText } from './keep-text'
import { useNotices } from '../window/notices'

const sent: string[] = []
const patchbay: Bridge = {
  request: async (_route, inputJson) => {
    sent.push(inputJson)
    return '{"ok":true}'
  },
  on: () => () => undefined,
  pathOf: () => ''
}

beforeEach(() => {
  sent.length = 0
  useNotices.setState({ notices: [], undos: [] })
  vi.stubGlobal('window', { patchbay })
})

it('keeps a draft with a file of several megabytes in it', () => {
  const text = JSON.stringify({ file: 'QUJD'.repeat(2_000_000) })
  keepText('large', () => text)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.length).toBeLessThanOrEqual(REQUEST_LIMIT_CHARS)
  const input = JSON.parse(sent[0] ?? '') as unknown
  expect(ipcRequests['arguments.keep'].input.safeParse(input).success).toBe(true)
})

it('says once what main would refuse, and does not send it', () => {
  const text = '"'.repeat(REQUEST_LIMIT_CHARS / 2)
  keepText('refused', () => text)
  expect(sent).toEqual([])
  expect(useNotices.getState().notices).toHaveLength(1)
})
