import { expect, it } from 'vitest'
import { highlightsOf, marksIn } from './highlights'
import { parseFrameFilter } from './frames'

function marked(query: string, text: string): readonly string[] {
  return marksIn(text, highlightsOf(parseFrameFilter(query))).map(({ start, end }) =>
    text.slice(start, end)
  )
}

it('marks the texts and patterns that were looked for, and not those that must not be there', () => {
  expect(highlightsOf(parseFrameFilter('hello -bye server:x "two words" /a+/i !/b/'))).toEqual({
    texts: ['hello', 'two words'],
    patterns: [{ source: 'a+', isCaseInsensitive: true }]
  })
})

it.each<[string, string, readonly string[]]>([
  ['echo', 'Echo, ECHO and écho', ['Echo', 'ECHO']],
  ['école', 'L’ÉCOLE', ['ÉCOLE']],
  ['İstanbul', 'in İSTANBUL', ['İSTANBUL']],
  ['abc bcd', 'xabcdx', ['abcd']],
  ['/\\d+/', '😀 12 and 345', ['12', '345']],
  ['/x*/', 'axxb', ['xx']],
  ['/é/i 2', 'É12', ['É', '2']],
  ['log:cheese', 'Cheese, cheese and CHEESE.', ['Cheese', 'cheese', 'CHEESE']],
  ['nothing', 'text', []]
])('the marks of %s in %s', (query, text, expected) => {
  expect(marked(query, text)).toEqual(expected)
})

it('ends with many marks, whatever is looked for', () => {
  const text = 'ab'.repeat(100_000)
  expect([marked('a', text).length, marked('/a/', text).length]).toEqual([1_000, 1_000])
})
