// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drawn } from '../../testing'
import { useShield } from './use-shield'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function Shielded() {
  return (
    <>
      <p>{useShield() ? 'shielded' : 'open'}</p>
      <input />
    </>
  )
}

async function pass(ms: number): Promise<void> {
  await act(async () => vi.advanceTimersByTime(ms))
}

async function press(target: Element): Promise<void> {
  await act(async () => target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true })))
}

it('stays up while somebody goes on writing what was meant for something else', async () => {
  const place = await drawn(<Shielded />)
  for (let key = 0; key < 10; key++) {
    await pass(300)
    expect(place.textContent).toBe('shielded')
    await press(place)
  }
  await pass(500)
  expect(place.textContent).toBe('open')
  await press(place)
  expect(place.textContent).toBe('open')
})

it('is not kept up by what is written in a field that has appeared with it', async () => {
  const place = await drawn(<Shielded />)
  await pass(300)
  await press(place.querySelector('input') ?? place)
  await pass(200)
  expect(place.textContent).toBe('open')
})
