import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../shared/json/json'
import { whyNoForm } from './form-fit'
import { shapeOf } from './shape'
import { variantOf } from './variants'

const kindOf = (schema: unknown, value?: Json) => shapeOf(schema, schema, value).field.kind

describe('The kind of a field', () => {
  it.each<[string, unknown]>([
    ['text', { type: 'string' }],
    ['text', { type: ['string', 'null'] }],
    ['text', { anyOf: [{ type: 'null' }, { type: 'string' }] }],
    ['text', { maxLength: 3 }],
    ['file', { type: 'string', contentEncoding: 'base64' }],
    ['file', { type: 'string', contentEncoding: 'Base64', contentMediaType: 'text/csv' }],
    ['file', { type: 'string', format: 'byte' }],
    ['text', { type: 'string', contentMediaType: 'text/html' }],
    ['text', { type: 'string', contentMediaType: 'application/javascript' }],
    ['text', { type: 'string', contentMediaType: 'image/svg+xml' }],
    ['text', { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base16' }],
    ['constant', { const: null }],
    ['choice', { enum: [1, '1'] }],
    ['choice', { oneOf: [{ const: 1, title: 'One' }, { const: 2 }] }],
    ['ticks', { type: 'array', uniqueItems: true, items: { enum: ['a'] } }],
    ['list', { type: 'array', items: { enum: ['a'] } }],
    ['list', { prefixItems: [{}] }],
    ['object', { anyOf: [{ required: ['a'] }, { required: ['b'] }], type: 'object' }],
    ['variants', { type: ['boolean', 'string'] }],
    ['variants', {}],
    ['json', false],
    ['json', { allOf: [{ type: 'string' }, { type: 'array' }] }],
    ['json', { $ref: 'https://example.com/schema' }],
    ['json', { $dynamicRef: '#x' }]
  ])('is %s for %j', (kind, schema) => {
    expect(kindOf(schema)).toBe(kind)
  })
})

describe('Schemas that all apply', () => {
  it('are one schema with the strictest of their demands', () => {
    const schema = {
      type: 'number',
      minimum: 1,
      allOf: [
        { minimum: 3, maximum: 9 },
        { type: 'integer', maximum: 7, title: 'Inner' }
      ],
      title: 'Outer'
    }
    expect({ ...shapeOf(schema, schema, undefined).schema }).toEqual({
      type: 'integer',
      minimum: 3,
      maximum: 7,
      title: 'Outer'
    })
  })

  it('are the same object each time, so that nothing is drawn again without need', () => {
    const schema = { type: 'object', allOf: [{ properties: { a: { minLength: 1 } } }] }
    expect(shapeOf(schema, schema, { a: 'x' }).schema).toBe(
      shapeOf(schema, schema, { a: 'y' }).schema
    )
  })
})

describe('The alternative of a value', () => {
  const alternatives = {
    oneOf: [
      { properties: { kind: { const: 'a' }, n: { type: 'integer' } }, required: ['kind', 'n'] },
      { properties: { kind: { const: 'b' }, n: { type: 'string' } }, required: ['kind', 'n'] },
      { $ref: '#/$defs/list' }
    ],
    $defs: { list: { type: 'array', items: { $ref: '#/$defs/item' } }, item: { type: 'integer' } }
  }
  it.each<[Json, number]>([
    [{ kind: 'b', n: 'x' }, 1],
    [{ kind: 'b', n: 7 }, 1],
    [{ kind: 'a' }, 0],
    [[1], 2],
    [['x'], 2]
  ])('of %j is number %i', (value, index) => {
    const { field } = shapeOf(alternatives, alternatives, value)
    expect(field.kind === 'variants' && variantOf(alternatives, field.variants, value)).toBe(index)
  })
})

describe('A schema for which there is no form', () => {
  it.each<[unknown, RegExp]>([
    [{ type: 'string' }, /does not describe an object/],
    [{ type: 'object', properties: { a: { $ref: 'http://127.0.0.1:9/x' } } }, /never fetched/],
    [{ $ref: '#' }, /refers to itself/],
    [7, /./]
  ])('is %j', (schema, reason) => {
    expect(whyNoForm(schema)).toMatch(reason)
  })
})
