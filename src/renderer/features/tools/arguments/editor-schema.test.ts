import { describe, expect, it } from 'vitest'
import { editorSchema } from './editor-schema'

describe('a schema for the editor', () => {
  it('has no patterns and no names, but members that are called so', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'patchbay:server.json',
      type: 'object',
      properties: {
        pattern: { type: 'string', pattern: '^(a+)+$', description: 'a\u202eb' },
        id: { type: 'string', default: { pattern: 'kept' } }
      },
      patternProperties: { '^(x+)+$': { type: 'string' } },
      additionalProperties: false
    }
    expect(editorSchema(schema)).toEqual({
      type: 'object',
      properties: {
        pattern: { type: 'string', description: 'a<U+202E>b' },
        id: { type: 'string', default: { pattern: 'kept' } }
      }
    })
  })

  it('is none when something of it is hidden, because the editor would judge by that', () => {
    expect(editorSchema({ properties: { a: { enum: ['•••'] } } })).toBeUndefined()
  })

  it('has none of what is too much to be offered at every key, and then forbids nothing', () => {
    const many = Array.from({ length: 1_200 }, (_, index) => `value ${index}`)
    const schema = {
      properties: {
        one: { type: 'string', enum: many },
        two: { anyOf: many.map((value) => ({ const: value })) },
        three: {
          type: 'object',
          properties: Object.fromEntries(many.map((name) => [name, {}])),
          additionalProperties: false
        },
        few: { enum: ['a', 'b'] }
      },
      additionalProperties: false
    }
    expect(editorSchema(schema)).toEqual({
      properties: {
        one: { type: 'string' },
        two: {},
        three: { type: 'object' },
        few: { enum: ['a', 'b'] }
      },
      additionalProperties: false
    })
  })

  it('is left out when it cannot be used', () => {
    expect(editorSchema({ $ref: 'https://example.com/schema.json' })).toBeUndefined()
    expect(editorSchema(undefined)).toBeUndefined()
  })
})
