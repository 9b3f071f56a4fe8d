/** The part of a sign-in that happens in the browser, up to the code that it brings back. */
import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client'
import { messageOf } from '../../shared/protocol/errors'
import type { OAuthAccess } from '../../shared/servers/server-access'
import { withoutEnd } from '../../shared/text/without-end'
import { AuthError } from './auth-error'
import type { AuthClient } from './auth-client'
import { boundedText } from './bounds'
import type { Callback, CallbackAnswer } from './callback'
import type { ClientIdentity } from './client-identity'
import type { Discovery } from './discovery'
import { loadSdk } from './sdk'

export type AuthorizationOptions = {
  readonly oauth: OAuthAccess
  readonly discovery: Discovery
  readonly identity: ClientIdentity
  readonly callback: Pick<Callback, 'redirectUrl' | 'state' | 'answer'>
  readonly client: AuthClient
  readonly scope?: string | undefined
  readonly resource?: string | undefined
  /** Opens the browser of the person. */
  readonly openPage: (url: string) => Promise<void>
}

export type Authorized = {
  readonly code: string
  readonly codeVerifier: string
  readonly iss?: string
}

/** Refuses what could not be safe: without PKCE a code could be used by whoever catches it. */
export function refuseWithoutPkce(metadata: AuthorizationServerMetadata | undefined): void {
  const methods = metadata?.code_challenge_methods_supported
  if (!metadata || methods?.includes('S256')) return
  const what =
    methods === undefined
      ? 'does not say that it supports PKCE'
      : `supports PKCE only with ${methods.join(', ') || 'no method'}`
  throw new AuthError(
    `The authorization server ${what}. Its metadata has to list S256 in code_challenge_methods_supported, so Patchbay does not go on.`,
    'authorization-server'
  )
}

export async function authorize(options: AuthorizationOptions): Promise<Authorized> {
  const { oauth, discovery, identity, callback, client, scope, resource } = options
  const sdk = await loadSdk()
  const { authorizationUrl: wanted, codeVerifier } = await sdk.startAuthorization(
    discovery.issuer,
    {
      ...withAddresses(discovery, oauth),
      clientInformation: identity.information,
      redirectUrl: callback.redirectUrl,
      ...(scope !== undefined && { scope }),
      ...(resource !== undefined && { resource }),
      state: callback.state
    }
  )
  for (const [name, value] of Object.entries(oauth.authorizationParams ?? {})) {
    wanted.searchParams.set(name, value)
  }
  client.hide([codeVerifier, callback.state])
  const url = await client.preparePage(wanted)
  const page = client.recordPage(url)
  const answer = await answerTo(options, url).catch((error: unknown) => {
    client.recordNoReturn(page, messageOf(error))
    throw error
  })
  client.recordReturn(page, callback.redirectUrl, answer)
  if (answer.code === undefined) throw refusal(answer.error, answer.errorDescription)
  return { code: answer.code, codeVerifier, ...(answer.iss !== undefined && { iss: answer.iss }) }
}

/** What comes from the wrong authorization server is not even recorded. */
async function answerTo(
  { client, callback, discovery, openPage }: AuthorizationOptions,
  page: URL
): Promise<CallbackAnswer> {
  // Whoever cancels does not wait for the browser to open.
  await Promise.race([openPage(page.href), callback.answer])
  const answer = await callback.answer
  if (answer.code !== undefined) client.hide([answer.code])
  await checkIssuer(discovery, answer.iss)
  return answer
}

/** The metadata, with the addresses that the definition has instead. */
export function withAddresses(
  { issuer, metadata }: Pick<Discovery, 'issuer' | 'metadata'>,
  { authorizationUrl, tokenUrl }: OAuthAccess
): { readonly metadata?: AuthorizationServerMetadata } {
  if (!metadata && authorizationUrl === undefined && tokenUrl === undefined) return {}
  const known = metadata ?? usualAddresses(issuer)
  return {
    metadata: {
      ...known,
      ...(authorizationUrl !== undefined && { authorization_endpoint: authorizationUrl }),
      ...(tokenUrl !== undefined && { token_endpoint: tokenUrl })
    }
  }
}

/** Where everything is when there is no metadata (2025-03-26). Names no issuer: nobody has. */
function usualAddresses(issuer: string): AuthorizationServerMetadata {
  const at = (path: string): string => new URL(path, issuer).href
  const known: Partial<AuthorizationServerMetadata> = {
    authorization_endpoint: at('/authorize'),
    token_endpoint: at('/token'),
    registration_endpoint: at('/register'),
    response_types_supported: ['code']
  }
  return known as AuthorizationServerMetadata
}

/** What comes from another than the one that was asked is neither used nor shown (RFC 9207). */
async function checkIssuer({ metadata }: Discovery, iss: string | undefined): Promise<void> {
  const sdk = await loadSdk()
  try {
    sdk.validateAuthorizationResponseIssuer({
      iss,
      expectedIssuer: metadata?.issuer,
      issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true
    })
  } catch {
    const what =
      iss === undefined
        ? 'does not say which authorization server it is from, although that one promises to say so'
        : 'is from another authorization server than the one that was asked'
    throw new AuthError(
      `What the browser brought back ${what} (RFC 9207). It was not used.`,
      'authorization-server'
    )
  }
}

function refusal(error = 'no code', description?: string): AuthError {
  if (error === 'access_denied') {
    const message = 'Access was denied on the page of the authorization server.'
    return new AuthError(message, 'you', error)
  }
  const said = description === undefined ? '' : `: ${withoutEnd(boundedText(description), '. ')}`
  return new AuthError(
    `The authorization server gave no code (${boundedText(error)})${said}.`,
    'authorization-server',
    error
  )
}
