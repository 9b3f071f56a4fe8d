import { isNumber } from '../../../../shared/json/exact-number'
import type { Json } from '../../../../shared/json/json'
import { isJsonObject } from './place'
import { typeOfValue } from './schema-object'
import type { Kind } from './shape'

/** A whole sentence when a value is nothing that its field could show. */
export function mismatch(field: Kind, value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined
  const wanted = wantedType(field)
  if (wanted === undefined) return undefined
  if (canShow(wanted, value)) return lineEndLost(wanted, value)
  return `It holds ${article(typeOfValue(value))}, where the schema wants ${article(wanted)}.`
}

function wantedType(field: Kind): string | undefined {
  switch (field.kind) {
    case 'text':
    case 'file':
      return 'string'
    case 'list':
    case 'ticks':
      return 'array'
    case 'number':
    case 'boolean':
    case 'null':
    case 'object':
      return field.kind
    case 'json':
    case 'constant':
    case 'choice':
    case 'variants':
      return undefined
  }
}

function canShow(wanted: string, value: Json): boolean {
  switch (wanted) {
    // What the person has typed so far need not be a number yet.
    case 'number':
      return isNumber(value) || typeof value === 'string'
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isJsonObject(value)
    default:
      return typeof value === wanted
  }
}

/** The fields of a browser have line feeds for all ends of lines, or none at all. */
function lineEndLost(wanted: string, value: Json): string | undefined {
  if (typeof value !== 'string') return undefined
  if (wanted === 'number' && /[\r\n]/.test(value)) {
    return 'It has a line end, which this field would leave out.'
  }
  return value.includes('\r')
    ? 'It has a carriage return, which this field would make a line feed.'
    : undefined
}

/** What a field for texts can show of a value that is one; undefined when it is none. */
export function asTextField(field: Kind, value: Json | undefined): string | undefined {
  if (wantedType(field) !== 'string' || typeof value !== 'string') return undefined
  return value.replace(/\r\n?/g, '\n')
}

function article(type: string): string {
  if (type === 'null') return 'null'
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`
}
