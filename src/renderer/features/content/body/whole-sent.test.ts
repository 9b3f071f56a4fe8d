import { beforeEach, expect, it, vi } from 'vitest'
import type { CallId } from '../../../../shared/protocol/ids'
import type { Bridge } from '../../../../shared/ipc/ipc-wire'
import { wholeSent } from './whole-sent'

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

it('brings what was sent with a call here whole, and never much of it at once', async () => {
  const whole = await wholeSent('a' as CallId)
  expect(JSON.stringify({ arguments: whole.arguments, meta: whole.meta })).toBe(sent)
  expect(Math.max(...pages)).toBeLessThanOrEqual(500_000)
})
