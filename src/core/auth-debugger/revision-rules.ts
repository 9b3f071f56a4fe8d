/** What each revision of MCP asks of servers and clients when it comes to authorization. */
import type { AuthRevision } from '../../shared/auth-debug'
import type { DiscoveryRules } from '../auth/discovery'

export type RevisionRules = {
  readonly revision: AuthRevision
  /** How the authorization server is found. */
  readonly discovery: DiscoveryRules
  /** The server has to have resource metadata (RFC 9728). */
  readonly needsResourceMetadata: boolean
  /** The challenge has to name the metadata; later revisions also allow the well-known place. */
  readonly needsMetadataInChallenge: boolean
  /** OpenID discovery counts as well as RFC 8414. */
  readonly hasOpenId: boolean
  /** A client must not go on where the metadata does not list S256. */
  readonly refusesWithoutPkce: boolean
  readonly needsResource: boolean
  readonly namesScopes: boolean
  /** Answers of the browser name their issuer (RFC 9207). */
  readonly checksIssuer: boolean
  readonly isDynamicDeprecated: boolean
}

const FIRST: Omit<RevisionRules, 'revision'> = {
  discovery: 'host only',
  needsResourceMetadata: false,
  needsMetadataInChallenge: false,
  hasOpenId: false,
  refusesWithoutPkce: false,
  needsResource: false,
  namesScopes: false,
  checksIssuer: false,
  isDynamicDeprecated: false
}

const SECOND: Omit<RevisionRules, 'revision'> = {
  ...FIRST,
  discovery: 'resource metadata',
  needsResourceMetadata: true,
  needsMetadataInChallenge: true,
  needsResource: true
}

const THIRD: Omit<RevisionRules, 'revision'> = {
  ...SECOND,
  needsMetadataInChallenge: false,
  hasOpenId: true,
  refusesWithoutPkce: true,
  namesScopes: true
}

const ALL: Readonly<Record<AuthRevision, Omit<RevisionRules, 'revision'>>> = {
  '2025-03-26': FIRST,
  '2025-06-18': SECOND,
  '2025-11-25': THIRD,
  '2026-07-28': { ...THIRD, checksIssuer: true, isDynamicDeprecated: true }
}

export function rulesOf(revision: AuthRevision): RevisionRules {
  return { revision, ...ALL[revision] }
}

/** A clause of the chapter about authorization. */
export function mcp({ revision }: Pick<RevisionRules, 'revision'>, section?: string): string {
  return `MCP ${revision}, Authorization${section === undefined ? '' : `, ${section}`}`
}
