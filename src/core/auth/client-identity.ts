/**
 * Who Patchbay is to an authorization server, in the order of the specification: what somebody has
 * registered before, a document at an address, registration by the protocol (RFC 7591), or what a
 * person says when asked.
 */
import type {
  AuthorizationServerMetadata,
  OAuthClientInformationFull,
  OAuthClientInformationMixed,
  OAuthClientMetadata
} from '@modelcontextprotocol/client'
import type { OAuthAccess } from '../../shared/servers/server-access'
import type { ClientSource } from '../../shared/sign-in/sign-in'
import type { AuthClient } from './auth-client'
import { AuthError } from './auth-error'
import { boundedScope, boundedText, isTooLong } from './bounds'
import type { Discovery } from './discovery'
import { loadSdk } from './sdk'

export type ClientIdentity = {
  readonly information: OAuthClientInformationMixed
  readonly source: ClientSource
  /** The only address that the registration allows the browser to come back to, where it is one. */
  readonly redirectUrl?: string
}

export type IdentityOptions = {
  readonly oauth: OAuthAccess
  readonly discovery: Discovery
  readonly client: AuthClient
  readonly redirectUrl?: string | undefined
  readonly scope?: string | undefined
  /** From an earlier sign-in at the same authorization server. */
  readonly known?: ClientIdentity | undefined
  /** Asks the person, where there is no other way; `why` says so in a clause. */
  readonly ask?: ((why: string) => Promise<GivenClient | undefined>) | undefined
}

/** A client that a person has registered. */
export type GivenClient = { readonly clientId: string; readonly clientSecret?: string }

/** Why Patchbay cannot register. */
type Refusal = { readonly why: string; readonly error: AuthError }

/** What anyone may know of Patchbay: also what one publishes as a client id metadata document. */
export function clientMetadata(redirectUrl: string, scope?: string): OAuthClientMetadata {
  return {
    client_name: 'Patchbay',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
    ...(scope !== undefined && { scope })
  }
}

/** For whoever has not said where the document is to be. */
const ANY_ADDRESS = 'https://example.com/patchbay.json'

/** What the document depends on that Patchbay can use as its client id. */
type ClientDocumentFields = {
  readonly clientMetadataUrl?: string | undefined
  readonly callbackPort?: number | undefined
  readonly redirectUrl?: string | undefined
}

/** The document that has to be served at the address of the definition. */
export function clientDocument({
  clientMetadataUrl: url = ANY_ADDRESS,
  callbackPort: port,
  redirectUrl = `http://127.0.0.1${port === undefined ? '' : `:${port}`}/callback`
}: ClientDocumentFields): string {
  return `${JSON.stringify({ client_id: url, ...clientMetadata(redirectUrl) }, null, 2)}\n`
}

export async function identify(options: IdentityOptions): Promise<ClientIdentity> {
  const { oauth, discovery, known } = options
  const { registration = 'auto', clientId, clientMetadataUrl } = oauth
  const isAuto = registration === 'auto'
  const canUseDocument = discovery.metadata?.client_id_metadata_document_supported === true
  if (registration === 'preregistered' || (isAuto && clientId !== undefined)) {
    return preregistered(oauth)
  }
  const hasDocument = clientMetadataUrl !== undefined && canUseDocument
  if (registration === 'document' || (isAuto && hasDocument)) {
    return byDocument(clientMetadataUrl, canUseDocument)
  }
  const isKept = known?.source === 'dynamic' || (isAuto && known?.source === 'asked')
  if (isKept && fits(known, options)) return known
  const registered = canRegister(discovery.metadata)
    ? await register(options)
    : noWay(discovery, { isAuto, canUseDocument })
  if (!('error' in registered)) return registered
  const { ask } = options
  if (!isAuto || !ask) throw registered.error
  return byAsking(registered, ask, options)
}

/** Whoever registers Patchbay by hand may have to name this address there. */
async function byAsking(
  { why, error }: Refusal,
  ask: NonNullable<IdentityOptions['ask']>,
  { redirectUrl }: IdentityOptions
): Promise<ClientIdentity> {
  const given = await ask(why)
  if (!given) throw new AuthError(error.message, 'you')
  const { clientId, clientSecret } = given
  return {
    information: {
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret })
    },
    source: 'asked',
    ...(redirectUrl !== undefined && { redirectUrl })
  }
}

/** Made for one server, and kept for the next sign-in there. */
export function isRegistration({ source }: ClientIdentity): boolean {
  return source === 'dynamic' || source === 'asked'
}

export function describeClient({ source, information }: ClientIdentity): string {
  const { client_id: id } = information
  switch (source) {
    case 'preregistered':
      return `As the client ${id} of the definition.`
    case 'document':
      return `As the client that ${id} describes.`
    case 'dynamic':
      return `As the client ${id}, which Patchbay has registered.`
    case 'asked':
      return `As the client ${id}, which you have registered.`
  }
}

function preregistered({ clientId, clientSecret }: OAuthAccess): ClientIdentity {
  if (clientId === undefined) throw missing('preregistered', 'clientId')
  return {
    information: {
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret })
    },
    source: 'preregistered'
  }
}

function missing(registration: ClientSource, field: string): AuthError {
  return new AuthError(
    `"oauth.${field}" is missing in the definition, and "oauth.registration": "${registration}" needs it.`,
    'definition'
  )
}

async function byDocument(
  url: string | undefined,
  canUseDocument: boolean
): Promise<ClientIdentity> {
  if (url === undefined) throw missing('document', 'clientMetadataUrl')
  const sdk = await loadSdk()
  if (!sdk.isHttpsUrl(url)) {
    const message = `"oauth.clientMetadataUrl" has to begin with https:// and to have a path.`
    throw new AuthError(message, 'definition')
  }
  if (!canUseDocument) {
    throw new AuthError(
      'The authorization server does not say that it accepts client id metadata documents. Use another way of registration, or ask whoever runs it.',
      'authorization-server'
    )
  }
  return { information: { client_id: url }, source: 'document' }
}

/** A registration by Patchbay is for one address of ours and for some scopes, and may have an end. */
function fits(
  { information, source, redirectUrl: registered }: ClientIdentity,
  options: IdentityOptions
): boolean {
  const expiresAt =
    'client_secret_expires_at' in information ? (information.client_secret_expires_at ?? 0) : 0
  const isOver = expiresAt !== 0 && expiresAt * 1_000 <= Date.now()
  const isAnywhere = source === 'asked' || options.redirectUrl === undefined
  const isHere = isAnywhere || registered === options.redirectUrl
  return !isOver && isHere && covers(information, options.scope)
}

/** Where it says for what it is, nobody can ask for more as this client. */
function covers(information: OAuthClientInformationMixed, wanted = ''): boolean {
  const scope = 'scope' in information ? information.scope : undefined
  const known = new Set(scope?.split(' '))
  return scope === undefined || wanted.split(' ').every((each) => each === '' || known.has(each))
}

/** Without metadata there is an address to try. */
function canRegister(metadata: AuthorizationServerMetadata | undefined): boolean {
  return metadata === undefined || metadata.registration_endpoint !== undefined
}

async function register({
  discovery,
  client,
  redirectUrl,
  scope
}: IdentityOptions): Promise<ClientIdentity | Refusal> {
  const { issuer, metadata } = discovery
  if (redirectUrl === undefined) {
    throw new AuthError(
      'This way of signing in needs a "clientId" in the definition.',
      'definition'
    )
  }
  const sdk = await loadSdk()
  try {
    const information = await sdk.registerClient(issuer, {
      ...(metadata && { metadata }),
      clientMetadata: {
        ...clientMetadata(redirectUrl),
        token_endpoint_auth_method: wantedMethod(metadata)
      },
      ...(scope !== undefined && { scope }),
      fetchFn: client.fetch
    })
    return { information: neededOf(information), source: 'dynamic', redirectUrl }
  } catch (error) {
    if (!sdk.RegistrationRejectedError.isInstance(error)) throw error
    const why = await sdk.parseErrorResponse(error.body)
    const said = `The authorization server refuses to register Patchbay (${error.status}, ${boundedText(why.code)}): ${boundedText(why.message)}`
    const next =
      'Set "oauth.clientId" in the definition to a client that you have registered there.'
    return { why: said, error: new AuthError(`${said}. ${next}`, 'authorization-server', why.code) }
  }
}

/** The server may repeat all that it was told, and add to it. */
function neededOf(given: OAuthClientInformationFull): OAuthClientInformationMixed {
  const { client_id, client_secret, client_id_issued_at, client_secret_expires_at } = given
  const { redirect_uris, token_endpoint_auth_method, scope } = given
  if (isTooLong(client_id)) {
    const message =
      'The authorization server gives Patchbay a client id that is too long to be used.'
    throw new AuthError(message, 'authorization-server')
  }
  const few = scope === undefined ? undefined : boundedScope(scope)
  return {
    client_id,
    redirect_uris,
    ...(client_secret !== undefined && { client_secret }),
    ...(client_id_issued_at !== undefined && { client_id_issued_at }),
    ...(client_secret_expires_at !== undefined && { client_secret_expires_at }),
    ...(token_endpoint_auth_method !== undefined && { token_endpoint_auth_method }),
    ...(few !== undefined && { scope: few })
  }
}

/** Public where the server allows it: a desktop program cannot keep a secret of its own. */
function wantedMethod(metadata: AuthorizationServerMetadata | undefined): string {
  const methods = metadata?.token_endpoint_auth_methods_supported
  if (!methods || methods.length === 0 || methods.includes('none')) return 'none'
  return (
    ['client_secret_basic', 'client_secret_post'].find((each) => methods.includes(each)) ?? 'none'
  )
}

function noWay(
  { issuer }: Discovery,
  { isAuto, canUseDocument }: { readonly isAuto: boolean; readonly canUseDocument: boolean }
): Refusal {
  const why = `${issuer} does not let clients register themselves`
  if (!isAuto) {
    const message = `${why}, and "oauth.registration": "dynamic" asks for that. Choose another way in the definition.`
    return { why, error: new AuthError(message, 'definition') }
  }
  const document = canUseDocument
    ? ' or "oauth.clientMetadataUrl" to the address of a document about Patchbay'
    : ''
  const message = `${why}. Register Patchbay there by hand, then set "oauth.clientId"${document} in the definition.`
  return { why, error: new AuthError(message, 'definition') }
}
