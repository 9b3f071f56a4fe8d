// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerSummary } from '../../../shared/servers/server-config'
import { emptyWatch, useWatch } from '../../stores/calls/watch'
import { drawn } from '../../testing'
import { WatchControl } from './WatchControl'

const server = { id: 'demo', name: 'demo' } as ServerSummary

beforeEach(() => {
  const request = async () => JSON.stringify({ ok: true, value: [] })
  vi.stubGlobal('patchbay', { request, on: () => () => undefined })
  useWatch.setState(emptyWatch(), true)
})

async function openedByKeyboard(): Promise<HTMLButtonElement> {
  const place = await drawn(<WatchControl server={server} />)
  const button = place.querySelector('button')
  if (!button) throw new Error('There is no button')
  await act(async () => {
    button.focus()
    button.click()
  })
  expect(document.querySelector('[role=dialog]')).not.toBeNull()
  return button
}

describe('WatchControl', () => {
  it('gives the focus back to its button when it is closed with Escape', async () => {
    const button = await openedByKeyboard()
    expect(document.activeElement).not.toBe(button)
    await act(async () => {
      const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })
      document.activeElement?.dispatchEvent(escape)
    })
    await vi.waitFor(() => expect(document.activeElement).toBe(button))
    expect(document.querySelector('[role=dialog]')).toBeNull()
  })
})
