import { describe, expect, it } from 'vitest'
import { Recent } from './recent'

describe('Recent', () => {
  it('remembers the last ones and forgets the first', () => {
    const recent = new Recent<number, string>(10)
    for (let key = 0; key < 100; key++) recent.set(key, `v${key}`)
    expect([recent.get(0), recent.get(90), recent.get(99)]).toEqual([undefined, 'v90', 'v99'])
    expect(recent.hasForgotten).toBe(true)
  })

  it('has the newest value of a key, and none once it is deleted', () => {
    const recent = new Recent<string, number>(2)
    recent.set('a', 1)
    recent.set('b', 1)
    recent.set('a', 2)
    expect(recent.get('a')).toBe(2)
    expect([recent.delete('a'), recent.get('a'), recent.delete('a')]).toEqual([
      true,
      undefined,
      false
    ])
  })
})
