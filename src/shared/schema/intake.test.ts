import { describe, expect, it } from 'vitest'
import { DRAFT_7 } from './fixtures/hard-schema'
import { takeIn } from './intake'

function nested(depth: number): object {
  let schema: object = { type: 'string' }
  for (let level = 0; level < depth; level++) schema = { items: schema }
  return schema
}

/** Each definition refers twice to the next one, so that 20 of them unroll to a million. */
function doubling(levels: number): object {
  const $defs: Record<string, object> = { d0: { type: 'string' } }
  for (let level = 1; level <= levels; level++) {
    const $ref = `#/$defs/d${level - 1}`
    $defs[`d${level}`] = { anyOf: [{ $ref }, { $ref }] }
  }
  return { $ref: `#/$defs/d${levels}`, $defs }
}

const many = (count: number) => Array.from({ length: count }, (_, index) => index)

function reasonOf(schema: unknown): string | undefined {
  const intake = takeIn(schema)
  return intake.isUsable ? undefined : intake.reason
}

describe('A schema is not used', () => {
  it.each<[string, unknown, RegExp]>([
    ['when it is no object', 'string', /not an object/],
    ['when it is too large', { description: 'x'.repeat(300_000) }, /256 KiB/],
    ['when it is nested too deep', nested(10_000), /64 levels/],
    ['when it has too many schemas', { anyOf: many(6_000).map(() => ({})) }, /5000 schemas/],
    ['when it lists too many values', { enum: many(11_000) }, /10000 values/],
    ['when it lists far too many values', { enum: many(100_000) }, /larger|more than/],
    ['when it unrolls to too many schemas', doubling(20), /unrolls/],
    ['when it is only itself', { $ref: '#' }, /without going deeper/],
    ['when two of its schemas are each other', circle(), /without going deeper/],
    ['when it refers to another document', { $ref: 'http://127.0.0.1:9/x' }, /never fetched/],
    ['when it refers to a file', { items: { $ref: 'other.json#/a' } }, /never fetched/],
    ['when it refers to what is not there', { $ref: '#/$defs/none' }, /does not have/],
    ['when it refers to a name that is not there', { $ref: '#none' }, /does not have/],
    ['when it refers to something inherited', { $ref: '#/constructor' }, /does not have/],
    ['when it has another document inside', { items: { $id: 'http://a/b' } }, /own "\$id"/],
    ['when it refers dynamically to nothing', { $dynamicRef: '#x' }, /does not have/],
    ['when it is a multiple of nothing', { multipleOf: 0 }, /"multipleOf"/],
    ['when its dialect is unknown', { $schema: 'urn:mine' }, /dialect/],
    ['when a keyword has a wrong value', { required: 5 }, /"required"/],
    ['when a type does not exist', { type: 'any' }, /"type"/],
    ['when a schema is no schema', { properties: { a: 7 } }, /has to be/]
  ])('%s', (_when, schema, reason) => {
    expect(reasonOf(schema)).toMatch(reason)
  })

  function circle(): object {
    return {
      $ref: '#/$defs/a',
      $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { anyOf: [{ $ref: '#/$defs/a' }] } }
    }
  }
})

describe('What keeps a schema from being used', () => {
  it.each<[string, unknown]>([
    ['its size', { description: 'x'.repeat(300_000) }],
    ['how many values it has', { enum: many(150_000).map(() => []) }],
    ['its depth', nested(10_000)],
    ['how many schemas it has', { anyOf: many(6_000).map(() => ({})) }],
    ['how many values it lists', { enum: many(11_000) }],
    ['what it unrolls to', doubling(20)],
    ['a dialect that is not known here', { $schema: 'urn:mine' }],
    ['another document inside it', { items: { $id: 'http://a/b' } }]
  ])('is a limit of ours when it is %s', (_what, schema) => {
    const reason = expect.stringContaining('Patchbay') as unknown
    expect(takeIn(schema)).toEqual({ isUsable: false, isOurLimit: true, reason })
  })

  it.each<[string, unknown]>([
    ['a wrong value', { required: 5 }],
    ['a circle', { $ref: '#' }],
    ['a reference to nothing', { $ref: '#/$defs/none' }],
    ['a reference to another document', { $ref: 'http://127.0.0.1:9/x' }],
    ['a dialect that is no text', { $schema: 7 }],
    ['that it is none', 'string']
  ])('is its own fault when it is %s', (_what, schema) => {
    expect(takeIn(schema)).toMatchObject({ isUsable: false, isOurLimit: false })
  })
})

describe('A schema is used', () => {
  it.each<[string, unknown]>([
    ['when it is a boolean', true],
    ['when it is nested up to the limit', nested(30)],
    ['when it refers to itself further in', { items: { $ref: '#' } }],
    ['when it refers to itself by its own id', { $id: 'urn:x', items: { $ref: 'urn:x#' } }],
    ['when it refers to an anchor', { $ref: '#a', $defs: { x: { $anchor: 'a' } } }],
    ['when it refers to itself dynamically', { items: { $dynamicRef: '#' } }],
    [
      'when a keyword is wrong that its dialect does not have',
      { $schema: DRAFT_7, prefixItems: 1 }
    ],
    ['when it refers to an escaped name', { $ref: '#/$defs/a~1b%25', $defs: { 'a/b%': true } }],
    ['when it refers to what is under an unknown keyword', { $ref: '#/x/y', x: { y: {} } }],
    ['when a property has the name of a keyword', { properties: { $ref: { type: 'string' } } }]
  ])('%s', (_when, schema) => {
    expect(reasonOf(schema)).toBeUndefined()
  })

  it('once, however often it is asked for', () => {
    const schema = { type: 'object' }
    expect(takeIn(schema)).toBe(takeIn(schema))
  })

  it('without being changed itself', () => {
    const schema = Object.freeze({
      $id: 'urn:x',
      $ref: '#/$defs/a',
      $defs: { a: { pattern: 'x' } }
    })
    const before = JSON.stringify(schema)
    takeIn(schema)
    expect([JSON.stringify(schema), Object.getOwnPropertyNames(schema.$defs.a)]).toEqual([
      before,
      ['pattern']
    ])
  })

  it('and says whether it is recursive', () => {
    const tree = { properties: { children: { items: { $ref: '#' } } } }
    expect([takeIn(tree), takeIn({ items: {} })]).toMatchObject([
      { isRecursive: true },
      { isRecursive: false }
    ])
  })
})
