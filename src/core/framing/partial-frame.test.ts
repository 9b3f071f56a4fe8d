import { expect, it } from 'vitest'
import { answeredId } from './partial-frame'

it.each([
  ['{"jsonrpc":"2.0","id":7,"result":{"id":8,"text":"xxx', '', 7],
  ['{"jsonrpc":"2.0","id":"a\\"b","error":{"message":"xxx', '', 'a"b'],
  ['{"result":{"text":"xxx', 'xxx"},"jsonrpc":"2.0","id":9}', 9],
  ['{"result":"xxx', 'xxx","id": "nine" } ', 'nine'],
  ['{"result":{"text":"xxx', 'xxx"},"id":9,"jsonrpc":"2.0"}', undefined],
  ['{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{"x":"', '', undefined],
  ['{"jsonrpc":"2.0","method":"notifications/message","params":{"id":7,"x":"', '}', undefined],
  ['{"jsonrpc":"2.0","id":null,"result":{"x":"', '', undefined],
  ['[{"jsonrpc":"2.0","id":7,"result":{"x":"', '', undefined],
  ['xxxxxxxx', '"id":7}', undefined]
])('knows which request this answers: %s … %s', (beginning, end, id) => {
  expect(answeredId(beginning, end)).toBe(id)
})

/** More than is looked at of a message that is too long. */
const LONG = 1024 * 1024

it.each([
  ['escaped quotes', '\\"'.repeat(LONG / 2)],
  ['escaped quotes before a line end', `${'\\"'.repeat(LONG / 2)}\\\n`]
])('looks once at each of very many %s', (_, text) => {
  expect(answeredId(`{"id":7,"result":"${text}`)).toBe(7)
})
