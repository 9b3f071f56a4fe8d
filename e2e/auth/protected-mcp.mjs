// A small MCP server over Streamable HTTP that asks for a token of its authorization server.
import { createPublicKey, verify } from 'node:crypto'
import { RESOURCE_SERVER } from './provider.mjs'

const WELL_KNOWN = '/.well-known/oauth-protected-resource'
export const MCP_PATH = '/mcp'
const TOOLS = ['whoami', 'admin-report']
const ADMIN_SCOPE = 'mcp:admin'

/**
 * `issuer` is the authorization server. Options: `metadataAt` (path, root or none), `namesMetadata`
 * (whether the challenge says where it is), `challengeScope`. Changes of `state` hold at once.
 */
export function protectedMcp({
  origin,
  issuer,
  metadataAt = 'path',
  namesMetadata = metadataAt !== 'none',
  challengeScope = 'mcp:tools'
}) {
  const url = origin + MCP_PATH
  const metadataPath = metadataAt === 'path' ? WELL_KNOWN + MCP_PATH : WELL_KNOWN
  const state = { issuer, refused: new Set(), accepted: new Set(), counts: {} }

  function challenge(response, status, error, scope = challengeScope) {
    const parts = [
      ...(error ? [`error="${error}"`] : []),
      ...(namesMetadata ? [`resource_metadata="${origin}${metadataPath}"`] : []),
      ...(scope ? [`scope="${scope}"`] : [])
    ]
    const value = parts.length === 0 ? 'Bearer' : `Bearer ${parts.join(', ')}`
    response.writeHead(status, { 'www-authenticate': value }).end()
  }

  async function serveMcp(request, response) {
    const [, token] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
    if (token === undefined) return challenge(response, 401)
    const claims = state.refused.has(token) ? undefined : await claimsOf(state.issuer, token)
    if (!claims || ![claims.aud].flat().includes(url)) {
      return challenge(response, 401, 'invalid_token')
    }
    state.accepted.add(token)
    if (request.method === 'DELETE') return response.writeHead(200).end()
    if (request.method !== 'POST') return response.writeHead(405).end()
    const message = JSON.parse(await textOf(request))
    const scopes = (claims.scope ?? '').split(' ')
    const needsAdmin = message.method === 'tools/call' && message.params?.name === 'admin-report'
    if (needsAdmin && !scopes.includes(ADMIN_SCOPE)) {
      return challenge(response, 403, 'insufficient_scope', ADMIN_SCOPE)
    }
    if (message.id === undefined) return response.writeHead(202).end()
    const answer = { jsonrpc: '2.0', id: message.id, ...outcomeOf(message, claims) }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

  /** Resolves with whether the request was for this server. */
  async function serve(request, response) {
    const path = request.url.split('?')[0]
    state.counts[path] = (state.counts[path] ?? 0) + 1
    if (path === MCP_PATH) {
      await serveMcp(request, response)
      return true
    }
    if (metadataAt === 'none' || path !== metadataPath) return false
    const metadata = {
      resource: url,
      authorization_servers: [state.issuer],
      scopes_supported: ['mcp:tools', ADMIN_SCOPE],
      bearer_methods_supported: ['header']
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
    return true
  }

  const controls = {
    counts: () => state.counts,
    /** Refuses from now on every token that it has accepted so far. */
    'refuse-tokens': () => {
      state.refused = state.refused.union(state.accepted)
    },
    /** Takes tokens of another authorization server from now on, and of no other. */
    'move-to': ({ issuer: other }) => {
      state.issuer = other
    }
  }
  return { url, serve, controls }
}

function outcomeOf({ method, params = {} }, { sub, client_id: client, scope }) {
  switch (method) {
    case 'initialize': {
      const { protocolVersion } = params
      const serverInfo = { name: 'protected', version: '1' }
      return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } }
    }
    case 'ping':
      return { result: {} }
    case 'tools/list':
      return { result: { tools: TOOLS.map((name) => ({ name, inputSchema: { type: 'object' } })) } }
    case 'tools/call': {
      const who = { tool: params.name, subject: sub ?? null, client, scope: scope ?? '' }
      return { result: { content: [{ type: 'text', text: JSON.stringify(who) }] } }
    }
    default:
      return { error: { code: -32_601, message: 'Method not found' } }
  }
}

/** A token that says what it is worth is checked by its signature; any other by asking who gave it. */
async function claimsOf(issuer, token) {
  const parts = token.split('.')
  return parts.length === 3 ? signedClaims(issuer, parts) : introspected(issuer, token)
}

async function introspected(issuer, token) {
  const credentials = Buffer.from(`${RESOURCE_SERVER.id}:${RESOURCE_SERVER.secret}`)
  const answer = await fetch(`${issuer}/introspect`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials.toString('base64')}` },
    body: new URLSearchParams({ token })
  })
  const claims = await answer.json()
  return claims.active ? claims : undefined
}

async function signedClaims(issuer, [head, body, signature]) {
  const decode = (part) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const { kid } = decode(head)
  const claims = decode(body)
  const { keys } = await (await fetch(`${issuer}/jwks`)).json()
  const jwk = keys.find((key) => key.kid === kid)
  if (!jwk || claims.iss !== issuer || claims.exp * 1_000 <= Date.now()) return undefined
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${body}`)
  return verify('sha256', signed, key, Buffer.from(signature, 'base64url')) ? claims : undefined
}

async function textOf(request) {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) text += chunk
  return text
}
