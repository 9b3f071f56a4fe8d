import { describe, expect, it } from 'vitest'
import { Tokens } from './tokens'

describe('Tokens', () => {
  it('tells 1 from "1"', () => {
    const tokens = new Tokens()
    tokens.begin(1, 10)
    expect([tokens.requestOf(1), tokens.requestOf('1')]).toEqual([10, undefined])
  })

  it('remembers a request that is answered, and gives its token to the next that has it', () => {
    const tokens = new Tokens()
    tokens.begin('a', 10)
    tokens.end('a', 10)
    const late = tokens.requestOf('a')
    tokens.begin('a', 20)
    tokens.end('a', 10)
    expect([late, tokens.requestOf('a')]).toEqual([10, 20])
  })

  it('keeps a request that waits, however many others are answered in the meantime', () => {
    const tokens = new Tokens()
    tokens.begin('long', 1)
    for (let seq = 2; seq < 100_000; seq++) {
      tokens.begin(seq, seq)
      tokens.end(seq, seq)
    }
    expect([tokens.requestOf('long'), tokens.requestOf(2)]).toEqual([1, undefined])
  })

  it('forgets the oldest of those that are never answered', () => {
    const tokens = new Tokens()
    for (let seq = 1; seq <= 100_000; seq++) tokens.begin(seq, seq)
    const kept = Array.from({ length: 100_000 }, (_, at) => tokens.requestOf(at + 1) ?? 0)
    const oldest = kept.findIndex((seq) => seq > 0)
    expect(oldest).toBeGreaterThanOrEqual(80_000)
    expect(oldest).toBeLessThanOrEqual(90_000)
  })
})
