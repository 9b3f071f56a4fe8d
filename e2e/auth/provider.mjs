// oidc-provider as the authorization server of the tests: clients, scopes, lifetimes, its store.
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cacheFolder } from '../../scripts/project.mjs'

export const SUITE = 'e2e/auth/suite'
const ENTRY = join(cacheFolder, 'packages', SUITE, 'node_modules/oidc-provider/lib/index.js')

const SCOPES = ['mcp:tools', 'mcp:admin']
/** Clients that are native may come back to any port of these. */
const REDIRECTS = ['/callback', '/oauth/callback', '/'].flatMap((path) =>
  ['127.0.0.1', 'localhost'].map((host) => `http://${host}${path}`)
)
/** Where one asks what a token is worth; only the protected server knows this secret. */
export const RESOURCE_SERVER = { id: 'resource-server', secret: 'resource-server-secret' }
const SECRET = 'a-secret-of-the-tests'

/** Changes while the server runs; see authorization-server.mjs. */
export function newState({
  tokenFormat = 'opaque',
  accessTokenSeconds = 3_600,
  hasRegistration = true
} = {}) {
  return {
    tokenFormat,
    accessTokenSeconds,
    hasRegistration,
    documents: new Map(),
    deniesNext: false
  }
}

/** The package has to be in the cache by then. Resolves with the provider and the clients it knows. */
export async function createProvider(issuer, state) {
  const { default: Provider } = await import(pathToFileURL(ENTRY).href)
  const key = clientKey()
  const clients = knownClients(key.public)
  const store = new Map()
  const provider = new Provider(issuer, {
    adapter: storeIn(store),
    clients,
    jwks: { keys: [signingKey()] },
    cookies: { keys: ['a-key-of-the-tests'] },
    scopes: ['openid', 'offline_access', ...SCOPES],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    pkce: { required: () => true },
    routes: {
      // The places that the revision 2025-03-26 assumes where there is no metadata.
      authorization: '/authorize',
      token: '/token',
      registration: '/register',
      revocation: '/revoke',
      introspection: '/introspect'
    },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    rotateRefreshToken: () => true,
    ttl: {
      AccessToken: () => state.accessTokenSeconds,
      ClientCredentials: () => state.accessTokenSeconds,
      AuthorizationCode: 60,
      Grant: 86_400,
      Interaction: 3_600,
      RefreshToken: 86_400,
      Session: 86_400
    },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: state.hasRegistration, initialAccessToken: false },
      revocation: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      clientCredentials: { enabled: true },
      dPoP: { enabled: true },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => ({
          audience: resource,
          scope: SCOPES.join(' '),
          accessTokenFormat: state.tokenFormat,
          jwt: { sign: { alg: 'RS256' } }
        })
      }
    },
    // Documents of clients have https addresses, and nothing on loopback has one: tests publish them.
    fetch: async (url) => {
      const document = state.documents.get(String(url))
      if (document === undefined) return new Response('', { status: 404 })
      return Response.json(document)
    },
    renderError: (context, { error, error_description: why }) => {
      context.type = 'html'
      context.body = `<!doctype html><title>Refused</title><h1>Refused</h1><p>${error}: ${why}</p>`
    }
  })
  return { provider, store, clients: toldClients(clients, key.privatePem) }
}

/** RS256 is what clients expect who do not say otherwise when they register. */
function signingKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }
}

function clientKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }
  return { public: jwk, privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }) }
}

function knownClients(publicKey) {
  const usual = {
    application_type: 'native',
    redirect_uris: REDIRECTS,
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials']
  }
  const method = (name) => ({ token_endpoint_auth_method: name })
  const secret = { client_secret: SECRET }
  return [
    {
      ...usual,
      client_id: 'known-public',
      grant_types: ['authorization_code', 'refresh_token'],
      ...method('none')
    },
    { ...usual, client_id: 'known-basic', ...secret, ...method('client_secret_basic') },
    { ...usual, client_id: 'known-post', ...secret, ...method('client_secret_post') },
    {
      ...usual,
      client_id: 'known-key',
      jwks: { keys: [publicKey] },
      token_endpoint_auth_signing_alg: 'ES256',
      ...method('private_key_jwt')
    },
    {
      client_id: RESOURCE_SERVER.id,
      client_secret: RESOURCE_SERVER.secret,
      redirect_uris: [],
      response_types: [],
      grant_types: [],
      ...method('client_secret_basic')
    }
  ]
}

/** What a test needs to be one of them. */
function toldClients(clients, privateKey) {
  return Object.fromEntries(
    clients
      .filter(({ client_id: id }) => id !== RESOURCE_SERVER.id)
      .map(({ client_id: id, client_secret: secret, jwks }) => [
        id,
        { clientId: id, ...(secret && { clientSecret: secret }), ...(jwks && { privateKey }) }
      ])
  )
}

/** The provider keeps everything in this map, so that a test can take things away from it. */
function storeIn(store) {
  return class {
    constructor(model) {
      this.prefix = `${model}:`
    }

    async upsert(id, payload) {
      store.set(this.prefix + id, payload)
    }

    async find(id) {
      return store.get(this.prefix + id)
    }

    async findByUid(uid) {
      return this.firstWith((payload) => payload.uid === uid)
    }

    async findByUserCode(code) {
      return this.firstWith((payload) => payload.userCode === code)
    }

    async consume(id) {
      store.get(this.prefix + id).consumed = Math.floor(Date.now() / 1_000)
    }

    async destroy(id) {
      store.delete(this.prefix + id)
    }

    async revokeByGrantId(grantId) {
      for (const [key, payload] of store) {
        if (key.startsWith(this.prefix) && payload.grantId === grantId) store.delete(key)
      }
    }

    firstWith(isIt) {
      for (const [key, payload] of store) {
        if (key.startsWith(this.prefix) && isIt(payload)) return payload
      }
      return undefined
    }
  }
}
