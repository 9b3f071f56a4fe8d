import { describe, expect, it } from 'vitest'
import { checkAgainst } from './validate'

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

/** Each definition refers twice to the next one, so that 20 of them unroll to a million. */
function doubling(levels: number): object {
  const $defs: Record<string, object> = { d0: { type: 'string' } }
  for (const level of numbers(levels)) {
    const $ref = `#/$defs/d${level}`
    $defs[`d${level + 1}`] = { anyOf: [{ $ref }, { $ref }] }
  }
  return { $ref: `#/$defs/d${levels}`, $defs }
}

function nested(levels: number): object {
  let schema: object = { type: 'string' }
  for (const _level of numbers(levels)) schema = { properties: { a: schema } }
  return schema
}

/** Each definition refers to the next one, and all of it to itself. */
function longChain(length: number): object {
  const $defs: Record<string, object> = { [`d${length}`]: { type: 'string' } }
  for (const link of numbers(length)) $defs[`d${link}`] = { $ref: `#/$defs/d${link + 1}` }
  return { $defs, properties: { a: { $ref: '#' }, b: { $ref: '#/$defs/d0' } } }
}

/** Each text leads its engine into states that no other text has led into. */
const exploding = '(?:a|b)*a(?:a|b){100}[cd]'

const mutual = {
  $ref: '#/$defs/a',
  $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } }
}

describe('A hostile schema ends in a verdict', () => {
  it.each<[string, unknown, unknown, string]>([
    ['when its references are a long chain', longChain(4_799), { a: {} }, 'fits'],
    ['when a value needs the long chain', longChain(4_799), { a: { b: 1 } }, 'not checked'],
    ['when it is 10,000 levels deep', nested(10_000), {}, 'not checked'],
    ['when it refers to itself', { $ref: '#' }, {}, 'not checked'],
    ['when its parts refer to each other', mutual, {}, 'not checked'],
    ['when it unrolls to a million alternatives', doubling(20), 1, 'not checked'],
    ['when it unrolls to a thousand alternatives', doubling(10), 1, 'fails'],
    ['when it lists 100,000 values', { enum: numbers(100_000) }, 1, 'not checked'],
    ['when it lists 10,000 values', { enum: numbers(10_000) }, -1, 'fails'],
    ['when its items have to differ', { uniqueItems: true }, numbers(5_000).map(member), 'fits'],
    ['when two of its items do not differ', { uniqueItems: true }, twins(), 'fails'],
    ['when its pattern backtracks', { pattern: '^(a+)+$' }, `${'a'.repeat(100_000)}!`, 'fails'],
    ['when its pattern has too many states', { pattern: exploding }, 'ab'.repeat(400), 'fits'],
    ['when its pattern is endless', { pattern: '(a{1,1000}){1,1000}' }, 'a', 'fits'],
    ['when its pattern is far too long', { pattern: 'a'.repeat(1_001) }, 'b', 'fits'],
    ['when its patterns are many', many(), 'x'.repeat(5_000), 'fits'],
    ['when its format is of a long text', { format: 'email' }, '-a'.repeat(50_000), 'fits'],
    ['when it is one of many alternatives', branching(), chain(150), 'not checked']
  ])('%s', (_when, schema, value, kind) => {
    expect(checkAgainst(schema, value).kind).toBe(kind)
  })

  function member(index: number): object {
    return { id: index, tags: ['a', 'b'], inner: { index } }
  }

  function twins(): object[] {
    return [...numbers(5_000).map(member), member(4_999)]
  }

  function many(): object {
    return { allOf: numbers(200).map((index) => ({ pattern: `(?:x|y){${index},500}(?=z)` })) }
  }

  function branching(): object {
    const branch = { properties: { next: { $ref: '#' } }, required: ['none'] }
    return { anyOf: numbers(10).map(() => branch) }
  }

  function chain(length: number): unknown {
    let value: unknown = {}
    for (const _link of numbers(length)) value = { next: value }
    return value
  }
})

describe('A large value that is right', () => {
  it('is checked to the end', () => {
    const schema = {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'integer' }, slug: { pattern: '^[a-z0-9-]{1,64}$' } },
        required: ['id', 'slug'],
        additionalProperties: false
      }
    }
    const rows = numbers(5_000).map((id) => ({ id, slug: `row-number-${id}-of-many` }))
    expect(checkAgainst(schema, rows)).toEqual({ kind: 'fits', leavesOut: [] })
    expect(checkAgainst(schema, [...rows, { id: 1, slug: '' }])).toMatchObject({
      findings: [{ pointer: '/5000/slug' }]
    })
  })

  it('may be deep in a recursive schema', () => {
    let value: unknown = { label: 'x' }
    for (const _level of numbers(90)) value = { label: 'x', children: [value] }
    const schema = {
      properties: { label: { type: 'string' }, children: { items: { $ref: '#' } } },
      required: ['label']
    }
    expect(checkAgainst(schema, value).kind).toBe('fits')
  })
})
