import { expect, it } from 'vitest'
import type { InputField } from '../../shared/question/prompt'
import type { WindowAsk } from '../../shared/question/records'
import { placeOver, PROMPT_SMALLEST, promptSize } from './prompt-place'

const screen = { x: 0, y: 0, width: 1600, height: 1000 }
const size = { width: 640, height: 560 }

function asking(fields: number): WindowAsk {
  const field = { id: 'x' } as InputField
  return { kind: 'values', title: 'x', explanation: 'x', fields: Array(fields).fill(field) }
}

it('opens in the middle of the window it belongs to', () => {
  const over = { x: 100, y: 50, width: 1280, height: 800 }
  expect(placeOver(over, size, screen)).toEqual({ x: 420, y: 170, width: 640, height: 560 })
})

it('stays on the screen when its window hangs over the edge', () => {
  const over = { x: 1500, y: -400, width: 1280, height: 800 }
  expect(placeOver(over, size, screen)).toEqual({ x: 960, y: 0, width: 640, height: 560 })
})

it('is never larger than the screen', () => {
  const small = { x: 0, y: 0, width: 500, height: 400 }
  expect(placeOver(small, size, small)).toEqual(small)
})

it('has room for what one has to know before the values', () => {
  const lines = [{ label: 'x', text: 'x' }]
  const trust = promptSize({ kind: 'trust', subjects: [] })
  expect(promptSize({ ...asking(1), lines } as WindowAsk)).toEqual(trust)
})

it('grows with what it asks for, up to a height', () => {
  const heights = [0, 2, 50].map((fields) => promptSize(asking(fields)).height)
  expect(heights[0]).toBe(PROMPT_SMALLEST.height)
  expect(heights[1]).toBeGreaterThan(PROMPT_SMALLEST.height)
  expect(heights[2]).toBe(promptSize({ kind: 'trust', subjects: [] }).height)
})
