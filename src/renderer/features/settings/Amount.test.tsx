// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { AUDIT_DAYS } from '../../../shared/ipc/preferences'
import { usePreferences } from '../../stores/window/preferences'
import { drawn } from '../../testing'
import { Amount } from './Amount'

it('goes back to what is usual when it is emptied, and says nothing against that', async () => {
  const asked: string[] = []
  const request = async (route: string, input: string): Promise<string> => {
    asked.push(`${route} ${input}`)
    return JSON.stringify({ ok: true, value: {} })
  }
  Object.assign(window, { patchbay: { request, on: () => () => {} } })
  usePreferences.setState({ auditDays: 30 })
  const place = await drawn(<Amount name="auditDays" label="Days kept" bounds={AUDIT_DAYS} />)
  const input = place.querySelector('input')
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  await act(async () => {
    native?.set?.call(input, '')
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(place.textContent).not.toContain('It has to be')
  await act(async () => {
    input?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  expect([input?.value, asked]).toEqual(['365', ['preferences.set {"auditDays":365}']])
})
