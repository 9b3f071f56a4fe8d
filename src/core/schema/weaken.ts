import type { Schema } from '@cfworker/json-schema'

const UNSURE = [
  'not',
  'if',
  'then',
  'else',
  'oneOf',
  'maxContains',
  'unevaluatedProperties',
  'unevaluatedItems'
]

/**
 * Makes a schema that lost some of its demands accept no less than it did. What it says about values
 * that must not fit, or fit only once, no longer holds when more of them fit.
 */
export function weaken(schema: Schema): void {
  if (schema.oneOf) schema.anyOf ??= schema.oneOf
  for (const keyword of UNSURE) delete schema[keyword]
}
