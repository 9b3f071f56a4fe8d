import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Batcher } from './batcher'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('Batcher', () => {
  it('delivers everything of one tick together, in order', () => {
    const delivered: (readonly number[])[] = []
    const batcher = new Batcher<number>((items) => delivered.push(items), 16)
    for (const n of [1, 2, 3]) batcher.push(n)
    vi.advanceTimersByTime(15)
    expect(delivered).toEqual([])
    vi.advanceTimersByTime(1)
    batcher.push(4)
    vi.advanceTimersByTime(16)
    expect(delivered).toEqual([[1, 2, 3], [4]])
  })

  it('keeps only the newest item of each key', () => {
    const delivered: unknown[] = []
    const batcher = new Batcher<[string, number]>(
      (items) => delivered.push(items),
      16,
      ([key]) => key
    )
    batcher.push(['a', 1])
    batcher.push(['b', 1])
    batcher.push(['a', 2])
    vi.runAllTimers()
    expect(delivered).toEqual([
      [
        ['a', 2],
        ['b', 1]
      ]
    ])
  })

  it('delivers at once when told to, and not again', () => {
    const delivered: unknown[] = []
    const batcher = new Batcher<number>((items) => delivered.push(items), 16)
    batcher.push(1)
    batcher.flush()
    vi.runAllTimers()
    expect(delivered).toEqual([[1]])
  })

  it('delivers in a hurry at once, and what follows together with the tick', () => {
    const delivered: unknown[] = []
    const batcher = new Batcher<number>((items) => delivered.push(items), 16)
    const pushInHurry = (n: number): void => {
      batcher.push(n)
      batcher.hurry()
    }
    for (const n of [1, 2, 3]) pushInHurry(n)
    expect(delivered).toEqual([[1]])
    vi.advanceTimersByTime(16)
    expect(delivered).toEqual([[1], [2, 3]])
    pushInHurry(4)
    expect(delivered).toEqual([[1], [2, 3], [4]])
  })

  it('does not let too much come together, and keeps the order', () => {
    const delivered: number[][] = []
    const batcher = new Batcher<number>((items) => delivered.push([...items]), 16)
    for (let n = 0; n < 20_100; n++) batcher.push(n)
    expect(delivered).toHaveLength(40)
    batcher.flush()
    expect(Math.max(...delivered.map(({ length }) => length))).toBe(500)
    expect(delivered.flat()).toEqual(Array.from({ length: 20_100 }, (_, n) => n))
  })
})
