import { describe, expect, it } from 'vitest'
import { withRepeats } from './traffic'

describe('withRepeats', () => {
  it('remembers the newest second answer to a request', () => {
    const { repeats } = withRepeats(new Map([[1, 5]]), [
      { request: 1, seq: 7 },
      { request: 2, seq: 8 }
    ])
    expect([...repeats]).toEqual([
      [1, 7],
      [2, 8]
    ])
  })

  it('forgets the oldest when a server sends nothing else', () => {
    const many = Array.from({ length: 20_000 }, (_, request) => ({ request, seq: request + 1 }))
    const { repeats } = withRepeats(new Map(), many)
    expect([repeats.size, repeats.has(0), repeats.has(19_999)]).toEqual([10_000, false, true])
  })
})
