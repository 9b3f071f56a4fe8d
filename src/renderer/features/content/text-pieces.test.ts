import { describe, expect, it } from 'vitest'
import { piecesOf } from './text-pieces'

describe('piecesOf', () => {
  it('loses nothing, and makes no piece long', () => {
    for (const text of [
      '',
      'a',
      'line\n'.repeat(20_000),
      'x'.repeat(100_000),
      '😀'.repeat(30_000)
    ]) {
      const pieces = piecesOf(text)
      expect(pieces.join('')).toBe(text)
      expect(Math.max(0, ...pieces.map(({ length }) => length))).toBeLessThanOrEqual(8_001)
    }
  })

  it('cuts at the ends of lines, and never inside a character', () => {
    expect(piecesOf('line\n'.repeat(20_000)).every((piece) => piece.endsWith('\n'))).toBe(true)
    const pieces = piecesOf(`a${'😀'.repeat(30_000)}`)
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
  })
})
