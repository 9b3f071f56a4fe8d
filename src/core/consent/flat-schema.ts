/** The schemas that a server may ask a person with: single values, and choices of several. */
import type { FormAsk } from '../../shared/question/form-kind'
import { isObject, type JsonObject } from '../../shared/json/json'
import type { Params } from '../../shared/protocol/json-rpc'
import { LIMITS } from '../bounds/limits'
import { RpcError } from '../conversation/rpc-peer'
import { INVALID_PARAMS } from './asking'
import { isComposed, isFlat } from '../rules/flat-fields'

const MOST_FIELDS = LIMITS.formFields.most
const SECRET =
  /pass[\s_-]?(?:word|phrase|code)|secret|token|api[\s_-]?key|credential|private[\s_-]?key|credit[\s_-]?card|card[\s_-]?number|\bcvv\b|\bcvc\b|\bpin\b|seed[\s_-]?phrase|\bseed\b|mnemonic|social security|\bssn\b/i

/** Sentences mention much that they do not ask for. */
const SECRET_SAID =
  /pass[\s_-]?(?:word|phrase|code)|api[\s_-]?key|access[\s_-]?token|private[\s_-]?key|secret[\s_-]?key|credential|credit[\s_-]?card|card[\s_-]?number|\bcvv\b|\bcvc\b|seed[\s_-]?phrase|mnemonic|social security|\bssn\b/i

export function formAsk({ message, requestedSchema }: Params): FormAsk {
  if (typeof message !== 'string') {
    throw new RpcError(INVALID_PARAMS, 'params.message has to be a text.')
  }
  const schema = requestedSchema
  const properties = isObject(schema) ? schema['properties'] : undefined
  if (
    !isObject(schema) ||
    schema['type'] !== 'object' ||
    !isObject(properties) ||
    isComposed(schema)
  ) {
    throw new RpcError(INVALID_PARAMS, 'params.requestedSchema has to describe an object.')
  }
  const fields = Object.entries(properties)
  if (fields.length > MOST_FIELDS) {
    throw new RpcError(INVALID_PARAMS, `A form may have ${MOST_FIELDS} fields, not more.`)
  }
  const deep = fields.find(([, field]) => !isFlat(field))
  if (deep) {
    const why = `requestedSchema.properties.${deep[0].slice(0, 100)} is not a single value.`
    throw new RpcError(INVALID_PARAMS, why)
  }
  const secretFields = fields.filter(looksSecret).map(([name]) => name)
  return { kind: 'form', message, schema: schema as JsonObject, secretFields }
}

function looksSecret([name, field]: readonly [string, unknown]): boolean {
  const { title, description, format } = isObject(field) ? field : {}
  if (format === 'password') return true
  return isAsked(name, SECRET) || isAsked(title, SECRET) || isAsked(description, SECRET_SAID)
}

/** As it is read: letters that only look otherwise are the same, and what is not seen is not there. */
function isAsked(text: unknown, secret: RegExp): boolean {
  if (typeof text !== 'string') return false
  const read = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const spaced = read.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ')
  return secret.test(read) || secret.test(spaced)
}
