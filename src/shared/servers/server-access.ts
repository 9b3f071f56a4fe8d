/** How a definition says who we are to a server, and by which way the server is reached. */

/** A token that a person has been given. */
export type TokenAccess = {
  /** As written: in a header `Bearer` goes before it unless it names its scheme itself. */
  readonly token: string
  /** Sent as `params.authorization.token` of `initialize` instead of in a header. */
  readonly inInitialize?: boolean
}

export const OAUTH_GRANTS = [
  'authorization-code',
  'client-credentials',
  'enterprise',
  'workload'
] as const
export type OAuthGrant = (typeof OAUTH_GRANTS)[number]

/** How Patchbay becomes a client of the authorization server. */
export const CLIENT_REGISTRATIONS = ['auto', 'preregistered', 'document', 'dynamic'] as const
export type ClientRegistration = (typeof CLIENT_REGISTRATIONS)[number]

export const CLIENT_AUTH_METHODS = ['basic', 'post', 'private-key-jwt', 'none'] as const
export type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number]

/** What becomes of a request for which a server wants more scopes: `throw` leaves it refused. */
export const INSUFFICIENT_SCOPE_CHOICES = ['reauthorize', 'throw'] as const

/** Where a company's own sign-in vouches for the person (ID-JAG). */
export type EnterpriseAccess = {
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret?: string
  /** What the sign-in at the company gave. */
  readonly idToken: string
}

export type OAuthAccess = {
  readonly grant?: OAuthGrant
  readonly registration?: ClientRegistration
  readonly clientId?: string
  readonly clientSecret?: string
  /** The only authorization server that is told who we are. */
  readonly issuer?: string
  readonly clientAuth?: ClientAuthMethod
  /** In PEM (PKCS #8), for `private-key-jwt`. */
  readonly privateKey?: string
  readonly algorithm?: string
  /** The https address of a document that says who Patchbay is. */
  readonly clientMetadataUrl?: string
  readonly scopes?: readonly string[]
  readonly onInsufficientScope?: (typeof INSUFFICIENT_SCOPE_CHOICES)[number]
  readonly callbackPort?: number
  /** The whole address on this machine that the browser comes back to. */
  readonly redirectUrl?: string
  readonly enterprise?: EnterpriseAccess
  /** The token of the platform that runs us, for `workload`. */
  readonly assertion?: string
  readonly dpop?: boolean
  /** From here on: where we leave the rules, because a server wants it so. */
  readonly omitResource?: boolean
  readonly resource?: string
  readonly authorizationParams?: Readonly<Record<string, string>>
  readonly authorizationUrl?: string
  readonly tokenUrl?: string
  /** Where the metadata of the authorization server is, if not at its well-known place. */
  readonly metadataUrl?: string
  /** The metadata may name this issuer, although it was asked for another. */
  readonly acceptIssuer?: string
}

export const SIGNED_METHODS = ['rpc', 'http'] as const
export const SIGNING_SCHEMES = ['simple', 'v1'] as const

export const SIGNATURE_HEADER = 'X-MCP-Signature'
export const TIMESTAMP_HEADER = 'X-MCP-Timestamp'

export type SigningAccess = {
  readonly secret: string
  /** Which method is signed: that of JSON-RPC, or that of HTTP. */
  readonly method?: (typeof SIGNED_METHODS)[number]
  readonly scheme?: (typeof SIGNING_SCHEMES)[number]
  readonly signatureHeader?: string
  readonly timestampHeader?: string
}

export type TlsAccess = {
  /** The text of a certificate in PEM, or the absolute path of a file that holds one. */
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly passphrase?: string
  readonly serverName?: string
  /** The SHA-256 fingerprint of the one certificate that the person trusts for this server. */
  readonly pinned?: string
}

/** All that `proxy` may be besides an address. */
export const PROXY_WORDS: ReadonlySet<string> = new Set(['system', 'environment', 'none'])

export type Access = {
  readonly auth?: TokenAccess
  readonly oauth?: OAuthAccess
  readonly signing?: SigningAccess
  /** `system`, `environment`, `none`, or the address of a proxy. */
  readonly proxy?: string
  readonly tls?: TlsAccess
}
