import { describe, expect, it, vi } from 'vitest'
import { indexFrom, indexOfSeq, passOn } from './growing-list'

const items = (...seqs: number[]) => seqs.map((seq) => ({ seq }))
const isOdd = ({ seq }: { seq: number }) => seq % 2 === 1

function started(all: readonly { seq: number }[], passes = isOdd) {
  return { all, shown: all.filter(passes), passes }
}

describe('a number in a list', () => {
  it('is found, or where it would be', () => {
    const list = items(3, 5, 9)
    expect([0, 3, 4, 9, 10].map((seq) => indexFrom(list, seq))).toEqual([0, 0, 1, 2, 3])
    expect([3, 9, 4, undefined].map((seq) => indexOfSeq(list, seq))).toEqual([0, 2, -1, -1])
  })
})

describe('passOn', () => {
  it('looks at what came since, and at nothing else', () => {
    const passes = vi.fn(isOdd)
    const before = { ...started(items(1, 2, 3)), passes }
    expect(passOn(before, items(1, 2, 3, 4, 5), passes)).toEqual(items(1, 3, 5))
    expect(passes).toHaveBeenCalledTimes(2)
  })

  it('is the very list while nothing is added to it', () => {
    const before = started(items(1, 2, 3))
    expect(passOn(before, items(1, 2, 3, 4), isOdd)).toBe(before.shown)
  })

  it('forgets what is no longer held', () => {
    expect(passOn(started(items(1, 2, 3)), items(3, 4, 5), isOdd)).toEqual(items(3, 5))
    expect(passOn(started(items(1, 2, 3)), [], isOdd)).toEqual([])
  })

  it('looks at everything when something else is wanted, or earlier ones came in front', () => {
    const before = started(items(3, 4))
    expect(passOn(before, items(3, 4), ({ seq }) => seq === 4)).toEqual(items(4))
    expect(passOn(before, items(1, 2, 3, 4), isOdd)).toEqual(items(1, 3))
  })
})
