import { expect, it } from 'vitest'
import { callsIn } from './calls-in-frame'

const call = (name: string, args: unknown = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
const toolsIn = (text: string): readonly string[] => callsIn(text).calls.map(({ tool }) => tool)

it.each([
  ['no call', '{"id":1,"method":"ping"}', []],
  ['garbage', '{"id":', []],
  ['one call', call('echo', { name: 'Ada', Name: 'Ada', method: 'post' }), ['echo']],
  ['a call that is spread over lines', JSON.stringify(JSON.parse(call('a')), null, 2), ['a']],
  ['a batch', `[${call('a')},\n${call('b')}]`, ['a', 'b']],
  ['a frame in each line', `${call('a')}\r\n${call('b')}\n`, ['a', 'b']],
  ['a name in other letters', call('a').replace('tools/call', 'tools\\u002fcall'), ['a']],
  ['quotes in a text', call('echo', { text: '{"name":"b","method":"x"}' }), ['echo']]
])('a frame is clear: %s', (_what, text, tools) => {
  expect([toolsIn(text), callsIn(text).isClear]).toEqual([tools, true])
})

it('a call that is a line of its own is found inside of something else', () => {
  expect(toolsIn(`{"x":\r${call('hidden')}\r}`)).toEqual(['hidden'])
})

it.each([
  ['a number that is no JSON', call('a', { n: 1 }).replace(':1}', ':NaN}')],
  ['a mark before it', `\u{feff}${call('a')}`],
  ['two frames in one line', `${call('a')}${call('b')}`],
  ['a call inside of something else', `{"x":${call('a')}}`],
  ['two methods', call('a').replace('"params"', '"method":"ping","params"')],
  ['two names', call('a').replace('"name"', '"name":"b","name"')],
  ['two names, one of them escaped', call('a').replace('"name"', '"n\\u0061me":"b","name"')],
  ['two names in large and small letters', call('a').replace('"name"', '"Name":"b","name"')],
  ['a method in large letters', call('a').replace('"method"', '"Method"')]
])('a frame is not clear: %s', (_what, text) => {
  expect(callsIn(text).isClear).toBe(false)
})
