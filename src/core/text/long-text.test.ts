import { describe, expect, it } from 'vitest'
import { keyOf, shortened } from './long-text'

const thousand = 'x'.repeat(1_000)

describe('keyOf', () => {
  it('leaves what is short as it is, and numbers', () => {
    expect(['', thousand, 7].map((id) => keyOf(id))).toEqual(['', thousand, 7])
  })

  it('is short and the same for the same long text only', () => {
    const keys = ['a', 'a', 'b'].map((end) => keyOf(thousand + end))
    expect(new Set(keys).size).toBe(2)
    expect(keys.every(({ length }) => length < 200)).toBe(true)
  })

  it('is its own key', () => {
    const key = keyOf(`${thousand}a`)
    expect(keyOf(key)).toBe(key)
  })
})

describe('shortened', () => {
  it('leaves what is short as it is, and numbers', () => {
    expect([thousand, 7].map((id) => shortened(id))).toEqual([thousand, 7])
  })

  it('does not cut a character in two', () => {
    const text = `${'x'.repeat(999)}😀`
    expect([shortened(`${thousand}a`), shortened(text)]).toEqual([
      `${thousand}…`,
      `${'x'.repeat(999)}…`
    ])
  })
})
