import { describe, expect, it } from 'vitest'
import { checkAgainst } from './validate'

const reading = {
  type: 'object',
  properties: { temperature: { type: 'number' }, unit: { enum: ['C', 'F'] } },
  required: ['temperature'],
  additionalProperties: false
}

describe('A value fails its schema', () => {
  it.each<[string, unknown, unknown, string, RegExp]>([
    ['by its type', reading, [], '', /The type is "array", not "object"\./],
    ['by what is missing', reading, {}, '', /required property "temperature"/],
    ['by the type of a part', reading, { temperature: '20' }, '/temperature', /"string", not "num/],
    ['by a value that is not listed', reading, { temperature: 1, unit: 'K' }, '/unit', /any of/],
    ['by what it must not have', reading, { temperature: 1, x: 2 }, '/x', /allows nothing here/],
    ['in an item', { items: { type: 'string' } }, ['a', 2], '/1', /"number", not "string"/],
    ['in all alternatives', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, '', /any sub/],
    [
      'behind a reference',
      { $ref: '#/$defs/a', $defs: { a: { minimum: 3 } } },
      2,
      '',
      /less than 3/
    ],
    ['behind draft 7’s definitions', draft7(), { a: 1 }, '/a', /"number", not "string"/],
    ['in a name with a slash', { properties: { 'a/b': false } }, { 'a/b': 1 }, '/a~1b', /./],
    ['by a schema that is false', false, 1, '', /./],
    [
      'deep in a recursion',
      tree(),
      { children: [{ children: [7] }] },
      '/children/0/children/0',
      /./
    ],
    ['by items that are the same', { uniqueItems: true }, [1, 1], '', /Duplicate/],
    ['by a pattern’s sibling', { pattern: '^a', minLength: 3 }, 'a', '', /too short/]
  ])('%s', (_how, schema, value, pointer, reason) => {
    const verdict = checkAgainst(schema, value)
    expect(verdict).toMatchObject({ kind: 'fails', pointer })
    expect(verdict.kind === 'fails' && verdict.reason).toMatch(reason)
  })
})

describe('A value fits its schema', () => {
  it.each<[string, unknown, unknown]>([
    ['when it is as it has to be', reading, { temperature: 1, unit: 'C' }],
    ['when the schema is true', true, 1],
    ['when siblings of a reference do not count in draft 7', draft7(), { a: 'x' }],
    ['when an integer is written with a fraction of zero', { type: 'integer' }, 1.0],
    ['when only a pattern speaks against it', { pattern: '^a' }, 'b'],
    ['when only what a pattern negates speaks against it', { not: { pattern: '^a' } }, 'b'],
    ['when patterns tell alternatives apart', { oneOf: [{ pattern: 'a' }, { pattern: 'b' }] }, 'a'],
    ['when a pattern names its properties', named(), { x_1: 1 }],
    ['when only a format speaks against it', { format: 'email' }, 'nobody'],
    ['when a recursion ends', tree(), { children: [{ children: [] }] }]
  ])('%s', (_when, schema, value) => {
    expect(checkAgainst(schema, value).kind).toBe('fits')
  })

  it('and it is said which keywords were left out', () => {
    expect(checkAgainst({ pattern: 'a' }, 'b')).toEqual({ kind: 'fits', leavesOut: ['pattern'] })
  })
})

describe('A value is not checked', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
  it.each<[string, unknown, unknown]>([
    ['when the schema cannot be used', { $ref: 'http://127.0.0.1:9/x' }, 1],
    ['when it has too much text', { type: 'string' }, 'x'.repeat(2 * 1024 * 1024)],
    ['when it has too many parts', { type: 'array' }, numbers(30_000)],
    ['when it is nested too deep', { type: 'array' }, deep(10_000)],
    ['when it is deep and the schema recursive', { items: { $ref: '#' } }, deep(20)],
    ['when it is wide and the schema recursive', { items: { $ref: '#' } }, numbers(3_000)],
    ['when too many items would be compared', { uniqueItems: true }, numbers(3_000)],
    ['when a recursion branches too often', branching(), chain(11)],
    ['when there are too many alternatives', alternatives(), numbers(10_000)],
    ['when a listed value is large and asked for often', listed(), numbers(10_000)],
    ['when a name has half a character', { properties: { '\ud800': false } }, { '\ud800': 1 }]
  ])('%s', (_when, schema, value) => {
    expect(checkAgainst(schema, value).kind).toBe('not checked')
  })

  /** Ten alternatives on each of eleven levels: a hundred thousand million evaluations. */
  function branching(): object {
    const branch = { properties: { next: { $ref: '#' } }, required: ['none'] }
    return { anyOf: numbers(10).map(() => branch) }
  }

  function alternatives(): object {
    return { items: { anyOf: [...numbers(4_000).map((value) => ({ const: -1 - value })), true] } }
  }

  function listed(): object {
    return { items: { anyOf: [{ enum: ['x'.repeat(200_000)] }, { type: 'number' }] } }
  }
})

describe('A hostile name', () => {
  it('does not reach the prototype of anything', () => {
    const schema: unknown = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"}},"required":["__proto__"],"anyOf":[{"properties":{"__proto__":true}}],"unevaluatedProperties":false}'
    )
    const verdicts = ['{"__proto__":{"polluted":1}}', '{"__proto__":"x"}', '{}'].map(
      (json) => checkAgainst(schema, JSON.parse(json)).kind
    )
    expect(verdicts).toEqual(['fails', 'fits', 'fails'])
    expect('polluted' in {}).toBe(false)
  })

  it('of the validator’s own does not lead it astray', () => {
    const schema = {
      $ref: '#/$defs/a',
      __absolute_ref__: 'urn:elsewhere',
      $defs: { a: { type: 'string' } }
    }
    expect(checkAgainst(schema, 1).kind).toBe('fails')
  })
})

function draft7(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    properties: { a: { $ref: '#/definitions/text', minLength: 9 } },
    definitions: { text: { type: 'string' } }
  }
}

function tree(): object {
  return { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } }
}

function named(): object {
  return { patternProperties: { '^x_': { type: 'number' } }, additionalProperties: false }
}

function deep(depth: number): unknown {
  let value: unknown = []
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

function chain(length: number): unknown {
  let value: unknown = {}
  for (let level = 0; level < length; level++) value = { next: value }
  return value
}
