import { RE2JS } from 're2js'
import { expect, it } from 'vitest'
import { programSize } from './pattern-size'

it.each([
  '^(a+)+$',
  'a{1,1000}',
  '[a-z]{1000}',
  '(?:(?:[a-c]{1,30}-?){1,30})$',
  '(abcdefghij){100}',
  '[\\]{9}]{3}',
  '(ab|cd|ef){5,}x',
  '\\{1,999\\}',
  '^[A-Za-z0-9_-]{1,64}$'
])('The size of %s is known well enough before it is compiled', (pattern) => {
  const real = RE2JS.compile(pattern).programSize()
  const size = programSize(pattern)
  expect([real <= size * 2, size <= real * 2]).toEqual([true, true])
})
