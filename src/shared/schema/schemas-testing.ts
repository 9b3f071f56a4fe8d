/** Random small schemas and values, for tests. They meet each other often enough to be of use. */
import fc from '../json/properties-testing'
import type { Json } from '../json/json'

const NAMES = ['a', 'b', 'x-c', 'a1']
const name = fc.constantFrom(...NAMES)
const number = fc.constantFrom(-3, -1, 0, 0.5, 1, 2, 3, 10)
const count = fc.integer({ min: 0, max: 3 })
const text = fc.constantFrom('', 'a', 'ab', 'abc', 'x-c', '2024-02-29', 'a@b.co', '👍', '1')
const pattern = fc.constantFrom('^a', 'b$', '^x-', '.', '^$', '[0-9]')

/** With names that Ajv can do; those that others inherit lead it astray. */
function object<T>(values: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc
    .uniqueArray(fc.tuple(name, values), { maxLength: 3, selector: ([key]) => key })
    .map((members) => Object.fromEntries(members))
}

export const someJson: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false),
    number,
    text,
    fc.array(tie('json'), { maxLength: 3 }),
    object(tie('json'))
  )
})).json

const type = fc.constantFrom('null', 'boolean', 'object', 'array', 'number', 'string', 'integer')

export const someSchema = fc.letrec<{ schema: object | boolean }>((tie) => {
  const schema = tie('schema')
  const schemas = fc.array(schema, { minLength: 1, maxLength: 3 })
  const keywords: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
    enum: fc.uniqueArray(someJson, {
      minLength: 1,
      maxLength: 3,
      selector: (value) => JSON.stringify(value)
    }),
    const: someJson,
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: fc.constantFrom(1, 2, 0.5, 3),
    minLength: count,
    maxLength: count,
    pattern,
    format: fc.constantFrom('date', 'email', 'nobody'),
    items: schema,
    prefixItems: schemas,
    contains: schema,
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    unevaluatedItems: schema,
    properties: object(schema),
    patternProperties: fc.dictionary(pattern, schema, { maxKeys: 2 }),
    additionalProperties: schema,
    propertyNames: schema,
    required: fc.uniqueArray(name, { maxLength: 2 }),
    minProperties: count,
    maxProperties: count,
    dependentRequired: object(fc.uniqueArray(name, { maxLength: 2 })),
    dependentSchemas: object(schema),
    unevaluatedProperties: schema,
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: schema
  }
  const condition = fc.record(
    { if: schema, then: schema, else: schema },
    { requiredKeys: ['if', 'then'] }
  )
  const some = fc
    .uniqueArray(fc.constantFrom(...Object.keys(keywords)), { maxLength: 3 })
    .chain((names) =>
      fc
        .tuple(...names.map((keyword) => keywords[keyword] ?? fc.constant(undefined)))
        .map((values) => {
          return Object.fromEntries(names.map((keyword, index) => [keyword, values[index]]))
        })
    )
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.boolean(),
      { weight: 6, arbitrary: some },
      { weight: 1, arbitrary: condition }
    )
  }
}).schema
