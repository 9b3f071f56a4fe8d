import { describe, expect, it } from 'vitest'
import { schemaDigests } from './schema-digests'

const schema = { type: 'object', properties: { a: { type: 'number' }, b: { enum: ['x', 'y'] } } }
const inputOf = (inputSchema: unknown): string => schemaDigests({ name: 'a', inputSchema }).input

describe('The name of a schema', () => {
  it('is the same for the same schema, in whatever order its members come', () => {
    const other = { properties: { b: { enum: ['x', 'y'] }, a: { type: 'number' } }, type: 'object' }
    expect(inputOf(other)).toBe(inputOf(schema))
    expect(inputOf(JSON.parse(JSON.stringify(schema)))).toBe(inputOf(schema))
  })

  it('is another one for every other schema', () => {
    const others = [
      schema,
      { ...schema, properties: { ...schema.properties, a: { type: 'integer' } } },
      { ...schema, properties: { ...schema.properties, b: { enum: ['y', 'x'] } } },
      { ...schema, required: ['a'] },
      JSON.parse('{"__proto__": {"type": "object"}}') as unknown,
      {},
      true,
      false,
      null,
      undefined
    ]
    expect(new Set(others.map(inputOf)).size).toBe(others.length)
  })

  it('is found for each of the two schemas of a tool', () => {
    const { input, output } = schemaDigests({ name: 'a', inputSchema: {}, outputSchema: schema })
    expect([input, output]).toEqual([inputOf({}), inputOf(schema)])
  })

  it('is only that it is too large, for one that nothing is judged by', () => {
    let deep: object = {}
    for (let level = 0; level < 20_000; level++) deep = { items: deep }
    const long = { description: 'x'.repeat(10_000_000) }
    expect([inputOf(deep), inputOf(long)]).toEqual(['too large', 'too large'])
  })
})
