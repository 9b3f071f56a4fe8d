import { beforeEach, expect, it, vi } from 'vitest'
import type { CallReport } from '../../../shared/call'
import type { CallId } from '../../../shared/ids'
import type { Bridge } from '../../../shared/ipc-wire'
import { withWholeSent } from './whole-sent'

const sent = JSON.stringify({ arguments: { file: 'x'.repeat(1_200_000) }, meta: { trace: 1 } })
const pages: number[] = []
const patchbay: Bridge = {
  request: async (_route, inputJson) => {
    const { from, length } = JSON.parse(inputJson) as { from: number; length: number }
    const text = sent.slice(from, from + length)
    pages.push(text.length)
    return JSON.stringify({ ok: true, value: { text, totalChars: sent.length } })
  },
  on: () => () => undefined,
  pathOf: () => ''
}
beforeEach(() => {
  pages.length = 0
  vi.stubGlobal('window', { patchbay })
})

const small = { id: 'a' as CallId, arguments: { file: 'xx' } } as unknown as CallReport

it('brings what was sent with a call here whole, and never much of it at once', async () => {
  const whole = await withWholeSent({ ...small, hasLargeArguments: true })
  expect(JSON.stringify({ arguments: whole.arguments, meta: whole.meta })).toBe(sent)
  expect(Math.max(...pages)).toBeLessThanOrEqual(500_000)
})

it('asks for nothing when it is here already', async () => {
  expect(await withWholeSent(small)).toBe(small)
  expect(pages).toEqual([])
})
