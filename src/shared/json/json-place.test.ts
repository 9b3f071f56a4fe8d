import { describe, expect, it } from 'vitest'
import { offsetOf } from './json-place'

const text = '{ "a": [1, {"b/c": "x, }"}], "d": {"e": null} }'

function at(pointer: string): string {
  return text.slice(offsetOf(text, pointer))
}

describe('a place in JSON', () => {
  it('is found by its pointer', () => {
    expect(at('')).toBe(text)
    expect(at('/a/0')).toMatch(/^1,/)
    expect(at('/a/1/b~1c')).toMatch(/^"x, }"/)
    expect(at('/d/e')).toMatch(/^null/)
  })

  it('is found behind texts of any length, and however deep it is', () => {
    const long = JSON.stringify({ a: 'x\n'.repeat(6_000_000), b: 1 })
    expect(long.slice(offsetOf(long, '/b'))).toBe('1}')
    const deep = `${'['.repeat(100_000)}7${']'.repeat(100_000)}`
    expect(offsetOf(deep, '/0'.repeat(100_000))).toBe(100_000)
    expect(offsetOf(deep, '/0/0/1')).toBe(2)
  })

  it('is that of what is around it when it is not there', () => {
    expect(at('/d/missing')).toMatch(/^\{"e"/)
    expect(at('/missing')).toBe(text)
  })
})
