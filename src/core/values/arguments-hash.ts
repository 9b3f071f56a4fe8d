/** Tells calls apart in records that do not have their secrets. */
import { createHmac, randomBytes } from 'node:crypto'
import { canonicalHash } from './canonical'

const RUN_KEY = randomBytes(32)

/**
 * Of the arguments as they are sent: calls of one run that look the same without their secrets can be
 * told apart by it, and nobody can find a secret by trying.
 */
export function argumentsHash(args: unknown): string {
  return createHmac('sha256', RUN_KEY).update(canonicalHash(args)).digest('hex')
}
