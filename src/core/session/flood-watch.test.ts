import { expect, it } from 'vitest'
import { fakeClock } from '../time/fake-clock'
import { LIMITS } from '../bounds/limits'
import { FloodWatch } from './flood-watch'

const { most } = LIMITS.messagesPerMinute

function watch() {
  const clock = fakeClock()
  const told: string[] = []
  const flood = new FloodWatch(clock, {
    floods: (messages, tookMs) => told.push(`${messages} in ${tookMs} ms`),
    isCalm: () => told.push('calm')
  })
  const hear = (count: number): void => {
    for (let heard = 0; heard < count; heard++) flood.hear()
  }
  return { clock, told, flood, hear }
}

it('tells of a flood once, and of its end a minute after the last of it', () => {
  const { clock, told, hear } = watch()
  for (let times = 0; times < 5; times++) {
    clock.pass(4_000)
    hear(most)
  }
  expect(told).toEqual([`${most} in 4000 ms`])
  clock.pass(59_999)
  expect(told).toHaveLength(1)
  clock.pass(1)
  expect(told).toEqual([`${most} in 4000 ms`, 'calm'])
  expect(clock.timers.size).toBe(0)
})

it('does not call it a flood when as much comes in a longer time', () => {
  const { clock, told, hear } = watch()
  hear(most - 1)
  clock.pass(60_001)
  hear(1)
  hear(most - 1)
  expect(told).toEqual([])
})

it('counts anew, and tells that it is over, when the session ends', () => {
  const { told, flood, hear } = watch()
  hear(most)
  flood.stop()
  flood.stop()
  hear(most - 1)
  expect(told).toEqual([`${most} in 0 ms`, 'calm'])
})
