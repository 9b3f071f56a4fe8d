import { expect, it } from 'vitest'
import type { Json } from '../../../../shared/json/json'
import {
  blocksIn,
  draftOf,
  readAnswer,
  withMode,
  withModel,
  withText,
  withToolUse
} from './sampling-answer'

const answer = { model: 'human', stopReason: 'endTurn' }

it('makes one block of a text', () => {
  expect(readAnswer({ ...answer, mode: 'text', text: 'Quito' })).toEqual({
    result: { role: 'assistant', content: { type: 'text', text: 'Quito' }, ...answer }
  })
})

it('takes any content block, and several of them', () => {
  const blocks = [{ type: 'tool_use', id: '1', name: 'look_up', input: {} }]
  const read = readAnswer({ ...answer, mode: 'json', text: JSON.stringify(blocks) })
  expect(read).toMatchObject({ result: { content: blocks } })
})

it.each(['', ' ', '[1]', '{"text":"no type"}', '{'])('says what is wrong with %j', (text) => {
  expect(readAnswer({ ...answer, mode: 'json', text })).toHaveProperty('problem')
})

const TEXT = { type: 'text', text: 'Quito' }
const USE = { type: 'tool_use', id: 'c1', name: 'look_up', input: {} }
const completion = (content: Json) => ({ role: 'assistant', content, ...answer })

it.each([[TEXT], [[TEXT]]])('shows what a model says as text where it is only that: %j', (said) => {
  expect(draftOf(completion(said))).toMatchObject({ ...answer, mode: 'text', text: 'Quito' })
})

it.each([[[TEXT, USE]], [{ ...TEXT, annotations: {} }]])(
  'loses nothing of what else a model says: %j',
  (said) => {
    const draft = draftOf({ ...completion(said), stopReason: 'toolUse' })
    expect(readAnswer(draft)).toMatchObject({ result: { content: said, stopReason: 'toolUse' } })
  }
)

it('keeps what is written when it is written in another way', () => {
  const text = { ...answer, mode: 'text', text: 'Quito' } as const
  const blocks = withMode(text, 'json')
  expect(blocksIn(blocks)).toEqual([TEXT])
  expect(withMode(blocks, 'text')).toEqual(text)
  const two = { ...blocks, text: JSON.stringify([TEXT, USE]) }
  expect(withMode(two, 'text')).toEqual({ ...two, mode: 'text' })
})

it('adds the use of a tool to what is there', () => {
  const text = { ...answer, mode: 'text', text: 'Quito' } as const
  const draft = withToolUse(text, 'look_up')
  expect(draft && [blocksIn(draft), draft.stopReason]).toEqual([
    [TEXT, { ...USE, id: 'call_2' }],
    'toolUse'
  ])
  expect(withToolUse({ ...text, mode: 'json', text: '{' }, 'look_up')).toBeUndefined()
})

const LIMA = draftOf({ ...completion({ type: 'text', text: 'Lima' }), model: 'tiny' })

it('names the model for exactly what it wrote, and the person for what they change', () => {
  const changed = withText(LIMA, 'Lima, I think')
  expect([LIMA, changed, withText(changed, 'Lima')].map(({ model }) => model)).toEqual([
    'tiny',
    'human',
    'tiny'
  ])
  expect(withToolUse(LIMA, 'look_up')?.model).toBe('human')
  expect(withMode(LIMA, 'json').model).toBe('tiny')
})

it('leaves the name that the person has written, whatever they change', () => {
  const named = withModel(withText(LIMA, 'Cusco'), 'tiny')
  expect(withText(named, 'Cusco, perhaps').model).toBe('tiny')
})
