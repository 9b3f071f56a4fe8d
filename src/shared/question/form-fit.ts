import type { JsonObject } from '../json/json'
import { checkAgainst, type SchemaVerdict } from '../schema/validate'
import { askedSchema } from './asked-schema'

type Asked = { readonly schema: JsonObject; readonly secretFields: readonly string[] }

/** Whether these values are what the server asked for, by the schema as the form reads it. */
export function checkForm({ schema, secretFields }: Asked, content: JsonObject): SchemaVerdict {
  return checkAgainst(askedSchema(schema, secretFields), content)
}
