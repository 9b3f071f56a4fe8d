import { expect, it } from 'vitest'
import { tidy } from './tidy'

const LAID_OUT = '{\n  "command": "node",\n  "args": [\n    "a.js"\n  ]\n}'

it.each([
  ['in one line', '{"command":"node","args":["a.js"]}'],
  ['as deep as it stands in a file', LAID_OUT.replaceAll('\n', '\n    ')],
  ['already', LAID_OUT]
])('lays out a definition that is written %s', (_how, text) => {
  expect(tidy(text)).toBe(LAID_OUT)
})

it('keeps comments and what cannot be read', () => {
  expect(tidy('{ // mine\n"a": }')).toContain('// mine')
})
