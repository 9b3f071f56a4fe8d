// An HTTP server with one mode for each way in which such a server goes wrong.
// Run it as a program, `http-faults.mjs <mode>`, and it prints its address.
import * as http from 'node:http'
import * as https from 'node:https'
import { argv } from 'node:process'
import { pathToFileURL } from 'node:url'
import { certificates, key } from './http-certificates.mjs'
import { modes } from './http-modes.mjs'

/**
 * Listens on a free port of 127.0.0.1, or on a socket of this machine. `tls` is the name of a certificate,
 * or options for a server of TLS. `seen` lists every request: method, path, headers, body. Further
 * options belong to the mode.
 */
export async function startHttpFaults({ mode, tls, socketPath = '', path = '/mcp', ...options }) {
  const serve = modes[mode]
  if (!serve) throw new Error(`There is no mode ${mode}.`)
  const seen = []
  const sockets = new Set()
  const waiters = new Set()
  const state = { ...options, calls: 0, streams: [], seen }

  async function handle(request, response) {
    const body = await textOf(request)
    const exchange = { method: request.method, path: request.url, headers: request.headers, body }
    seen.push(exchange)
    for (const wake of waiters) wake()
    const message = jsonOf(body)
    await serve({ request, response, message, state, ...exchange })
  }

  const onRequest = (request, response) => {
    response.on('error', () => undefined)
    handle(request, response).catch(() => response.destroy())
  }
  const secure = typeof tls === 'string' ? { key, cert: certificates[tls] } : tls
  const server = secure ? https.createServer(secure, onRequest) : http.createServer(onRequest)
  server.on('tlsClientError', () => undefined)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  const place = socketPath === '' ? { host: '127.0.0.1', port: 0 } : { path: socketPath }
  await new Promise((resolve) => server.listen(place, resolve))
  const { port } = server.address()
  const scheme = tls ? 'https' : 'http'

  return {
    url: socketPath ? `unix://${socketPath}#${path}` : `${scheme}://127.0.0.1:${port}${path}`,
    port,
    seen,
    /** How many connections are open. */
    connections: () => sockets.size,
    /** Resolves once a request was seen of which `isIt` is true. */
    saw: (isIt) =>
      new Promise((resolve) => {
        const look = () => {
          const found = seen.find(isIt)
          if (!found) return
          waiters.delete(look)
          resolve(found)
        }
        waiters.add(look)
        look()
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      })
  }
}

async function textOf(request) {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) text += chunk
  return text
}

function jsonOf(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  const { url } = await startHttpFaults({ mode: argv[2] ?? 'ok' })
  const { stdout } = await import('node:process')
  stdout.write(`${url}\n`)
}
