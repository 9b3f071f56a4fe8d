import { expect, test } from 'vitest'
import { readDefinition } from './definition-text'
import { kindOf, withKind } from './kinds'

test.each([
  [{}, undefined],
  [{ command: 'npx' }, 'process'],
  [{ url: 'https://a.example' }, 'address'],
  [{ type: 'http' }, 'address'],
  [{ type: 'stdio', url: 'x' }, 'process']
])('%j is of kind %j', (value, kind) => {
  expect(kindOf(value)).toBe(kind)
})

test('going to the other kind and back brings back what was there', () => {
  const start = '{ "command": "npx", "args": ["-y", "x"], "timeout": 5 /* ms */ }'
  const there = withKind(start, 'address', {})
  expect(readDefinition(there.text)).toEqual({ value: { timeout: 5 } })
  expect(there.text).toContain('/* ms */')
  const back = withKind(there.text, 'process', there.removed)
  expect(readDefinition(back.text)).toEqual({
    value: { command: 'npx', args: ['-y', 'x'], timeout: 5 }
  })
})

test('what cannot be read is left alone', () => {
  expect(withKind('{', 'address', {})).toEqual({ text: '{', removed: {} })
})
