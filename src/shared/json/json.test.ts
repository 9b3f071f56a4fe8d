import { describe, expect, it } from 'vitest'
import { compareNumbers, isWholeNumber, numberFrom, type ExactNumber } from './exact-number'
import { fromJson, isComposed, isObject } from './json'

describe('JSON that is read', () => {
  it('is written again with all digits of its numbers', () => {
    for (const text of [
      '{"id":12345678901234567890,"far":1e400,"near":1e-400,"small":-0.1000000000000000055511151231257827}',
      '[9007199254740993,[-9007199254740993]]',
      '12345678901234567890',
      '{"a":{"__proto__":12345678901234567890}}',
      '{"a": 12345678901234567890 }',
      '{"quote\\"slash\\\\":12345678901234567890}'
    ]) {
      expect(JSON.stringify(fromJson(text))).toBe(text.replaceAll(/\s/g, ''))
    }
  })

  it('has plain numbers where they hold what is written', () => {
    const text =
      '[1.0,1e5,0.30000000000000004,9007199254740992,-0,1E+2,100000000000000000000,0e999]'
    expect(fromJson(text)).toEqual(JSON.parse(text))
  })

  it('leaves numbers in texts alone', () => {
    const text = JSON.stringify({ a: 'x, 12345678901234567890, y', b: ':1e400]', c: [1] })
    expect(fromJson(text)).toEqual(JSON.parse(text))
  })

  it('is refused where it is not JSON', () => {
    for (const text of ['', '{', '[1e400', '12345678901234567890.', '[012345678901234567890]']) {
      expect(() => fromJson(text)).toThrow(SyntaxError)
    }
  })

  it('is read however deep it is nested', () => {
    const text = `${'['.repeat(100_000)}1e400${']'.repeat(100_000)}`
    expect(Array.isArray(fromJson(text))).toBe(true)
  })
})

describe('an exact number', () => {
  const number = (text: string): ExactNumber => fromJson(text) as ExactNumber

  it('is neither a list nor an object', () => {
    const value = number('1e400')
    expect([isObject(value), isComposed(value)]).toEqual([false, false])
  })

  it('says its digits as text, and is compared by what it is worth', () => {
    const value = number('12345678901234567890')
    expect(String(value)).toBe('12345678901234567890')
    expect(compareNumbers(value, 5)).toBeGreaterThan(0)
    expect(compareNumbers(value, number('12345678901234567891'))).toBeLessThan(0)
    expect(compareNumbers(number('-1e400'), number('-1e500'))).toBeGreaterThan(0)
    expect(compareNumbers(number('1e400'), number('10e399'))).toBe(0)
  })

  it('is whole or not by its digits', () => {
    const wholes = ['12345678901234567890', '1e400', '123456789012345678.50e1']
    const fractions = ['1e-400', '12345678901234567890.5']
    expect(wholes.map((text) => isWholeNumber(number(text)))).toEqual([true, true, true])
    expect(fractions.map((text) => isWholeNumber(number(text)))).toEqual([false, false])
  })

  it('that somebody types is made JSON', () => {
    const typed = [
      '+12345678901234567890',
      '0012345678901234567890',
      '.1e-400',
      '1.e400',
      '-.1e400'
    ]
    expect(typed.map((text) => JSON.stringify(numberFrom(text)))).toEqual([
      '12345678901234567890',
      '12345678901234567890',
      '0.1e-400',
      '1e400',
      '-0.1e400'
    ])
    expect([numberFrom('5'), numberFrom('5x'), numberFrom('')]).toEqual([5, undefined, undefined])
  })
})
