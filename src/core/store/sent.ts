/** What was sent with a call, as it is kept: small in lists, and whole as far as there is room. */
import type { Call } from '../../shared/calls/call-contract'
import type { JsonObject } from '../../shared/json/json'
import { outlineOf, type OutlineLimits } from '../values/outline'
import { redacted } from '../redaction/redacted'

/** What is larger is kept beside the outcome, so that a list stays small. */
const LARGE_BYTES = 32 * 1024
/** More of it is not kept; a window can hardly send more. */
const LONGEST_BYTES = 16 * 1024 * 1024
/** As much as a row of a list shows, and some more. */
const PREVIEW: OutlineLimits = { textChars: 400, parts: 50, totalChars: 2_000 }
const CUT: OutlineLimits = { textChars: 64 * 1024, parts: 10_000, totalChars: 512 * 1024 }

type Sent = Pick<Call, 'arguments' | 'meta'>

/** What was sent with a call: in its entry, or when it is large apart from it. */
export function sentOf(
  call: Call,
  redact: (json: string) => string
): {
  readonly inEntry: Sent & {
    readonly hasLargeArguments?: boolean
    readonly argumentsBytes?: number
  }
  readonly apart: Partial<Sent> & { readonly hasCutArguments?: boolean }
} {
  const { arguments: args, meta } = call
  const json = jsonOf([args, meta])
  const bytes = json === undefined ? undefined : Buffer.byteLength(json)
  if (bytes !== undefined && bytes <= LARGE_BYTES) {
    return { inEntry: { arguments: args, ...(meta && { meta }) }, apart: {} }
  }
  const isCut = bytes === undefined || bytes > LONGEST_BYTES
  const kept = (part: JsonObject): JsonObject => {
    // Half a secret is not known, so it is taken out before anything is cut.
    const safe = bytes === undefined ? part : redacted(part, redact)
    return isCut ? redacted(beginningOf(safe, CUT), redact) : safe
  }
  const whole: Sent = { arguments: kept(args), ...(meta && { meta: kept(meta) }) }
  return {
    inEntry: {
      arguments: beginningOf(whole.arguments, PREVIEW),
      hasLargeArguments: true,
      ...(bytes !== undefined && { argumentsBytes: bytes })
    },
    apart: { ...whole, ...(isCut && { hasCutArguments: true }) }
  }
}

function beginningOf(value: JsonObject, limits: OutlineLimits): JsonObject {
  return outlineOf(value, limits).value as JsonObject
}

/** Undefined for what is nested too deep to be written. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return undefined // the stack is exhausted
  }
}
