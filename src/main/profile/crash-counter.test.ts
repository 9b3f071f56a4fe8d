import { expect, it } from 'vitest'
import { CrashCounter } from './crash-counter'

it('stops loading a page again that crashes four times within a minute', () => {
  let now = 0
  const counter = new CrashCounter(() => now)
  const crashAt = (ms: number): boolean => {
    now = ms
    return counter.mayReload()
  }
  expect([0, 1_000, 2_000, 3_000].map(crashAt)).toEqual([true, true, true, false])
  expect(crashAt(120_000)).toBe(true)
})
