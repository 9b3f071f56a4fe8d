/** The revisions of the protocol that are known, by the dates that name them. */

/** The first one that needs no `initialize`. */
export const MODERN_REVISION = '2026-07-28'

/**
 * Those that can be agreed on by `initialize`, newest first. The last was never published, and is
 * still in use.
 */
export const LEGACY_REVISIONS = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07'
] as const
export type LegacyRevision = (typeof LEGACY_REVISIONS)[number]

const LEGACY: ReadonlySet<unknown> = new Set(LEGACY_REVISIONS)

export function isLegacyRevision(value: unknown): value is LegacyRevision {
  return LEGACY.has(value)
}
