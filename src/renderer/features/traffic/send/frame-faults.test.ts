import { expect, it } from 'vitest'
import { readFrame } from './frame-faults'

it('says what a frame is', () => {
  const words = [
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","method":"a"}',
    '{"jsonrpc":"2.0","id":7,"result":{}}',
    '[{"jsonrpc":"2.0","method":"a"}]'
  ].map((text) => readFrame(text))
  expect(words).toMatchObject([
    { word: 'A request, ping' },
    { word: 'A notification, a: it has no id, so nothing answers it' },
    { word: 'An answer to the request 7' },
    { word: 'A batch of 1' }
  ])
})

it('knows the ids of the requests in a frame', () => {
  const request = (id: unknown): object => ({ jsonrpc: '2.0', id, method: 'ping' })
  const idsIn = (frame: unknown): unknown => readFrame(JSON.stringify(frame))
  expect(idsIn(request(20))).toMatchObject({ ids: [20] })
  expect(idsIn([request('a'), { jsonrpc: '2.0', method: 'b' }, request(2)])).toMatchObject({
    ids: ['a', 2]
  })
  expect(idsIn({ jsonrpc: '2.0', id: 20, result: {} })).toMatchObject({ ids: [] })
})

it('says what is wrong with what is no frame, and what becomes of lines and hidden values', () => {
  expect(readFrame('{"id":1}')).toMatchObject({
    kind: 'broken',
    why: 'This has no "jsonrpc": "2.0".'
  })
  expect(readFrame('what\n•••')).toMatchObject({
    kind: 'broken',
    why: expect.stringMatching(/^This is not JSON: /) as string,
    notes: [expect.stringContaining('several lines'), expect.stringContaining('hidden value')]
  })
})
