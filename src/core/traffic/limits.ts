/** What is said where a frame has more in it than is looked at or written down. */
import type { Violation } from '../../shared/traffic/traffic'

const MAX_VIOLATIONS = 20
const CLAUSE = 'Patchbay’s limit'

export function partsLeftOut(count: number): Violation {
  const message =
    count === 1
      ? 'And 1 more part was not looked at.'
      : `And ${count} more parts were not looked at.`
  return { rule: 'batch-too-long', message, clause: CLAUSE }
}

/** The last of as many as an entry may have says how many more there are. */
export function atMostTwenty(violations: readonly Violation[]): readonly Violation[] {
  if (violations.length <= MAX_VIOLATIONS) return violations
  const kept = violations.slice(0, MAX_VIOLATIONS - 1)
  const message = `And ${violations.length - kept.length} more things are wrong with this frame.`
  return [...kept, { rule: 'more-violations', message, clause: CLAUSE }]
}
