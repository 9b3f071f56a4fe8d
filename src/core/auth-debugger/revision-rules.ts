/** What each revision of MCP asks of servers and clients when it comes to authorization. */
import type { AuthRevision } from '../../shared/sign-in/auth-debug'
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

type Sections = Readonly<Partial<Record<AuthRevision, string>>>

const CHAPTER = 'Authorization'
/** The revision 2026-07-28 has these as pages of their own. */
const DISCOVERY = 'Authorization Server Discovery'
const REGISTRATION = 'Client Registration'
const SECURITY = 'Authorization Security Considerations'

function everywhere(section: string): Sections {
  return Object.fromEntries(
    Object.keys(ALL).map((revision) => [revision, `${CHAPTER}, ${section}`])
  )
}

/** Where each revision says it: the title of its page, and that of the section. */
const SECTIONS = {
  'authorization servers': {
    '2025-06-18': `${CHAPTER}, Authorization Server Location`,
    '2025-11-25': `${CHAPTER}, Authorization Server Location`,
    '2026-07-28': `${DISCOVERY}, Authorization Server Location`
  },
  'resource metadata': {
    '2025-06-18': `${CHAPTER}, Authorization Server Location`,
    '2025-11-25': `${CHAPTER}, Protected Resource Metadata Discovery Requirements`,
    '2026-07-28': `${DISCOVERY}, Protected Resource Metadata Discovery Requirements`
  },
  'server metadata': {
    '2025-03-26': `${CHAPTER}, Server Metadata Discovery`,
    '2025-06-18': `${CHAPTER}, Server Metadata Discovery`,
    '2025-11-25': `${CHAPTER}, Authorization Server Metadata Discovery`,
    '2026-07-28': `${DISCOVERY}, Authorization Server Metadata Discovery`
  },
  'usual addresses': {
    '2025-03-26': `${CHAPTER}, Fallbacks for Servers without Metadata Discovery`
  },
  'scopes of a challenge': {
    '2025-11-25': `${CHAPTER}, Protected Resource Metadata Discovery Requirements`,
    '2026-07-28': `${CHAPTER}, Scope Selection Strategy`
  },
  registration: {
    '2025-03-26': `${CHAPTER}, Dynamic Client Registration`,
    '2025-06-18': `${CHAPTER}, Dynamic Client Registration`,
    '2025-11-25': `${CHAPTER}, Client Registration Approaches`,
    '2026-07-28': REGISTRATION
  },
  'dynamic registration': {
    ...everywhere('Dynamic Client Registration'),
    '2026-07-28': `${REGISTRATION}, Dynamic Client Registration`
  },
  PKCE: {
    '2025-03-26': `${CHAPTER}, Implementation Requirements`,
    '2025-06-18': `${CHAPTER}, Authorization Code Protection`,
    '2025-11-25': `${CHAPTER}, Authorization Code Protection`,
    '2026-07-28': `${SECURITY}, Authorization Code Protection`
  },
  redirects: {
    '2025-03-26': `${CHAPTER}, Security Considerations`,
    '2025-06-18': `${CHAPTER}, Open Redirection`,
    '2025-11-25': `${CHAPTER}, Open Redirection`,
    '2026-07-28': `${SECURITY}, Open Redirection`
  },
  'issuer of an answer': { '2026-07-28': `${CHAPTER}, Authorization Response Validation` },
  audience: {
    '2025-03-26': `${CHAPTER}, Token Handling`,
    '2025-06-18': `${CHAPTER}, Token Audience Binding and Validation`,
    '2025-11-25': `${CHAPTER}, Token Audience Binding and Validation`,
    '2026-07-28': `${SECURITY}, Token Audience Binding and Validation`
  },
  'sending a token': everywhere('Token Requirements'),
  'checking a token': everywhere('Token Handling'),
  refusals: everywhere('Error Handling')
} as const satisfies Readonly<Record<string, Sections>>

export type McpTopic = keyof typeof SECTIONS
export const MCP_TOPICS = Object.keys(SECTIONS) as readonly McpTopic[]

/** Where a revision says something about `topic`; the chapter where it has no section for that. */
export function mcp({ revision }: Pick<RevisionRules, 'revision'>, topic?: McpTopic): string {
  const sections: Sections = topic === undefined ? {} : SECTIONS[topic]
  return `MCP ${revision}, ${sections[revision] ?? CHAPTER}`
}

/** The draft that the specification of MCP refers to. Others number some of their sections anew. */
export function oauth21(section: string): string {
  return `OAuth 2.1 (draft 13), ${section}`
}
