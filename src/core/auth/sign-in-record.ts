/** What is kept of a sign-in, so that nobody has to sign in again after a restart. All of it is secret. */
import type {
  AuthorizationServerMetadata,
  OAuthClientInformationMixed
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import { fromJson } from '../../shared/json/json'

const Tokens = z.looseObject({
  access_token: z.string().min(1),
  token_type: z.string(),
  refresh_token: z.string().optional(),
  id_token: z.string().optional(),
  scope: z.string().optional(),
  /** How many scopes were granted, where not all of them are kept. */
  scopesCutFrom: z.number().optional(),
  /** Milliseconds since 1970. */
  obtainedAt: z.number(),
  expiresAt: z.number().optional()
})
export type StoredTokens = z.infer<typeof Tokens>

const SignInRecord = z.looseObject({
  version: z.literal(1),
  /** What the tokens are for; they are sent nowhere else. */
  serverUrl: z.string(),
  issuer: z.string(),
  client: z.custom<OAuthClientInformationMixed>(
    (value) => typeof value === 'object' && value !== null && 'client_id' in value
  ),
  clientSource: z.enum(['preregistered', 'document', 'dynamic', 'asked']),
  redirectUrl: z.string().optional(),
  resource: z.string().optional(),
  /** What was asked for, which is not always what was granted. */
  requestedScope: z.string().optional(),
  metadata: z.custom<AuthorizationServerMetadata>().optional(),
  tokens: Tokens.optional(),
  /** The private key that the tokens are bound to (DPoP), as a JWK. */
  dpopKey: z.record(z.string(), z.unknown()).optional()
})
export type SignInRecord = z.infer<typeof SignInRecord>

/** Undefined where it is none, or one of a version that we do not know. */
export function recordIn(text: string): SignInRecord | undefined {
  try {
    return SignInRecord.safeParse(fromJson(text)).data
  } catch {
    return undefined // what cannot be read is asked for again
  }
}

const NEAR_END_MS = 30_000
/** Of tokens that live shortly, the last tenth is near the end. */
const NEAR_END_PART = 0.1

/** Whether tokens end so soon that they are renewed before they are used. */
export function isNearEnd({ expiresAt, obtainedAt }: StoredTokens, now: number): boolean {
  if (expiresAt === undefined) return false
  const margin = Math.min(NEAR_END_MS, (expiresAt - obtainedAt) * NEAR_END_PART)
  return now >= expiresAt - margin
}

/** All that must not be shown anywhere. */
export function secretsOf({ tokens, client, dpopKey }: SignInRecord): readonly string[] {
  const found = [
    tokens?.access_token,
    tokens?.refresh_token,
    tokens?.id_token,
    client.client_secret,
    dpopKey?.['d']
  ]
  return found.filter((value) => typeof value === 'string')
}

/** The scopes that the tokens have; a server that does not say grants what was asked for. */
export function grantedScope({ tokens, requestedScope }: SignInRecord): string | undefined {
  return tokens?.scope ?? requestedScope
}

/** Where one says that tokens are no longer needed; OpenID providers name it, and its type does not. */
export function revocationEndpoint({ metadata }: SignInRecord): string | undefined {
  const endpoint =
    metadata && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined
  return typeof endpoint === 'string' ? endpoint : undefined
}
