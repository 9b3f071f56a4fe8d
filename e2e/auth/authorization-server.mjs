// A real authorization server, oidc-provider, in a process of its own, with pages to sign in and agree.
// Its argument is JSON: `tokenFormat` (opaque or jwt), `accessTokenSeconds`, `hasMetadata`,
// `hasRegistration`, and `hasMcp` for an MCP server at /mcp of the same origin, as the revision 2025-03-26 has it.
import { argv } from 'node:process'
import { serveInteraction } from './interaction-pages.mjs'
import { listenOnLoopback, optionsOf, takeOrders } from './program.mjs'
import { protectedMcp } from './protected-mcp.mjs'
import { createProvider, newState } from './provider.mjs'

const options = optionsOf(argv)
const { hasMetadata = true, hasMcp = false } = options
const state = newState(options)
const counts = {}

await listenOnLoopback(async (origin) => {
  const { provider, store, clients } = await createProvider(origin, state)
  const serveProvider = provider.callback()
  const mcp = hasMcp ? protectedMcp({ origin, issuer: origin, metadataAt: 'none' }) : undefined
  takeOrders({ issuer: origin, clients, ...(mcp && { url: mcp.url }) }, controlsOf(store))

  return async (request, response) => {
    const path = request.url.split('?')[0]
    counts[path] = (counts[path] ?? 0) + 1
    if (!hasMetadata && path.startsWith('/.well-known/')) response.writeHead(404).end()
    else if (await mcp?.serve(request, response)) return
    else if (await serveInteraction(provider, state, request, response)) return
    else serveProvider(request, response)
  }
})

function controlsOf(store) {
  const forget = (...models) => {
    for (const key of [...store.keys()]) {
      if (models.includes(key.split(':')[0])) store.delete(key)
    }
  }
  return {
    counts: () => counts,
    /** Access tokens that say what they are worth are not in the store: see `refuse-tokens` there. */
    'expire-tokens': () => forget('AccessToken', 'ClientCredentials'),
    'expire-refresh-tokens': () => forget('RefreshToken'),
    /** Forgets everybody who has registered. */
    'forget-clients': () => forget('Client'),
    'access-token-seconds': ({ seconds }) => {
      state.accessTokenSeconds = seconds
    },
    'deny-next': () => {
      state.deniesNext = true
    },
    /** Puts the document of a client at an https address, for this server only. */
    publish: ({ url, document }) => {
      state.documents.set(url, document)
    }
  }
}
