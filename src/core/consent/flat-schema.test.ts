import { expect, it } from 'vitest'
import type { JsonObject } from '../../shared/json/json'
import { formAsk } from './flat-schema'

const asked = (properties: JsonObject, more: JsonObject = {}) =>
  formAsk({ message: 'Who?', requestedSchema: { type: 'object', properties, ...more } })

const CHOICES = [
  { const: 'a', title: 'A' },
  { const: 'b', title: 'B' }
]

it.each<[string, JsonObject]>([
  ['a text', { type: 'string', minLength: 1, format: 'email', default: 'a@example.com' }],
  ['one of several', { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] }],
  ['one of several with titles', { type: 'string', oneOf: CHOICES }],
  ['some of several', { type: 'array', items: { type: 'string', enum: ['a'] }, default: ['a'] }],
  ['some of several with titles', { type: 'array', items: { anyOf: CHOICES } }],
  ['what is not a secret', { type: 'integer', description: 'A number. Not your pin, please.' }]
])('a form may have a field for %s', (_what, field) => {
  expect(asked({ field }).secretFields).toEqual([])
})

let deep: JsonObject = { type: 'string' }
for (let depth = 0; depth < 20_000; depth++) deep = { type: 'array', items: deep }
const object = { type: 'object', properties: { password: { type: 'string' } } }

it.each<[string, JsonObject]>([
  ['an object', object],
  ['lists of lists', { type: 'array', items: { type: 'array', items: { type: 'string' } } }],
  ['lists without end', deep],
  ['a list of anything', { type: 'array' }],
  ['an object as a choice', { oneOf: [object] }],
  ['an object as one of two', { type: 'string', anyOf: [object] }],
  ['what is written elsewhere', { type: 'string', $ref: '#/$defs/it' }],
  ['what is put together', { type: 'string', allOf: [object] }]
])('a form may have no field for %s', (_what, field) => {
  expect(() => asked({ field })).toThrow('requestedSchema.properties.field is not a single value.')
})

it('a form may have no fields but those that it lists', () => {
  expect(() => asked({}, { allOf: [object] })).toThrow('has to describe an object')
})

it.each(['apiKey', 'Pass\u200bword', 'ｐａｓｓｗｏｒｄ', 'seed phrase', 'PIN'])(
  'a field seems to want something secret: %s',
  (title) => {
    expect(asked({ field: { type: 'string', title } }).secretFields).toEqual(['field'])
  }
)
