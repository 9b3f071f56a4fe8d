import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readLeniently } from './lenient-read'

const Person = z.object({ name: z.string(), age: z.number().optional() })
const schema = z.object({
  size: z.enum(['small', 'large']).default('small'),
  people: z.array(Person).default([]),
  byId: z.record(z.string(), z.object({ pair: z.tuple([z.string(), z.number()]) })).default({})
})
const read = (value: unknown) => readLeniently(schema, structuredClone(value))

describe('a lenient reader', () => {
  it('gives each field that it understands, and names the one that it does not', () => {
    expect(read({ size: 'huge', people: [{ name: 'Ada' }] })).toEqual({
      content: { size: 'small', people: [{ name: 'Ada' }], byId: {} },
      lost: [{ field: 'size', isWhole: true }]
    })
  })

  it('leaves out the records that lack something, and no other', () => {
    const people = [{ name: 1 }, { name: 'Ada' }, {}, { name: 'Bob', age: 'old' }, null]
    expect(read({ people })).toEqual({
      content: { size: 'small', people: [{ name: 'Ada' }, { name: 'Bob' }], byId: {} },
      lost: [{ field: 'people', isWhole: false }]
    })
  })

  it('leaves out a member whose inside cannot be mended', () => {
    const byId = { good: { pair: ['a', 1] }, bad: { pair: ['a', 'b'] }, worse: 7 }
    expect(read({ byId })).toEqual({
      content: { size: 'small', people: [], byId: { good: { pair: ['a', 1] } } },
      lost: [{ field: 'byId', isWhole: false }]
    })
  })

  it.each([[undefined], [null], [[]], ['text'], [7]])('understands nothing of %j', (value) => {
    expect(read(value)).toEqual({ content: undefined, lost: 'all' })
  })

  it('ends with whatever it is given', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => (n % 2 === 0 ? { name: `${n}` } : n))
    const { content } = read({ people: many })
    expect(content?.people).toHaveLength(2_500)
  })
})
