import { describe, expect, it } from 'vitest'
import { fromJson } from '../json/json'
import { checkAgainst, type SchemaFinding } from './validate'

const reading = {
  type: 'object',
  properties: { temperature: { type: 'number' }, unit: { enum: ['C', 'F'] } },
  required: ['temperature'],
  additionalProperties: false
}

describe('A number that JavaScript cannot hold', () => {
  const saysOf = (schema: unknown, text: string): readonly string[] => {
    const check = checkAgainst(fromJson(JSON.stringify(schema)), fromJson(text))
    return check.kind === 'fails' ? check.findings.map(({ message }) => message) : [check.kind]
  }
  const large = fromJson('18446744073709551615')

  it.each<[string, unknown, string]>([
    ['a whole number', { type: 'integer', format: 'int64', minimum: 0 }, '12345678901234567890'],
    ['a number', { type: 'number' }, '1e400'],
    ['a limit of all its digits', { maximum: large }, '18446744073709551615'],
    ['a listed one', { enum: ['x', large] }, '18446744073709551615'],
    ['the only one', { const: { a: large } }, '{"a":18446744073709551615}'],
    ['a multiple', { multipleOf: 5 }, '12345678901234567890'],
    ['too far away to be divided', { multipleOf: 3 }, '1e400000000']
  ])('fits as %s', (_as, schema, text) => {
    expect(saysOf(schema, text)).toEqual(['fits'])
  })

  it.each<[string, unknown, string, string]>([
    ['a text', { type: 'string' }, '1e400', 'The type is number, not string.'],
    ['a whole number', { type: 'integer' }, '1e-400', 'It has to be a whole number.'],
    [
      'too large',
      { maximum: large },
      '18446744073709551616',
      'It has to be at most 18446744073709551615.'
    ],
    ['another', { const: large }, '18446744073709551616', 'It has to be 18446744073709551615.'],
    ['a multiple', { multipleOf: 7 }, '12345678901234567890', 'It has to be a multiple of 7.'],
    [
      'twice there',
      { uniqueItems: true },
      '[1e400,1e400]',
      'Each item has to be different, and those at 0 and 1 are the same.'
    ]
  ])('does not fit as %s', (_as, schema, text, message) => {
    expect(saysOf(schema, text)).toEqual([message])
  })
})

describe('A value fails its schema', () => {
  it.each<[string, unknown, unknown, string, string]>([
    ['by its type', reading, [], '', 'The type is array, not object.'],
    ['by what is missing', reading, {}, '/temperature', 'It is required.'],
    ['by a part', reading, { temperature: '2' }, '/temperature', 'The type is string, not number.'],
    ['by a fraction', { type: 'integer' }, 1.5, '', 'It has to be a whole number.'],
    [
      'by a value that is not listed',
      reading,
      { temperature: 1, unit: 'K' },
      '/unit',
      'It has to be one of 2 values: C, F.'
    ],
    [
      'by a value that could be mistaken for a listed one',
      { enum: [1, 'true', null] },
      true,
      '',
      'It has to be one of 3 values: 1, "true", null.'
    ],
    [
      'by what it must not have',
      reading,
      { temperature: 1, x: 2 },
      '/x',
      'The schema does not know this member.'
    ],
    [
      'in an item',
      { items: { type: 'string' } },
      ['a', 2],
      '/1',
      'The type is number, not string.'
    ],
    [
      'in all types that it may have',
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      1,
      '',
      'The type is number, not string or null.'
    ],
    [
      'in all titled choices',
      { oneOf: [{ const: 'a' }, { const: 'b' }] },
      'c',
      '',
      'It has to be one of 2 values: a, b.'
    ],
    ['behind a reference', referring(), 2, '', 'It has to be at least 3.'],
    ['behind definitions', draft7(), { a: 1 }, '/a', 'The type is number, not string.'],
    ['at a flag of draft 4', draft4(), 3, '', 'It has to be more than 3.'],
    [
      'in a name with a slash',
      { properties: { 'a/b': false } },
      { 'a/b': 1 },
      '/a~1b',
      'The schema allows nothing here.'
    ],
    ['by a schema that is false', false, 1, '', 'The schema allows nothing here.'],
    [
      'deep in a recursion',
      tree(),
      { children: [{ children: [7] }] },
      '/children/0/children/0',
      'The type is number, not object.'
    ],
    [
      'by items that are the same',
      { uniqueItems: true },
      [1, 2, 1],
      '',
      'Each item has to be different, and those at 0 and 2 are the same.'
    ],
    [
      'by its length',
      { minLength: 3 },
      'a👍',
      '',
      'It has to have at least 3 characters, and has 2.'
    ],
    ['by a pattern', { pattern: '^a' }, 'b', '', 'It has to match the pattern "^a".'],
    ['by a format', { format: 'date' }, 'b', '', 'It has to be a date such as 2024-02-29.'],
    [
      'by what another member needs',
      { dependentRequired: { a: ['b'] } },
      { a: 1 },
      '/b',
      'It is required when "a" is there.'
    ],
    ['by what is ruled out', { not: { const: 'x' } }, 'x', '', 'It must not be "x".'],
    [
      'by fitting twice',
      { oneOf: [true, { type: 'number' }, false] },
      1,
      '',
      'It has to fit exactly one of the alternatives, and fits 1 and 2 of 3.'
    ]
  ])('%s', (_how, schema, value, pointer, message) => {
    const verdict = checkAgainst(schema, value)
    expect(verdict.kind === 'fails' && verdict.findings.map(withoutKeyword)).toEqual([
      { pointer, message }
    ])
  })

  it('in all that is wrong with it at once', () => {
    const verdict = checkAgainst(reading, { temperature: 'x', unit: 'y', more: 1 })
    expect(verdict.kind === 'fails' && verdict.findings.map(({ pointer }) => pointer)).toEqual([
      '/temperature',
      '/unit',
      '/more'
    ])
  })

  it('in so many ways that not all are listed', () => {
    const verdict = checkAgainst(
      { items: { type: 'string' } },
      Array.from({ length: 51 }, () => 1)
    )
    expect(verdict.kind === 'fails' && [verdict.findings.length, verdict.isCut]).toEqual([50, true])
  })

  it('as the alternative that was meant says', () => {
    const verdict = checkAgainst(catOrDog, { kind: 'dog', name: 7, age: 3 })
    expect(verdict).toMatchObject({
      findings: [
        { pointer: '/name', message: 'The type is number, not string.' },
        { pointer: '/age', message: 'The schema does not know this member.' },
        {
          pointer: '',
          keyword: 'oneOf',
          message: 'It fits none of the 2 alternatives; alternative 2 is the closest.'
        }
      ]
    })
  })

  function withoutKeyword({ pointer, message }: SchemaFinding): object {
    return { pointer, message }
  }
})

const catOrDog = {
  oneOf: [
    {
      properties: { kind: { const: 'cat' }, name: { type: 'number' }, age: { type: 'number' } },
      required: ['kind']
    },
    {
      properties: { kind: { const: 'dog' }, name: { type: 'string' } },
      required: ['kind'],
      additionalProperties: false
    }
  ]
}

describe('A value fits its schema', () => {
  it.each<[string, unknown, unknown]>([
    ['when it is as it has to be', reading, { temperature: 1, unit: 'C' }],
    ['when the schema is true', true, 1],
    ['when siblings of a reference do not count in draft 7', draft7(), { a: 'x' }],
    ['when an integer is written with a fraction of zero', { type: 'integer' }, 1.0],
    ['when a pattern names its properties', named(), { x_1: 1 }],
    ['when only a format that nobody knows speaks against it', { format: 'colour' }, 'x'],
    ['when a recursion ends', tree(), { children: [{ children: [] }] }]
  ])('%s', (_when, schema, value) => {
    expect(checkAgainst(schema, value).kind).toBe('fits')
  })
})

describe('A pattern that looks around', () => {
  const around = { pattern: '^(?=a)' }
  it.each<[string, unknown, unknown]>([
    ['is left out', around, 'b'],
    ['is left out where it is negated', { not: around }, 'b'],
    ['is left out among alternatives', { oneOf: [around, { pattern: '^b' }] }, 'b'],
    ['is left out in a condition', { if: around, then: false, else: false }, 'b'],
    ['is left out in what an array contains', { contains: around, maxContains: 0 }, ['b']],
    [
      'is left out in names, of which others may be known by it',
      { patternProperties: { '(?=a)': { type: 'string' } }, additionalProperties: false },
      { a: 1 }
    ],
    [
      'is left out in what it leaves unevaluated',
      { anyOf: [{ properties: { a: around } }], unevaluatedProperties: false },
      { a: 'x', b: 1 }
    ]
  ])('%s', (_how, schema, value) => {
    const verdict = checkAgainst(schema, value)
    expect(verdict.kind === 'fits' && verdict.leavesOut).toHaveLength(1)
  })

  it('hides nothing else that is wrong', () => {
    const verdict = checkAgainst({ ...around, minLength: 3 }, 'b')
    expect(verdict).toMatchObject({
      kind: 'fails',
      findings: [{ keyword: 'minLength' }],
      leavesOut: ['pattern']
    })
  })
})

describe('A value is not checked', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
  it.each<[string, unknown, unknown]>([
    ['when the schema cannot be used', { $ref: 'http://127.0.0.1:9/x' }, 1],
    ['when it has too much text', { type: 'string' }, 'x'.repeat(5 * 1024 * 1024)],
    ['when it has too many parts', { type: 'array' }, numbers(60_000)],
    ['when it is nested too deep', { type: 'array' }, deep(10_000)],
    ['when a recursion branches too often', branching(), chain(11)],
    ['when there are too many alternatives', alternatives(), numbers(10_000)]
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

  it('that is half a character is found', () => {
    const verdict = checkAgainst({ properties: { '\ud800': false } }, { '\ud800': 1 })
    expect(verdict).toMatchObject({ findings: [{ pointer: '/\ud800' }] })
  })
})

function draft7(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    properties: { a: { $ref: '#/definitions/text', minLength: 9 } },
    definitions: { text: { type: 'string' } }
  }
}

function draft4(): object {
  return {
    $schema: 'http://json-schema.org/draft-04/schema#',
    minimum: 3,
    exclusiveMinimum: true
  }
}

function referring(): object {
  return { $ref: '#/$defs/a', $defs: { a: { minimum: 3 } } }
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
