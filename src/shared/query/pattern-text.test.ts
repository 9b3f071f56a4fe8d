import { describe, expect, it } from 'vitest'
import fc from '../json/properties-testing'
import { patternMatches, readPattern } from './pattern'
import { textInPattern } from './pattern-text'

describe('textInPattern', () => {
  it.each([
    ['mark[a-e]d', 'mark'],
    ['"id":\\d+,"method"', ',"method"'],
    ['colou?r', 'colo'],
    ['ab+c', 'ab'],
    ['x{0,2}yz', 'yz'],
    ['(?:not|this)but that', 'but that'],
    ['[^\\])]end', 'end'],
    ['a(b[)]|c)*def', 'def'],
    ['tools\\/call', 'tools/call'],
    ['one|other', ''],
    ['\\x41bc', ''],
    ['\\p{L}bc', ''],
    ['.*', '']
  ])('finds in %s what every match has', (source, text) => {
    expect(textInPattern(source)).toBe(text)
  })

  it('is in every text in which the pattern is found', () => {
    const atom = fc.oneof(
      fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\.', '\\d', '\\b', '^', '$', '😀', '/'),
      fc.constantFrom('(a|b)', '(?:ab)', '(b[)c]|a)', '|', '\\x61', '-', ']', '}', 'ab', 'bca')
    )
    const repeated = fc
      .tuple(atom, fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0,1}', '{1,}', '*?'))
      .map((parts) => parts.join(''))
    const source = fc.array(repeated, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
    const letters = fc.constantFrom('a', 'b', 'c', '.', '1', '😀', '/', '-', ']', '}', ')')
    const text = fc.array(letters, { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(source, fc.array(text, { minLength: 1, maxLength: 20 }), (pattern, texts) => {
        const read = readPattern({ source: pattern, isCaseInsensitive: false })
        if (!read.isRead) return
        for (const each of texts) {
          if (!patternMatches({ source: pattern, isCaseInsensitive: false }, each)) continue
          expect(each).toContain(textInPattern(pattern))
        }
      }),
      { numRuns: 2_000 }
    )
  })
})
