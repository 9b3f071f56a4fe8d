import { describe, expect, it } from 'vitest'
import { isLegacyRevision, LEGACY_REVISIONS, MODERN_REVISION } from './revisions'

describe('The known revisions', () => {
  it('go from the newest to the oldest, each of them once', () => {
    const all = [MODERN_REVISION, ...LEGACY_REVISIONS]
    expect(all).toEqual([...new Set(all)].sort().reverse())
  })

  it('are of the older era when initialize can agree on them', () => {
    const said = [...LEGACY_REVISIONS, MODERN_REVISION, '2025-01-01', 7, undefined]
    expect(said.filter(isLegacyRevision)).toEqual(LEGACY_REVISIONS)
  })
})
