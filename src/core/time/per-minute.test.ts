import { expect, it } from 'vitest'
import { fakeClock } from './fake-clock'
import { PerMinute } from './per-minute'

it('lets so many through in any minute, for each key by itself', () => {
  const clock = fakeClock()
  let most = 2
  const pace = new PerMinute(clock, () => most)
  const admitted = (key: string, times: number): number =>
    Array.from({ length: times }, () => pace.admits(key)).filter(Boolean).length
  expect([admitted('a', 3), admitted('b', 1)]).toEqual([2, 1])
  clock.pass(59_999)
  expect([admitted('a', 1), admitted('b', 3)]).toEqual([0, 1])
  clock.pass(1)
  expect([admitted('a', 9), admitted('b', 9)]).toEqual([2, 1])
  most = 5
  expect(admitted('a', 9)).toBe(3)
})
