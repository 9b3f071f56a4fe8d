/** The fields of an entry that say who we are to a server, and by which way it is reached. */
import { z } from 'zod'
import type { ConfigFault } from '../../shared/servers/server-config'
import {
  CLIENT_AUTH_METHODS,
  CLIENT_REGISTRATIONS,
  INSUFFICIENT_SCOPE_CHOICES,
  OAUTH_GRANTS,
  PROXY_WORDS,
  SIGNED_METHODS,
  SIGNING_SCHEMES,
  type Access
} from '../../shared/servers/server-access'
import { oneOf, text, texts, wholeNumberTo } from './entry-fields'
import { referencesIn } from '../references/references'

const LAST_PORT = 65_535

const named = z.record(z.string(), text, 'has to be an object whose values are text')
const flag = z.boolean('has to be true or false').optional()
const filled = text.min(1, 'must not be empty')

const auth = z.object(
  {
    token: filled.describe('A token or key for the server, such as "${secret:NAME}".'),
    inInitialize: flag.describe(
      'true sends the token as params.authorization.token of initialize, as it is written. Left out, it is the header Authorization.'
    )
  },
  'has to be an object with token'
)

const enterprise = z.object(
  {
    tokenUrl: filled.describe('Where your company gives tokens: its token endpoint.'),
    clientId: filled.describe('What your company knows Patchbay by.'),
    clientSecret: filled.optional().describe('The secret that belongs to it.'),
    idToken: filled.describe('The ID token that signing in at your company gave.')
  },
  'has to be an object with tokenUrl, clientId and idToken'
)

const oauth = z.object(
  {
    grant: oneOf(OAUTH_GRANTS).describe(
      'How a token is obtained. authorization-code, the default, asks you in the browser.'
    ),
    registration: oneOf(CLIENT_REGISTRATIONS).describe(
      'How Patchbay becomes a client: auto, the default, takes the first way that works.'
    ),
    clientId: filled.optional().describe('What the authorization server knows Patchbay by.'),
    clientSecret: filled.optional().describe('The secret that belongs to "clientId".'),
    issuer: filled
      .optional()
      .describe('The only authorization server that gets "clientSecret" and other proofs.'),
    clientAuth: oneOf(CLIENT_AUTH_METHODS).describe(
      'How Patchbay proves that it is the client. Left out, the server’s metadata decides.'
    ),
    privateKey: filled.optional().describe('A private key in PEM (PKCS #8) for private-key-jwt.'),
    algorithm: filled.optional().describe('How the key signs, such as ES256.'),
    clientMetadataUrl: filled
      .optional()
      .describe('The https address of a document that says who Patchbay is.'),
    scopes: texts.optional().describe('What to ask for, instead of what the server says.'),
    onInsufficientScope: oneOf(INSUFFICIENT_SCOPE_CHOICES).describe(
      'When a server wants more scopes: reauthorize, the default, asks you; throw leaves it refused.'
    ),
    callbackPort: wholeNumberTo(LAST_PORT).describe(
      'The port on this machine that the browser comes back to. Left out, any free one.'
    ),
    redirectUrl: filled
      .optional()
      .describe(
        'The whole address for that, where the server knows only one: http://localhost:9999/callback.'
      ),
    enterprise: enterprise.optional().describe('For the grant "enterprise".'),
    assertion: filled.optional().describe('The platform’s own token, for the grant "workload".'),
    dpop: flag.describe('true binds tokens to a key that only this Patchbay has (DPoP).'),
    omitResource: flag.describe('true leaves out "resource", which the rules ask for.'),
    resource: filled.optional().describe('Another "resource" than the address of the server.'),
    authorizationParams: named
      .optional()
      .describe('More parameters for the page where you sign in.'),
    authorizationUrl: filled.optional().describe('Another authorization endpoint.'),
    tokenUrl: filled.optional().describe('Another token endpoint.'),
    metadataUrl: filled
      .optional()
      .describe('Where the metadata of the authorization server is, if not at its usual place.'),
    acceptIssuer: filled
      .optional()
      .describe('An issuer to accept although it is not the one that was asked.')
  },
  'has to be an object'
)

/** The names of its fields. */
export const OAUTH_FIELDS: ReadonlySet<string> = new Set(Object.keys(oauth.shape))

const signing = z.object(
  {
    secret: filled.describe('The key that signs, such as "${secret:NAME}".'),
    method: oneOf(SIGNED_METHODS).describe(
      'Which method is signed: rpc, the default, or http. Not used by the scheme v1.'
    ),
    scheme: oneOf(SIGNING_SCHEMES).describe('What is signed: simple, the default, or v1.'),
    signatureHeader: filled.optional().describe('Left out, it is X-MCP-Signature.'),
    timestampHeader: filled.optional().describe('Left out, it is X-MCP-Timestamp.')
  },
  'has to be an object with secret'
)

const tls = z.object(
  {
    ca: filled.optional().describe('A certificate to trust: the path of a PEM file, or its text.'),
    cert: filled.optional().describe('The certificate that says who you are, as "ca".'),
    key: filled.optional().describe('The private key of "cert", as "ca".'),
    passphrase: filled.optional().describe('What opens "key", such as "${secret:NAME}".'),
    serverName: filled.optional().describe('The name that the certificate has to be for.'),
    pinned: filled
      .optional()
      .describe('The SHA-256 fingerprint of a certificate that you trust for this server.')
  },
  'has to be an object'
)

export const accessFields = {
  auth: auth.optional().describe('A token that you were given for the server.'),
  oauth: oauth.optional().describe('How to sign in to the server (OAuth).'),
  signing: signing.optional().describe('Signs each request to the server (HMAC-SHA256).'),
  proxy: filled
    .optional()
    .describe(
      'system, environment, none, or the address of a proxy. Left out, as in the settings.'
    ),
  tls: tls.optional().describe('Certificates for this server.')
}

type AccessFields = z.infer<z.ZodObject<typeof accessFields>>

export function accessIn({ auth, oauth, signing, proxy, tls }: AccessFields): Access | undefined {
  const given = Object.entries({ auth, oauth, signing, proxy, tls }).filter(
    ([, value]) => value !== undefined
  )
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

/** What is wrong with each field for itself is known by then. */
export function accessFaults(access: Access, isProcess: boolean): readonly ConfigFault[] {
  return isProcess ? processFaults(access) : remoteFaults(access)
}

/** A token and a header that both say who asks. */
export function doubleToken(
  { auth }: Access,
  headers: Readonly<Record<string, string>>
): readonly ConfigFault[] {
  if (!auth || auth.inInitialize === true) return []
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  const sentence = 'It has both "auth.token" and the header Authorization: leave one of them out.'
  return isGiven ? [fault('auth.token', sentence)] : []
}

function processFaults({ auth, ...rest }: Access): readonly ConfigFault[] {
  const wrong = Object.keys(rest).map((field) =>
    fault(field, `"${field}" is for servers with an address, and this one is a command.`)
  )
  if (!auth || auth.inInitialize === true) return wrong
  const sentence = 'A command has no headers: "auth.token" needs "inInitialize": true.'
  return [fault('auth.inInitialize', sentence), ...wrong]
}

function remoteFaults({ oauth, proxy, signing, tls }: Access): readonly ConfigFault[] {
  return [
    ...(oauth ? oauthFaults(oauth) : []),
    ...(proxy === undefined ? [] : proxyFaults(proxy)),
    ...(signing ? signingFaults(signing) : []),
    ...(tls ? tlsFaults(tls) : [])
  ]
}

/** Parameters that the protocol itself sets. */
const RESERVED_PARAMETERS = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'nonce',
  'request',
  'request_uri',
  'response_mode'
])

function oauthFaults(oauth: NonNullable<Access['oauth']>): readonly ConfigFault[] {
  const faults: ConfigFault[] = []
  const need = (field: keyof typeof oauth, why: string): void => {
    if (oauth[field] === undefined)
      faults.push(fault(`oauth.${field}`, `"oauth.${field}" is missing: ${why}.`))
  }
  if (oauth.registration === 'preregistered') need('clientId', '"registration" is preregistered')
  if (oauth.registration === 'document') need('clientMetadataUrl', '"registration" is document')
  if (oauth.grant === 'client-credentials') {
    need('clientId', 'the grant client-credentials has no other way to say who asks')
    if (oauth.clientAuth === 'private-key-jwt')
      need('privateKey', '"clientAuth" is private-key-jwt')
    else if (oauth.privateKey === undefined)
      need('clientSecret', 'the grant client-credentials needs it, or a "privateKey"')
  }
  if (oauth.grant === 'enterprise') need('enterprise', '"grant" is enterprise')
  if (oauth.grant === 'workload') need('assertion', '"grant" is workload')
  if (oauth.omitResource === true && oauth.resource !== undefined) {
    faults.push(fault('oauth.resource', 'It has both "omitResource" and "resource".'))
  }
  for (const name of Object.keys(oauth.authorizationParams ?? {})) {
    if (!RESERVED_PARAMETERS.has(name)) continue
    const field = `oauth.authorizationParams.${name}`
    faults.push(fault(field, `"${name}" is set by the protocol and cannot be replaced.`))
  }
  for (const field of [
    'clientMetadataUrl',
    'authorizationUrl',
    'tokenUrl',
    'metadataUrl'
  ] as const) {
    const address = oauth[field]
    if (address === undefined || hasReferences(address) || isWebAddress(address)) continue
    faults.push(
      fault(
        `oauth.${field}`,
        `"oauth.${field}" has to be an address that begins with https:// or http://.`
      )
    )
  }
  return faults
}

function proxyFaults(proxy: string): readonly ConfigFault[] {
  if (PROXY_WORDS.has(proxy) || hasReferences(proxy)) return []
  if (/^https?:\/\//i.test(proxy) && URL.canParse(proxy)) return []
  const sentence =
    '"proxy" has to be system, environment, none, or an address that begins with http:// or https://.'
  return [fault('proxy', sentence)]
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/

function signingFaults(signing: NonNullable<Access['signing']>): readonly ConfigFault[] {
  return (['signatureHeader', 'timestampHeader'] as const).flatMap((field) => {
    const name = signing[field]
    if (name === undefined || HEADER_NAME.test(name)) return []
    return [fault(`signing.${field}`, `"signing.${field}" has to be the name of a header.`)]
  })
}

const FINGERPRINT = /^(?:sha256:)?(?:[\da-f]{2}:?){32}$/i

function tlsFaults({
  cert,
  key,
  passphrase,
  pinned
}: NonNullable<Access['tls']>): readonly ConfigFault[] {
  const faults: ConfigFault[] = []
  if ((cert === undefined) !== (key === undefined)) {
    const missing = cert === undefined ? 'cert' : 'key'
    faults.push(
      fault(`tls.${missing}`, `"tls.${missing}" is missing: "cert" and "key" belong together.`)
    )
  }
  if (passphrase !== undefined && key === undefined) {
    faults.push(fault('tls.passphrase', '"tls.passphrase" opens "key", which is missing.'))
  }
  if (pinned !== undefined && !FINGERPRINT.test(pinned)) {
    faults.push(
      fault('tls.pinned', '"tls.pinned" has to be a SHA-256 fingerprint: 64 hexadecimal digits.')
    )
  }
  return faults
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address)
}

function hasReferences(value: string): boolean {
  return referencesIn(value).length > 0
}

function fault(field: string, message: string): ConfigFault {
  return { message, field }
}
