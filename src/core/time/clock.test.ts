import { expect, it } from 'vitest'
import { WallTime, type ClockJump } from './clock'

/** A wall clock that can be set, and one that only ever grows. */
function timeAt(date: number, monotonic: number) {
  const now = { date, monotonic }
  const time = new WallTime({
    date: () => Math.floor(now.date),
    monotonic: () => now.monotonic
  })
  const jumps: ClockJump[] = []
  const stop = time.onJump((jump) => jumps.push(jump))
  const pass = (ms: number): void => {
    now.date += ms
    now.monotonic += ms
  }
  return { now, time, jumps, stop, pass }
}

it('has a fraction that the wall clock does not give', () => {
  const { time, pass } = timeAt(1_000_000, 500.25)
  pass(10.5)
  expect(time.now()).toBe(1_000_010.5)
  pass(0.125)
  expect(time.now()).toBe(1_000_010.625)
})

it.each([
  ['three hours ahead', 3 * 3_600_000],
  ['four hundred days back', -400 * 86_400_000]
])('follows a wall clock that is set %s, and says so once', (_what, ms) => {
  const { now, time, jumps, pass } = timeAt(1_800_000_000_000, 500)
  pass(1_000)
  now.date += ms
  expect(time.now()).toBe(1_800_000_001_000 + ms)
  pass(250.5)
  expect(time.now()).toBe(1_800_000_001_250.5 + ms)
  expect(jumps).toEqual([{ from: 1_800_000_001_000, to: 1_800_000_001_000 + ms }])
})

it('follows a small correction without a word, and none that is within what cannot be told', () => {
  const { now, time, jumps } = timeAt(1_000_000, 500)
  now.date += 50
  expect(time.now()).toBe(1_000_000)
  now.date += 1
  expect(time.now()).toBe(1_000_051)
  expect(jumps).toEqual([])
})

it.each([
  ['before the monotonic clock is read', [500, 10_500], [1_000_000, 1_000_000, 1_010_000]],
  ['while it looks again', [500, 10_500, 10_500, 20_500], [1_000_000, 1_000_000, 1_010_000]]
])('takes a long pause %s for no jump', (_when, readings, dates) => {
  const next = (values: number[]): number => (values.length > 1 ? values.shift() : values[0]) ?? 0
  const time = new WallTime({ date: () => next(dates), monotonic: () => next(readings) })
  const jumps: ClockJump[] = []
  time.onJump((jump) => jumps.push(jump))
  time.now()
  expect(jumps).toEqual([])
})

it('is exact again after sleep, however little is missing, and tells nobody who has left', () => {
  const { now, time, jumps, stop } = timeAt(1_000_000, 500)
  now.date += 20
  time.follow()
  expect(time.now()).toBe(1_000_020)
  stop()
  now.date += 5_000
  time.follow()
  expect([time.now(), jumps]).toEqual([1_005_020, []])
})
