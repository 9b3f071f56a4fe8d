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

  it('is left out when it cannot be used', () => {
    expect(editorSchema({ $ref: 'https://example.com/schema.json' })).toBeUndefined()
    expect(editorSchema(undefined)).toBeUndefined()
  })
})
