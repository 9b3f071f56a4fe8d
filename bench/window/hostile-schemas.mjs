// Schemas that a server could bring a window down with. As texts: some of them are too deep to be written.

const LEVELS = 10_000

/** By the names of the tools that have them. */
export const hostileSchemas = {
  deep: `${'{"type":"object","properties":{"a":'.repeat(LEVELS)}{}${'}}'.repeat(LEVELS)}`,
  cyclic: written({
    type: 'object',
    properties: { value: { type: 'string' }, loop: { $ref: '#/$defs/one' } },
    $defs: { one: { $ref: '#/$defs/other' }, other: { $ref: '#/$defs/one' } }
  }),
  recursive: written({
    $ref: '#/$defs/node',
    $defs: {
      node: {
        type: 'object',
        properties: { value: { type: 'string' }, next: { $ref: '#/$defs/node' } },
        required: ['value', 'next']
      }
    }
  }),
  enum_100000: ofProperties({ value: { enum: many(100_000, (index) => `choice ${index}`) } }),
  enum_10000: ofProperties({ value: { enum: many(10_000, (index) => `choice ${index}`) } }),
  redos: ofProperties({
    value: { type: 'string', pattern: '^(a+)+$' },
    nested: { type: 'string', pattern: '^((a*)*)*b$' }
  }),
  wide_5000: ofProperties(
    Object.fromEntries(many(5_000, (index) => [`value_${index}`, { type: 'string' }]))
  ),
  wide_4900: ofProperties(
    Object.fromEntries(many(4_900, (index) => [`value_${index}`, { type: 'string' }]))
  ),
  remote: ofProperties({
    value: { type: 'string' },
    other: { $ref: 'https://schemas.invalid/other.json' }
  }),
  any_of_1000: ofProperties({
    value: { anyOf: many(1_000, (index) => ({ type: 'object', required: [`member_${index}`] })) },
    text: { anyOf: many(1_000, (index) => ({ const: `choice ${index}` })) }
  }),
  all_of_exponential: written({
    type: 'object',
    properties: { value: { $ref: '#/$defs/level_0' } },
    $defs: Object.fromEntries(many(32, (level) => [`level_${level}`, doubled(level)]))
  })
}

function doubled(level) {
  if (level === 31) return { type: 'string' }
  const next = { $ref: `#/$defs/level_${level + 1}` }
  return { allOf: [next, next] }
}

function ofProperties(properties) {
  return written({ type: 'object', properties })
}

function written(schema) {
  return JSON.stringify(schema)
}

function many(count, make) {
  return Array.from({ length: count }, (_, index) => make(index))
}
