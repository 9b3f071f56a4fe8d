// An MCP server, in a process of its own, that lets in who has a token of `issuer`. Its argument is
// JSON with the options of protected-mcp.mjs.
import { argv } from 'node:process'
import { listenOnLoopback, optionsOf, takeOrders } from './program.mjs'
import { protectedMcp } from './protected-mcp.mjs'

await listenOnLoopback(async (origin) => {
  const { url, serve, controls } = protectedMcp({ origin, ...optionsOf(argv) })
  takeOrders({ url }, controls)
  return async (request, response) => {
    if (!(await serve(request, response))) response.writeHead(404).end()
  }
})
