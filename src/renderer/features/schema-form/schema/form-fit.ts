import { takeIn } from '../../../../shared/schema/intake'
import { NO_INPUT_SCHEMA } from '../../../../shared/verdicts/verdicts'
import { typesOf } from './schema-object'
import { shapeOf } from './shape'

/** A whole sentence when there can be no form for a schema at all, and arguments are written as JSON. */
export function whyNoForm(schema: unknown): string | undefined {
  if (schema === undefined) return NO_INPUT_SCHEMA
  const intake = takeIn(schema)
  if (!intake.isUsable) return intake.reason
  const { field, schema: whole } = shapeOf(schema, schema, {})
  if (field.kind === 'json') return field.why
  const types = typesOf(whole)
  const isObject = types.length === 0 || types.includes('object')
  return isObject
    ? undefined
    : 'The schema does not describe an object, and arguments are always one.'
}
