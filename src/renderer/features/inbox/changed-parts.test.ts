import { expect, it } from 'vitest'
import { changedParts } from './changed-parts'

it('finds what is new, gone and different, and nothing else', () => {
  const before = { name: 'a', description: 'Reads.', annotations: {}, schema: { b: 1, a: 2 } }
  const after = { name: 'a', description: 'Sends.', title: 'A', schema: { a: 2, b: 1 } }
  expect(changedParts(before, after)).toEqual([
    { name: 'description', was: 'Reads.', is: 'Sends.' },
    { name: 'annotations', was: '{}', is: undefined },
    { name: 'title', was: undefined, is: 'A' }
  ])
})
