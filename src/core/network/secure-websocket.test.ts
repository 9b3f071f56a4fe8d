/** Certificates of both sides, over wss:, with a server that speaks MCP over a real TLS socket. */
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import type { TlsAccess } from '../../shared/servers/server-access'
import {
  openingFault,
  readCertificates,
  tidyNetwork,
  workbenchTo,
  type Certificates
} from '../workbench/network-testing'

let certificates: Certificates
const ends: (() => unknown)[] = []

beforeAll(async () => {
  certificates = await readCertificates()
})
afterEach(async () => {
  await tidyNetwork()
  for (const end of ends.splice(0).reverse()) await end()
})

function resultOf(method: string): object {
  if (method !== 'initialize') return {}
  return {
    protocolVersion: '2025-11-25',
    capabilities: {},
    serverInfo: { name: 'secure', version: '1' }
  }
}

/** Where it listens, and what it was sent. */
async function secureSockets(more: object = {}) {
  const host = createServer({ ...certificates.server, ...more })
  const sockets = new WebSocketServer({ server: host })
  const heard: string[] = []
  host.on('tlsClientError', () => undefined)
  sockets.on('connection', (peer) => {
    peer.on('error', () => undefined)
    peer.on('message', (data: Buffer) => {
      const { id, method } = JSON.parse(data.toString()) as { id?: number; method: string }
      heard.push(method)
      if (id === undefined) return
      peer.send(JSON.stringify({ jsonrpc: '2.0', id, result: resultOf(method) }))
    })
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  ends.push(() => {
    for (const peer of sockets.clients) peer.terminate()
    sockets.close()
    host.close()
    host.closeAllConnections()
  })
  const { port } = host.address() as AddressInfo
  return { url: `wss://127.0.0.1:${port}/mcp`, heard }
}

function faultWith(url: string, tls?: TlsAccess) {
  return openingFault(workbenchTo(url, tls ? { tls } : {}, { transport: 'websocket' }))
}

function printOf(pem: string): string {
  return createHash('sha256').update(new X509Certificate(pem).raw).digest('hex')
}

it('the certificate of a server is the trusted one, whoever signed it', async () => {
  const { url, heard } = await secureSockets()
  expect(await faultWith(url)).toMatchObject({ offers: 'certificate' })
  expect(heard).toEqual([])
  expect(await faultWith(url, { pinned: printOf(certificates.server.cert) })).toBeUndefined()
  expect(heard).toContain('initialize')
})

it('another certificate than the trusted one is refused before anything is sent', async () => {
  const { url, heard } = await secureSockets()
  const tls = { ca: certificates.authority, pinned: printOf(certificates.client.cert) }
  const fault = await faultWith(url, tls)
  expect([fault?.reason, heard]).toEqual([
    expect.stringMatching(/is not the one that you trusted/),
    []
  ])
})

it('a server that wants a certificate of yours gets the one of the definition', async () => {
  const { authority: ca, client, PASSPHRASE: passphrase } = certificates
  const { url, heard } = await secureSockets({ ca, requestCert: true, rejectUnauthorized: true })
  expect((await faultWith(url, { ca }))?.next).toMatch(/set "cert" and "key" under "tls"/)
  expect(heard).toEqual([])
  const { cert, lockedKey: key } = client
  expect(await faultWith(url, { ca, cert, key, passphrase })).toBeUndefined()
  expect(heard).toContain('initialize')
})
