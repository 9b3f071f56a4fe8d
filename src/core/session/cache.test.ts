import { describe, expect, it } from 'vitest'
import { fakeClock } from '../fake-clock'
import { Cache, ttlOf } from './cache'

describe('Cache', () => {
  it('keeps a value until it is stale', () => {
    const clock = fakeClock()
    const cache = new Cache<string>(clock)
    cache.set('a', 'x', 1_000)
    clock.pass(999)
    expect(cache.get('a')).toBe('x')
    clock.pass(1)
    expect(cache.get('a')).toBeUndefined()
  })

  it('keeps the newest 500', () => {
    const cache = new Cache<number>(fakeClock())
    for (let index = 0; index < 501; index++) cache.set(`k${index}`, index, 1_000)
    expect([cache.get('k0'), cache.get('k1'), cache.get('k500')]).toEqual([undefined, 1, 500])
  })

  it('takes the word of the server for how long, where there is one', () => {
    expect(
      [{ ttlMs: 5 }, { ttlMs: -1 }, { ttlMs: 'x' }, {}, null].map((it) => ttlOf(it, 9))
    ).toEqual([5, 9, 9, 9, 9])
  })
})
