import { RE2JS } from 're2js'
import { expect, it } from 'vitest'
import { inLinearSyntax } from './pattern-syntax'

/** One of each kind that the two syntaxes could take for something else. */
const CHARS = [
  ...Array.from({ length: 0x180 }, (_, code) => String.fromCodePoint(code)),
  ...[...'\u167f\u1680\u1681\u1fff\u2000\u200a\u200b\u2027\u2028\u2029\u202a\u202e\u202f\u2030'],
  ...[...'\u205e\u205f\u2060\u2fff\u3000\u3001\ufefe\ufeff\uff00\uffff\u{10000}\u{10ffff}ſK']
]

it.each([
  '^\\s$',
  '^\\S$',
  '^[\\s]$',
  '^[\\S]$',
  '^[^\\S]$',
  '^[^\\s]$',
  '^[\\S\\n]$',
  '^[\\s\\S]$',
  '^[a\\-\\s]$',
  '^[-\\s]$',
  '^[\\s-]$',
  '^[^-\\S]$',
  '^[a-z-\\s]$',
  '^[\\s-x]$',
  '^[\\s-\\uffff]$',
  '^[+-\\s]$',
  '^[\\0-\\S]$',
  '^[\\w-.]$',
  '^[\\d-\\w]$',
  '^[+--\\s]$',
  '^[\\b\\w.-]$',
  '^[^]$',
  '^(?:[]|a)$',
  '^.$'
])('%s matches the same characters in both syntaxes', (pattern) => {
  const linear = inLinearSyntax(pattern)
  const engine = RE2JS.compile(RE2JS.translateRegExp(linear ?? ''))
  const own = new RegExp(pattern, isUnicode(pattern) ? 'u' : '')
  const others = CHARS.filter(
    (char) => (char.length === 1 || own.unicode) && engine.test(char) !== own.test(char)
  )
  expect(others).toEqual([])
})

function isUnicode(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').unicode
  } catch {
    return false
  }
}
