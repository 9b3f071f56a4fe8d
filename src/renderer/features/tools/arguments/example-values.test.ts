import { describe, expect, it } from 'vitest'
import { exampleArguments } from './example-values'

describe('examples', () => {
  it('are what the schema itself offers, and nothing else', () => {
    const schema = {
      type: 'object',
      properties: {
        city: { type: 'string', examples: ['Oslo', 'Rome'] },
        count: { type: 'integer', default: 3 },
        kind: { const: 'x' },
        secret: { type: 'string' },
        place: { $ref: '#/$defs/place' }
      },
      $defs: { place: { type: 'object', properties: { zip: { type: 'string', example: '0150' } } } }
    }
    expect(exampleArguments(schema)).toEqual({
      city: 'Oslo',
      count: 3,
      kind: 'x',
      place: { zip: '0150' }
    })
    expect(exampleArguments({ type: 'object', properties: { a: { type: 'string' } } })).toBe(
      undefined
    )
  })

  it('end even where the schema does not', () => {
    const names = Array.from({ length: 50 }, (_, index) => [`p${index}`, { $ref: '#' }])
    const schema = { type: 'object', properties: Object.fromEntries(names) as object }
    expect(exampleArguments(schema)).toBeUndefined()
  })
})
