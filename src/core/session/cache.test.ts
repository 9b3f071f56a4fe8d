import { describe, expect, it } from 'vitest'
import { fakeClock } from '../time/fake-clock'
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

  it('keeps nothing for longer than 24 hours, whatever the server says', () => {
    const clock = fakeClock()
    const cache = new Cache<string>(clock)
    cache.set('a', 'x', Infinity)
    clock.pass(24 * 3_600_000 - 1)
    expect(cache.get('a')).toBe('x')
    clock.pass(1)
    expect(cache.get('a')).toBeUndefined()
  })

  it('keeps the newest 64 MiB', () => {
    const cache = new Cache<string>(fakeClock())
    const keep = (key: string, mebibytes: number) =>
      cache.set(key, key, 1_000, mebibytes * 1024 * 1024)
    for (const key of ['a', 'b', 'c', 'd']) keep(key, 16)
    expect(cache.get('a')).toBe('a')
    keep('e', 17)
    expect(['a', 'b', 'c', 'd', 'e'].map((key) => cache.get(key))).toEqual([
      undefined,
      undefined,
      'c',
      'd',
      'e'
    ])
  })

  it('has room again for what was replaced, forgotten or cleared', () => {
    const cache = new Cache<string>(fakeClock())
    const keep = (key: string) => cache.set(key, key, 1_000, 32 * 1024 * 1024)
    for (const key of ['a', 'b', 'b', 'b']) keep(key)
    expect(cache.get('a')).toBe('a')
    cache.forget('b')
    cache.forget('b')
    keep('c')
    expect([cache.get('a'), cache.get('c')]).toEqual(['a', 'c'])
    cache.clear()
    for (const key of ['d', 'e', 'f']) keep(key)
    expect(['d', 'e', 'f'].map((key) => cache.get(key))).toEqual([undefined, 'e', 'f'])
  })

  it('does not throw out everything for one value that is too large', () => {
    const cache = new Cache<string>(fakeClock())
    cache.set('a', 'x', 1_000)
    cache.set('b', 'old', 1_000)
    cache.set('b', 'new', 1_000, 65 * 1024 * 1024)
    expect([cache.get('a'), cache.get('b')]).toEqual(['x', undefined])
  })

  it('takes the word of the server for how long, where there is one', () => {
    expect(
      [{ ttlMs: 5 }, { ttlMs: -1 }, { ttlMs: 'x' }, {}, null].map((it) => ttlOf(it, 9))
    ).toEqual([5, 9, 9, 9, 9])
  })
})
