/**
 * Finds out where to sign in to a server: by the document about the server itself (RFC 9728), then
 * by that about its authorization server (RFC 8414, OpenID Connect), as each revision of MCP asks.
 */
import type {
  AuthorizationServerMetadata,
  FetchLike,
  OAuthProtectedResourceMetadata
} from '@modelcontextprotocol/client'
import type { OAuthAccess } from '../../shared/servers/server-access'
import type { AuthClient } from './auth-client'
import { AuthError, saidBy } from './auth-error'
import type { AuthSteps } from './auth-steps'
import type { Challenge } from './challenge'
import { boundedScopes, boundedText, isTooLong } from './bounds'
import { loadSdk } from './sdk'

export type Discovery = {
  readonly resourceMetadata?: OAuthProtectedResourceMetadata
  /** What the authorization server is known by; tokens are kept under it. */
  readonly issuer: string
  readonly metadata?: AuthorizationServerMetadata
}

/** The revision of 2025-03-26 has no document about the server, and takes its host for the other. */
export type DiscoveryRules = 'resource metadata' | 'host only' | 'both'

export type DiscoveryOptions = {
  readonly serverUrl: URL
  readonly challenge?: Challenge | undefined
  readonly oauth: OAuthAccess
  readonly client: AuthClient
  readonly steps: Pick<AuthSteps, 'run'>
  readonly rules?: DiscoveryRules | undefined
}

export async function discover(options: DiscoveryOptions): Promise<Discovery> {
  const { serverUrl, steps, rules = 'both' } = options
  const resourceMetadata =
    rules === 'host only'
      ? undefined
      : await steps.run(
          'resource-metadata',
          () => findResourceMetadata(options),
          (found) => (found ? `It is about ${found.resource}.` : NO_RESOURCE_METADATA)
        )
  const named = resourceMetadata?.authorization_servers?.[0]
  refuseTooLong('resource', resourceMetadata?.resource)
  refuseTooLong('authorization server', named)
  if (resourceMetadata && named === undefined) {
    throw new AuthError('The metadata of the server names no authorization server.', 'server')
  }
  const issuer = named ?? new URL('/', serverUrl).href
  const isHost = named === undefined
  const metadata = await steps.run(
    'server-metadata',
    () => findServerMetadata(options, issuer, isHost),
    (found) => (found ? `Its issuer is ${found.issuer}.` : NO_SERVER_METADATA)
  )
  refuseTooLong('issuer', metadata?.issuer)
  return {
    issuer: metadata?.issuer ?? issuer,
    ...(resourceMetadata && { resourceMetadata: withFewScopes(resourceMetadata) }),
    ...(metadata && { metadata: withFewScopes(metadata) })
  }
}

function refuseTooLong(what: string, address: string | undefined): void {
  if (address === undefined || !isTooLong(address)) return
  const message = `The metadata names a ${what} that is too long to be used: ${boundedText(address)}.`
  throw new AuthError(message, 'server')
}

/** A list of all scopes may be endless; the one that lets a sign-in last is not lost by that. */
function withFewScopes<Metadata extends { scopes_supported?: string[] | undefined }>(
  metadata: Metadata
): Metadata {
  const { scopes_supported: all = [] } = metadata
  const { scopes, cutFrom } = boundedScopes(all)
  if (cutFrom === undefined) return metadata
  const more = all.includes(OFFLINE) && !scopes.includes(OFFLINE) ? [OFFLINE] : []
  return { ...metadata, scopes_supported: [...scopes, ...more] }
}

export const OFFLINE = 'offline_access'

const NO_RESOURCE_METADATA =
  'The server has none, so its own host is taken for the authorization server (2025-03-26).'
const NO_SERVER_METADATA =
  'There is none, so the addresses /authorize, /token and /register are used (2025-03-26).'

/** Undefined where the server has none and the revision allows that. */
async function findResourceMetadata({
  serverUrl,
  challenge,
  client,
  rules
}: DiscoveryOptions): Promise<OAuthProtectedResourceMetadata | undefined> {
  const sdk = await loadSdk()
  const { resourceMetadataUrl } = challenge ?? {}
  try {
    return await sdk.discoverOAuthProtectedResourceMetadata(
      serverUrl,
      resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl },
      client.fetch
    )
  } catch (error) {
    if (isMissing(error) && rules !== 'resource metadata') return undefined
    if (isMissing(error)) throw new AuthError('The server has no metadata.', 'server')
    if (!isUnusable(error)) throw error
    throw new AuthError(`The metadata of the server cannot be used: ${saidBy(error)}.`, 'server')
  }
}

async function findServerMetadata(
  { oauth, client }: DiscoveryOptions,
  issuer: string,
  isHost: boolean
): Promise<AuthorizationServerMetadata | undefined> {
  const sdk = await loadSdk()
  const { metadataUrl, acceptIssuer } = oauth
  const metadata = await sdk.discoverAuthorizationServerMetadata(issuer, {
    fetchFn: metadataUrl === undefined ? client.fetch : onlyFrom(metadataUrl, client.fetch),
    // The revision without metadata of the server knows no issuer to compare with.
    skipIssuerValidation: isHost || acceptIssuer !== undefined || metadataUrl !== undefined
  })
  if (!metadata) return undefined
  // A host may speak for itself only: with the name of another it would be given that one's codes.
  if (isHost && acceptIssuer === undefined && originOf(metadata.issuer) !== originOf(issuer)) {
    throw new AuthError(
      `The metadata at ${issuer} names the issuer ${metadata.issuer}, which is another host.`,
      'server'
    )
  }
  if (acceptIssuer !== undefined && ![issuer, acceptIssuer].includes(metadata.issuer)) {
    throw new AuthError(
      `The metadata names the issuer ${metadata.issuer}. That is neither ${issuer} nor the issuer that your definition accepts.`,
      'authorization-server'
    )
  }
  return metadata
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}

/** Wherever metadata is looked for, it is taken from one address. */
function onlyFrom(metadataUrl: string, fetch: FetchLike): FetchLike {
  return (_usual, init) => fetch(metadataUrl, init)
}

/** The SDK throws one sentence for "there is none", and others for what is wrong with it. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.message.includes('does not implement OAuth 2.0 Protected Resource Metadata')
  )
}

function isUnusable(error: unknown): boolean {
  return error instanceof SyntaxError || (error instanceof Error && 'issues' in error)
}
