import type { Violation } from '../../shared/traffic/traffic'

export const NOTHING: readonly Violation[] = []

/** Adds what was found, if anything was. As long as nothing is, it is the one list of nothing. */
export function plus(
  found: readonly Violation[],
  more: Violation | undefined
): readonly Violation[] {
  return more ? [...found, more] : found
}
