import { expect, it } from 'vitest'
import { exactParts } from './exact-parts'

/** Marks in braces, so that a whole value fits on one line. */
function shown(text: string): string {
  return exactParts(text)
    .map((part) => (part.kind === 'mark' ? `{${part.text}}` : part.text))
    .join('')
}

it('leaves common text alone', () => {
  expect(exactParts('--name=a b  c')).toEqual([{ kind: 'plain', text: '--name=a b  c' }])
})

it.each([
  ['', '{empty}'],
  [' ', '{space}'],
  [' x', '{space}x'],
  ['x  ', 'x{2 spaces}'],
  [`a${' '.repeat(300)}b`, 'a{300 spaces}b'],
  ['a\nb', 'a{line feed}\nb'],
  ['a\r\nb', 'a{U+000D}{line feed}\nb'],
  ['a\tb', 'a{tab}b'],
  ['a\u00A0b', 'a{U+00A0}b'],
  ['a\u3000b', 'a{U+3000}b'],
  ['a\u3164b', 'a{U+3164}b'],
  ['a\u2800b', 'a{U+2800}b'],
  ['a\u200Bb', 'a{U+200B}b'],
  ['a\u202Eb', 'a{U+202E}b'],
  ['a\u{E0041}b', 'a{U+E0041}b'],
  ['a\uD800b', 'a{U+D800}b'],
  ['\u200B x', '{U+200B}{space}x'],
  ['👩‍💻 x', '👩‍💻 x']
])('shows %j as %s', (text, expected) => {
  expect(shown(text)).toBe(expected)
})
