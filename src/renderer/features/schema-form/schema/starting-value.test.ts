import { expect, it } from 'vitest'
import { startingValue } from './starting-value'

it('holds what is prescribed where something has to be sent, and nothing else', () => {
  const schema = {
    type: 'object',
    required: ['version', 'count', 'name', 'only', 'place'],
    properties: {
      version: { const: null },
      count: { type: 'integer', default: 3 },
      name: { type: 'string', examples: ['Ada'] },
      only: { enum: ['one'] },
      optional: { type: 'integer', default: 5 },
      place: {
        type: 'object',
        required: ['unit'],
        properties: { unit: { default: 'C' }, note: { type: 'string', default: 'x' } }
      }
    }
  }
  expect(startingValue(schema)).toEqual({
    version: null,
    count: 3,
    only: 'one',
    place: { unit: 'C' }
  })
})

it('holds what follows from what it holds', () => {
  const schema = {
    type: 'object',
    required: ['mode'],
    properties: { mode: { const: 'fast' } },
    if: { properties: { mode: { const: 'fast' } } },
    then: { required: ['speed'], properties: { speed: { default: 9 } } }
  }
  expect(startingValue(schema)).toEqual({ mode: 'fast', speed: 9 })
})

it('ends where objects require each other without end', () => {
  const schema = { type: 'object', required: ['next'], properties: { next: { $ref: '#' } } }
  expect(JSON.stringify(startingValue(schema)).length).toBeLessThan(200)
})

it.each([undefined, null, 7, [], {}, true, { properties: 'x', required: 'a' }])(
  'is empty for a schema that is none: %j',
  (schema) => expect(startingValue(schema)).toEqual({})
)
