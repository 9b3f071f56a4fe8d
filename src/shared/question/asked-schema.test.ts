import { expect, it } from 'vitest'
import { askedSchema } from './asked-schema'

it('reads the titles of choices of the older kind, and leaves other fields as they are', () => {
  const properties = {
    pet: { type: 'string', enum: ['p1', 'p2', 'p3'], enumNames: ['Cat', 'Dog'] },
    plain: { type: 'string', enum: ['a'] },
    name: { type: 'string', title: 'Name' }
  }
  expect(askedSchema({ type: 'object', properties, required: ['pet'] })).toEqual({
    type: 'object',
    required: ['pet'],
    additionalProperties: false,
    properties: {
      ...properties,
      pet: {
        type: 'string',
        oneOf: [{ const: 'p1', title: 'Cat' }, { const: 'p2', title: 'Dog' }, { const: 'p3' }]
      }
    }
  })
})

it('takes nothing away that the person may answer', () => {
  const free = { type: 'array', items: { type: 'number' }, minItems: 2 }
  const twice = { type: 'array', items: { enum: ['a', 'b'] }, default: ['a', 'a'] }
  const many = { type: 'array', items: { enum: ['a', 'b'] }, minItems: 3 }
  const properties = { free, twice, many }
  expect(askedSchema({ type: 'object', properties })).toMatchObject({ properties })
  expect(JSON.stringify(askedSchema({ type: 'object', properties }))).not.toContain('uniqueItems')
})

it('has several choices ticked, each once', () => {
  const titled = { anyOf: [{ const: 'r', title: 'Red' }, { const: 'g' }] }
  const properties = {
    plain: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 1 },
    titled: { type: 'array', items: titled }
  }
  expect(askedSchema({ type: 'object', properties })).toMatchObject({
    properties: {
      plain: { ...properties.plain, uniqueItems: true },
      titled: { ...properties.titled, uniqueItems: true }
    }
  })
})
