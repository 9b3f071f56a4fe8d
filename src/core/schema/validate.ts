/** Whether a value fits a schema that a server supplied. Bounded in time and memory; never throws. */
import { validate, type OutputUnit } from '@cfworker/json-schema'
import { takeIn } from './intake'
import { OutOfSteps } from './meter'
import { weigh } from './weight'

const VALUE_LIMITS = { chars: 1024 * 1024, nodes: 20_000, depth: 200 }
const MAX_COMPARED_NODES = 2_000
const MAX_RECURSIVE_DEPTH = 12
const MAX_REASON_CHARS = 200

export type SchemaVerdict =
  | {
      readonly kind: 'fits'
      /** Keywords of the schema that were not evaluated. */
      readonly leavesOut: readonly string[]
    }
  | {
      readonly kind: 'fails'
      /** A JSON pointer to the part that fails; empty for the whole value. */
      readonly pointer: string
      /** A whole sentence. */
      readonly reason: string
    }
  | {
      readonly kind: 'not checked'
      /** A whole sentence. */
      readonly reason: string
    }

const TOO_LARGE = 'The value is too large to be checked.'
const TOO_LONG = 'The check would take too long.'

export function checkAgainst(schema: unknown, value: unknown): SchemaVerdict {
  const intake = takeIn(schema)
  if (!intake.isUsable) return notChecked(intake.reason)
  const weight = weigh(value, VALUE_LIMITS)
  if (typeof weight === 'string') return notChecked(TOO_LARGE)
  const { isRecursive, comparesItems, meter } = intake
  if ((isRecursive || comparesItems) && weight.nodes > MAX_COMPARED_NODES) {
    return notChecked(TOO_LARGE)
  }
  if (isRecursive && weight.depth > MAX_RECURSIVE_DEPTH) return notChecked(TOO_LARGE)

  meter.reset(weight.widest)
  try {
    const { schema: usable, draft, lookup, leavesOut } = intake
    const { valid, errors } = validate(value, usable, draft, lookup, true)
    return valid ? { kind: 'fits', leavesOut } : failure(errors)
  } catch (error) {
    if (error instanceof OutOfSteps || error instanceof RangeError) return notChecked(TOO_LONG)
    return notChecked('The schema could not be evaluated.')
  }
}

function notChecked(reason: string): SchemaVerdict {
  return { kind: 'not checked', reason }
}

/** Say only that a schema further in failed, which is what the next error is about. */
const OUTER: ReadonlySet<string> = new Set([
  '$ref',
  'allOf',
  'if',
  'properties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'dependentSchemas',
  'dependencies',
  'prefixItems',
  'items',
  'additionalItems',
  'unevaluatedItems'
])

/** The errors go from the outside in; where alternatives begin, no one of them is the reason. */
function failure(errors: readonly OutputUnit[]): SchemaVerdict {
  const depth = errors.findIndex(({ keyword }) => !OUTER.has(keyword))
  const error = errors[depth] ?? errors.at(-1)
  if (!error) return { kind: 'fails', pointer: '', reason: 'The value does not fit.' }
  const parent = errors[depth - 1]?.keyword ?? ''
  const isSurplus = error.keyword === 'not' && /^(additional|unevaluated)/.test(parent)
  const reason = isSurplus ? 'The schema allows nothing here.' : sentenceOf(error)
  return { kind: 'fails', pointer: pointerOf(error), reason }
}

function sentenceOf({ error }: OutputUnit): string {
  const sentence = error
    .replace(/^Instance type (".*") is invalid\. Expected/, 'The type is $1, not')
    .replace(/^Instance/, 'The value')
  return sentence.length > MAX_REASON_CHARS ? `${sentence.slice(0, MAX_REASON_CHARS)}…` : sentence
}

function pointerOf({ instanceLocation }: OutputUnit): string {
  const encoded = instanceLocation.slice(1)
  try {
    return decodeURIComponent(encoded).slice(0, MAX_REASON_CHARS)
  } catch {
    return encoded.slice(0, MAX_REASON_CHARS) // a name in it has a percent sign of its own
  }
}
