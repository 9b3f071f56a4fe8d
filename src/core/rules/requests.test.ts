import { expect, it } from 'vitest'
import { asks, opened, play } from '../wire/scripted-frames'

const SAID = { type: 'text', text: 'hi' }
const PAGE = { mode: 'url', message: 'm', url: 'https://a.example' }
const MANY = { type: 'array', items: { type: 'string', enum: ['a'] } }
const TITLED = { type: 'string', oneOf: [{ const: 'a', title: 'A' }] }
const USE = { type: 'tool_use', id: 'a', name: 'n', input: {} }
const TOLD = { type: 'tool_result', toolUseId: 'a', content: [] }

function sampling(content: unknown, more: object = {}): [string, object] {
  const params = { messages: [{ role: 'user', content }], maxTokens: 9, ...more }
  return ['sampling/createMessage', params]
}

function form(properties: object, more: object = {}): [string, object] {
  const requestedSchema = { type: 'object', properties, ...more }
  return ['elicitation/create', { message: 'Who?', requestedSchema }]
}

const all = { sampling: { tools: {} }, elicitation: { form: {}, url: {} } }

/** What is wrong with a request, in a session of that revision. */
function found(revision: string, [method, params]: [string, object], declared: object = all) {
  const script = [...opened(revision, {}, declared), asks(1, method, params)]
  return play(script).flat()
}

it.each([
  [/tools for the model/, sampling(SAID, { tools: [] })],
  [/a choice of tools/, sampling(SAID, { toolChoice: { mode: 'none' } })],
  [/a list of content blocks/, sampling([SAID])],
  [/"tool_use"/, sampling(USE)],
  [/"tool_result"/, sampling(TOLD)],
  [/a field for several choices/, form({ some: MANY })],
  [/choices with titles/, form({ one: TITLED })],
  [/choices with titles/, form({ one: { type: 'string', anyOf: TITLED.oneOf } })]
])('finds what came with a later revision: %s', (words, request) => {
  expect(found('2025-06-18', request)).toMatchObject([
    { rule: 'wrong-era', clause: 'MCP 2025-06-18, Schema' }
  ])
  expect(found('2025-06-18', request)[0]?.message).toMatch(words)
  expect(found('2025-11-25', request)).toEqual([])
})

it.each([
  [/params\.elicitationId is missing/, ['elicitation/create', PAGE]],
  [/params\.elicitationId is 1/, ['elicitation/create', { ...PAGE, elicitationId: 1 }]],
  [/requestedSchema\.required\[0\] is 1/, form({}, { required: [1] })],
  [/content\.type is "resource_link"/, sampling({ type: 'resource_link', uri: 'a:b', name: 'n' })]
] satisfies [RegExp, [string, object]][])(
  'finds what is not as it has to be: %s',
  (words, asked) => {
    const violations = found('2025-11-25', asked)
    expect(violations).toMatchObject([{ rule: 'invalid-params', clause: 'MCP 2025-11-25, Schema' }])
    expect(violations[0]?.message).toMatch(words)
  }
)

it.each([{ tools: [] }, { toolChoice: { mode: 'auto' } }])(
  'finds tools for a model that the client has not declared: %j',
  (more) => {
    const [violation] = found('2025-11-25', sampling(SAID, more), { sampling: {} })
    expect(violation).toMatchObject({ rule: 'undeclared-capability' })
    expect(violation?.message).toMatch(/"sampling\.tools"/)
  }
)

it.each([
  ['an older form', form({ one: { type: 'string', enum: ['a'], enumNames: ['A'] } })],
  ['an older question', sampling(SAID)],
  // JSON Schema allows that, and no revision says otherwise.
  ['a field that is required and not described', form({}, { required: ['name'] })]
])('finds nothing wrong with %s', (_what, asked) => {
  expect(found('2025-06-18', asked)).toEqual([])
})
