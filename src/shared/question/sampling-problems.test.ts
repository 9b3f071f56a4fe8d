import { expect, it } from 'vitest'
import type { Json } from '../json/json'
import { samplingProblems } from './sampling-problems'

const TEXT = { type: 'text', text: 'Quito' }
const IMAGE = { type: 'image', data: 'aGk=', mimeType: 'image/png' }
const USE = { type: 'tool_use', id: 'c1', name: 'look_up', input: {} }
const TOLD = { type: 'tool_result', toolUseId: 'c1', content: [TEXT] }

const answer = (content: Json, stopReason = 'endTurn') => ({
  role: 'assistant',
  content,
  model: 'human',
  stopReason
})

it.each<[string, string, Json]>([
  ['a text', '2025-06-18', TEXT],
  ['a picture', '2025-06-18', IMAGE],
  ['sound', '2025-06-18', { ...IMAGE, type: 'audio' }],
  ['several blocks', '2025-11-25', [TEXT, IMAGE, USE, TOLD]],
  ['several blocks', '2026-07-28', [TEXT, USE]]
])('finds nothing wrong with %s in revision %s', (_what, revision, content) => {
  expect(samplingProblems(answer(content), revision)).toEqual([])
})

it.each<[Json, string]>([
  [
    { type: 'foo' },
    'content.type is "foo", not one of "text", "image", "audio", "tool_use", "tool_result".'
  ],
  [[TEXT, 7], 'content[1] is 7, not an object.'],
  [{ type: 'text' }, 'content.text is missing.'],
  [{ ...IMAGE, data: '@@@' }, 'content.data is not base64.'],
  [{ ...IMAGE, type: 'audio', data: '@@@' }, 'content.data is not base64.'],
  [{ type: 'image', data: 'aGk=' }, 'content.mimeType is missing.'],
  [{ ...USE, id: 1 }, 'content.id is 1, not a string.'],
  [{ ...USE, input: [] }, 'content.input is an empty array, not an object.'],
  [{ ...TOLD, content: 'Lima' }, 'content.content is "Lima", not an array.']
])('says what is wrong with %j', (content, sentence) => {
  expect(samplingProblems(answer(content), '2025-11-25')).toEqual([sentence])
})

it('says what is wrong with each of several blocks', () => {
  const content = [{ ...IMAGE, data: '@@@' }, { type: 'foo' }]
  expect(samplingProblems(answer(content), undefined)).toMatchObject([
    'content[0].data is not base64.',
    expect.stringContaining('content[1].type is "foo"')
  ])
})

it('tells what an older revision does not have', () => {
  const when = 'came with revision 2025-11-25, and this session has 2025-06-18'
  expect(samplingProblems(answer([TEXT, USE]), '2025-06-18')).toEqual([
    `A list of blocks ${when}: write one block, without brackets.`,
    `Content of the type "tool_use" ${when}.`
  ])
})

it('misses the tools that are wanted', () => {
  expect(samplingProblems(answer(TEXT, 'toolUse'), '2025-11-25')).toEqual([
    'It ends because tools are wanted, and there is no block of the type "tool_use".'
  ])
  expect(samplingProblems(answer([USE], 'toolUse'), '2025-11-25')).toEqual([])
})
