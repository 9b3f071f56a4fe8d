/** What was sent with a call, as much of it as is passed on at once. The whole is read by its handle. */
import type { Call } from '../../shared/calls/call-contract'
import type { JsonObject } from '../../shared/json/json'
import { outlineOf, type OutlineLimits } from '../values/outline'

const AT_ONCE: OutlineLimits = { textChars: 256_000, parts: 100_000, totalChars: 256_000 }
/** As much as a row of a list shows, and some more. */
const BEGINNING: OutlineLimits = { textChars: 400, parts: 50, totalChars: 2_000 }

/** Looks no further than what could be passed on, however much there is. */
export function toldSent<Whole extends Pick<Call, 'arguments' | 'meta' | 'hasLargeArguments'>>(
  whole: Whole
): Whole {
  const { arguments: args, meta } = whole
  if (outlineOf([args, meta], AT_ONCE).cuts.length === 0) return whole
  const { meta: _, ...rest } = whole
  const beginning = outlineOf(args, BEGINNING).value as JsonObject
  return { ...rest, arguments: beginning, hasLargeArguments: true } as Whole
}
