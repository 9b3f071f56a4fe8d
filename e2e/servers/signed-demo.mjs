// Starts the demo server over HTTP, in a process of its own, and what may come between it and a client.
import { Buffer } from 'node:buffer'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'
import { URL } from 'node:url'

const DEMO = join(import.meta.dirname, '../../resources/demo-server/http.mjs')

/** Resolves with the definition that it prints, and a function that ends it. */
export async function startSignedDemo(...args) {
  const child = spawn(process.execPath, [DEMO, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  })
  let printed = ''
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  for await (const chunk of child.stdout) {
    printed += chunk
    if (printed.endsWith('\n}\n')) break
  }
  if (printed === '') throw new Error(`The demo server did not start: ${said}`)
  const exited = once(child, 'exit')
  return {
    definition: JSON.parse(printed).mcpServers['signed-demo'],
    said: () => said,
    stop: async () => {
      child.kill()
      await exited
    }
  }
}

/** Passes everything on, with another body where `change` makes one. Resolves with its address. */
export async function startProxy(target, change) {
  const { origin, pathname } = new URL(target)
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = change(Buffer.concat(chunks).toString('utf8'))
    const headers = { ...request.headers, 'content-length': Buffer.byteLength(body) }
    delete headers.host
    const onward = ask(new URL(request.url, origin), { method: request.method, headers })
    onward.on('error', () => response.destroy())
    onward.on('response', (reply) => {
      response.writeHead(reply.statusCode, { ...reply.headers, via: '1.1 meddler' })
      reply.pipe(response)
    })
    onward.end(body === '' ? undefined : body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}${pathname}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
