import { expect, it } from 'vitest'
import { withId } from './frame-id'

it('changes the id and the token of progress, and nothing else', () => {
  const text =
    '{ "jsonrpc":"2.0", "id" : 7,"method":"tools/call", "params": {"n": 1.0, "big": 12345678901234567890, "id": 7, "_meta": {"progressToken": "7", "id": 7}}}'
  expect(withId(text, 41)).toBe(
    '{ "jsonrpc":"2.0", "id" : 41,"method":"tools/call", "params": {"n": 1.0, "big": 12345678901234567890, "id": 7, "_meta": {"progressToken": 41, "id": 7}}}'
  )
})

it('finds an id that is written with escapes, or twice', () => {
  expect(withId(String.raw`{"\u0069d":"a","id":1}`, 'b')).toBe(String.raw`{"\u0069d":"b","id":"b"}`)
})

it('leaves what has no id, or is no frame, as it is', () => {
  const texts = [
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"id":null}',
    '{"id":{"id":1}}',
    '[{"id":1}]',
    'what?',
    '{"id":1'
  ]
  expect(texts.map((text) => withId(text, 2))).toEqual(texts)
})
