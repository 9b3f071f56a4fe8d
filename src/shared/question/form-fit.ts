import type { JsonObject } from '../json/json'
import { checkAgainst, type SchemaVerdict } from '../schema/validate'
import { askedSchema } from './asked-schema'
import type { FormAsk } from './asks'

/** Whether these values are what the server asked for, by the schema as the form reads it. */
export function checkForm({ schema, secretFields }: FormAsk, content: JsonObject): SchemaVerdict {
  return checkAgainst(askedSchema(schema, secretFields), content)
}
