import { expect, it } from 'vitest'
import { withTitles } from './choice-titles'

it('reads the titles of choices of the older kind, and leaves everything else as it is', () => {
  const properties = {
    pet: { type: 'string', enum: ['p1', 'p2', 'p3'], enumNames: ['Cat', 'Dog'] },
    plain: { type: 'string', enum: ['a'] },
    name: { type: 'string', title: 'Name' }
  }
  expect(withTitles({ type: 'object', properties, required: ['pet'] })).toEqual({
    type: 'object',
    required: ['pet'],
    properties: {
      ...properties,
      pet: {
        type: 'string',
        oneOf: [{ const: 'p1', title: 'Cat' }, { const: 'p2', title: 'Dog' }, { const: 'p3' }]
      }
    }
  })
})
