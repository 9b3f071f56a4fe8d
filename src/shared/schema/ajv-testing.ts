/** Ajv, as the second opinion in tests. */
import Ajv from 'ajv'
import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { isObject } from '../json/json'

const OPTIONS = {
  strict: false,
  ownProperties: true,
  multipleOfPrecision: 9,
  logger: false
} as const

/** Whether Ajv finds that the value fits. Throws when Ajv cannot use the schema. */
export function fitsByAjv(schema: unknown, value: unknown): boolean {
  return ajvFor(schema)(value)
}

export function ajvFor(schema: unknown): (value: unknown) => boolean {
  const dialect = isObject(schema) ? schema['$schema'] : undefined
  const isOld = typeof dialect === 'string' && dialect.includes('draft-07')
  // Draft 7 says that what stands beside a reference is ignored; Ajv has to be told so.
  const ajv = isOld ? new Ajv({ ...OPTIONS, ignoreKeywordsWithRef: true }) : new Ajv2020(OPTIONS)
  addFormats(ajv)
  const validate = ajv.compile(schema as object | boolean)
  return (value) => validate(value)
}
