import { expect, it } from 'vitest'
import { exactly, globMatches, globOf } from './glob'

it.each([
  ['files', 'Files', true],
  ['files', 'my files', false],
  ['tools/*', 'tools/call', true],
  ['tools/*', 'tools/', true],
  ['*call', 'tools/call', true],
  ['*o*l*', 'tools/call', true],
  ['*ll*ll*', 'tools/call', false],
  ['ab*ba', 'aba', false],
  ['ab*b*ba', 'abba', false],
  ['*', '', true],
  ['école*', 'ecole', false],
  ['école*', 'ÉCOLE', true],
  ['a.c', 'abc', false]
])('the glob %s matches %s: %s', (glob, text, isMatch) => {
  expect(globMatches(globOf(glob), text)).toBe(isMatch)
})

it('a star that is meant as it is stands for itself only', () => {
  expect([globMatches(exactly('a*'), 'a*'), globMatches(exactly('a*'), 'ab')]).toEqual([
    true,
    false
  ])
})
