// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { drawn } from '../../testing'
import { HistorySection } from './HistorySection'

it('keeps what it kept while a new number is being written', async () => {
  const asked: string[] = []
  const request = async (route: string, input: string): Promise<string> => {
    asked.push(`${route} ${input}`)
    return JSON.stringify({ ok: true, value: {} })
  }
  Object.assign(window, { patchbay: { request, on: () => () => {} } })
  const place = await drawn(<HistorySection />)
  const input = place.querySelector('input')
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  for (const text of ['2', '20', '200']) {
    await act(async () => {
      native?.set?.call(input, text)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  expect(asked).toEqual([])
  await act(async () => {
    input?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  expect(asked).toEqual(['preferences.set {"historyLimit":200}'])
})
