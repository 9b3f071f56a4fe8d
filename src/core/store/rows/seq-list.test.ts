import { describe, expect, it } from 'vitest'
import fc from '../../../shared/json/properties-testing'
import { SeqList } from './seq-list'

describe('SeqList', () => {
  it('holds what a sorted set would, whatever is done to it', () => {
    const step = fc.record({
      does: fc.constantFrom('insert', 'remove', 'dropBefore', 'push'),
      seq: fc.integer({ min: 1, max: 60 })
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const list = new SeqList()
        let wanted = new Set<number>()
        for (const { does, seq } of steps) {
          if (does === 'insert') wanted.add(seq)
          else if (does === 'remove') wanted.delete(seq)
          else if (does === 'dropBefore') wanted = new Set([...wanted].filter((n) => n >= seq))
          const next = Math.max(0, ...wanted) + 1
          if (does === 'push') {
            wanted.add(next)
            list.push(next)
          } else list[does](seq)
        }
        expect(list.slice(0, Infinity)).toEqual([...wanted].sort((a, b) => a - b))
        expect(list.has(30)).toBe(wanted.has(30))
      })
    )
  })

  it('grows beyond its first room', () => {
    const list = new SeqList()
    for (let seq = 1; seq <= 5_000; seq++) list.push(seq)
    expect([list.length, list.slice(4_998, 6_000), list.indexFrom(2_500)]).toEqual([
      5_000,
      [4_999, 5_000],
      2_499
    ])
  })
})
