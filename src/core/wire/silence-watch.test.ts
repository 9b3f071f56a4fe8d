import { describe, expect, it } from 'vitest'
import { StillClock } from '../transport/remote-testing'
import { SilenceWatch } from './silence-watch'

function watched(isAlive: boolean) {
  const clock = new StillClock()
  let asked = 0
  let onDead = (): void => {}
  const dead = new Promise<void>((resolve) => (onDead = resolve))
  const probe = async () => {
    asked++
    return isAlive
  }
  const watch = new SilenceWatch(clock, 1_000, probe, () => onDead())
  return { clock, watch, dead, asked: () => asked }
}

describe('SilenceWatch', () => {
  it('asks only after the whole time without a byte', () => {
    const { clock, watch, asked } = watched(true)
    clock.pass(900)
    watch.heard()
    clock.pass(900)
    expect(asked()).toBe(0)
    clock.pass(100)
    expect(asked()).toBe(1)
  })

  it('says so when nobody is there', async () => {
    const { clock, dead } = watched(false)
    clock.pass(1_000)
    await expect(dead).resolves.toBeUndefined()
  })

  it('leaves no timer behind when it is stopped', () => {
    const { clock, watch } = watched(false)
    watch.stop()
    expect(clock.alarmCount).toBe(0)
  })
})
