import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { systemClock } from '../time/clock'
import { MetricsPoll } from '../polling/metrics-poll'
import { complete } from '../sampling/openai'
import { TrafficLog } from '../traffic/traffic-log'
import { fetchBytes } from '../http/fetch-bytes'
import { startHttpFaults, tidy, type HttpFaults } from '../transport/remote-testing'
import { Network, type NetworkOptions } from './network'
import { Networks } from './networks'
import {
  definitionOf,
  openingFault,
  readCertificates,
  SERVER,
  startProxy,
  tidyNetwork,
  workbenchTo,
  type Certificates
} from '../workbench/network-testing'

vi.setConfig({ testTimeout: 60_000 })

let certificates: Certificates
let folder: string
beforeAll(async () => {
  certificates = await readCertificates()
})
afterEach(async () => {
  await tidyNetwork()
  await tidy()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

function secureServer(more: object = {}): Promise<HttpFaults> {
  return startHttpFaults('ok', { tls: { ...certificates.server, ...more } })
}

function file(name: string, text: string): string {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-tls-'))
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function printOf(pem: string): string {
  const der = Buffer.from(pem.replace(/-----.*-----/g, ''), 'base64')
  return createHash('sha256').update(der).digest('hex')
}

describe('whether nobody is there any more', () => {
  it('is known of a port and of a socket of this machine, and of nothing else', async () => {
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const { port } = gone.address() as AddressInfo
    const look = (address: string, options: Partial<NetworkOptions> = {}) => {
      const routeTo = () => undefined
      return new Network({ clock: systemClock, routeTo, ...options }).isDeserted(new URL(address))
    }
    const proxy = { scheme: 'http', host: '127.0.0.1', port } as never
    const proxied = async () => ({ hops: [{ kind: 'proxy', proxy }] }) as never
    expect(await look(`http://127.0.0.1:${port}/mcp`)).toBe(false)
    gone.close()
    await once(gone, 'close')
    expect(await look(`http://127.0.0.1:${port}/mcp`)).toBe(true)
    expect(await look(`http://localhost:${port}/mcp`)).toBe(true)
    expect(await look(`https://127.0.0.1:${port}/mcp`)).toBe(false)
    expect(await look(`http://127.0.0.1:${port}/mcp`, { routeTo: proxied })).toBe(false)
    expect(await look(`http://192.0.2.1:${port}/mcp`)).toBe(false)
    const server = new URL('http://localhost/mcp')
    const socketPath = join(tmpdir(), 'patchbay-nobody.sock')
    expect(await look(server.href, { server, socketPath })).toBe(true)
  })
})

describe('through a proxy', () => {
  it('a server is reached by a name that only the proxy knows', async () => {
    const { port } = await secureServer()
    const proxy = await startProxy({
      password: 'joe:hunter2-canary',
      places: { 'mcp.test:443': { port, host: '127.0.0.1' } }
    })
    const address = proxy.url.replace('//', '//joe:hunter2-canary@')
    const workbench = workbenchTo('https://mcp.test/mcp', {
      proxy: address,
      tls: { ca: certificates.authority }
    })
    expect(await openingFault(workbench)).toBeUndefined()
    expect(new Set(proxy.asked)).toEqual(new Set(['mcp.test:443']))
    const raw = workbench.log.tail(1_000).map(({ seq }) => workbench.log.raw(seq))
    expect(raw.join('\n')).not.toMatch(/hunter2-canary|proxy-authorization/i)
  })

  it('http: and ws: are tunnelled too', async () => {
    const proxy = await startProxy()
    const { url, port } = await startHttpFaults('ok')
    const plain = workbenchTo(url, { proxy: proxy.url })
    expect(await openingFault(plain)).toBeUndefined()
    expect(proxy.asked).toContain(`127.0.0.1:${port}`)

    const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(sockets, 'listening')
    const { port: socketPort } = sockets.address() as { port: number }
    const connected = once(sockets, 'connection')
    const address = `ws://127.0.0.1:${socketPort}/`
    const workbench = workbenchTo(address, { proxy: proxy.url }, { transport: 'websocket' })
    const opening = workbench.open(SERVER).catch(() => 'ended')
    await connected
    await workbench.close(SERVER)
    expect(await opening).toBe('ended')
    sockets.close()
    expect(proxy.asked).toContain(`127.0.0.1:${socketPort}`)
  })

  it('a proxy can speak TLS itself', async () => {
    const { url } = await startHttpFaults('ok')
    const proxy = await startProxy({ tls: certificates.server })
    const tls = { ca: certificates.authority }
    expect(await openingFault(workbenchTo(url, { proxy: proxy.url, tls }))).toBeUndefined()
    expect((await openingFault(workbenchTo(url, { proxy: proxy.url })))?.reason).toMatch(
      /The proxy https:\/\/127\.0\.0\.1:\d+ cannot be used/
    )
  })

  it('the next way of a list is taken when the first leads nowhere', async () => {
    const { url } = await startHttpFaults('ok')
    const gone = await startProxy()
    await gone.close()
    const proxy = await startProxy({
      places: { 'mcp.test:80': { port: Number(new URL(url).port) } }
    })
    const system = async (): Promise<string> =>
      `PROXY 127.0.0.1:${gone.port}; PROXY 127.0.0.1:${proxy.port}`
    const workbench = workbenchTo('http://mcp.test/mcp', {}, { proxy: () => 'system', system })
    expect(await openingFault(workbench)).toBeUndefined()
    expect(proxy.asked).toContain('mcp.test:80')
  })

  it.each([
    [{ password: 'a:b' }, /wants a name and a password \(407\)/, /http:\/\/name:\$\{secret:/],
    [{ answer: 403 }, /refuses to connect to mcp\.test:443 \(403\)/, /Ask whoever runs the proxy/],
    [
      { answer: 407, headers: 'Proxy-Authenticate: Negotiate\r\n' },
      /It offers Negotiate; Patchbay knows Basic only/,
      /http:\/\/name/
    ]
  ])('a refusal of the proxy is told as its own: %j', async (options, reason, next) => {
    const proxy = await startProxy(options)
    const fault = await openingFault(workbenchTo('https://mcp.test/mcp', { proxy: proxy.url }))
    expect(fault).toMatchObject({ tier: 'transport', blame: 'network' })
    expect(fault?.reason).toMatch(reason)
    expect(fault?.reason).toContain(`The proxy 127.0.0.1:${proxy.port}`)
    expect(fault?.next).toMatch(next)
  })

  it('a wrong password is told as such, and not shown', async () => {
    const proxy = await startProxy({ password: 'joe:right' })
    const address = proxy.url.replace('//', '//joe:wrong-canary@')
    const fault = await openingFault(workbenchTo('https://mcp.test/mcp', { proxy: address }))
    expect(fault?.reason).toMatch(/does not accept the name and password/)
    expect(JSON.stringify(fault)).not.toMatch(/wrong-canary/)
  })

  it('a proxy that is not there, or has no known name, is named', async () => {
    const proxy = await startProxy()
    await proxy.close()
    const gone = await openingFault(workbenchTo('https://mcp.test/', { proxy: proxy.url }))
    expect(gone?.reason).toMatch(/The proxy 127\.0\.0\.1:\d+ cannot be used: nothing listens there/)
    const unknown = 'http://proxy.invalid:3128'
    const fault = await openingFault(workbenchTo('https://mcp.test/', { proxy: unknown }))
    expect(fault?.reason).toMatch(/The proxy proxy\.invalid:3128 cannot be used/)
  })

  it('closing does not wait for a proxy that says nothing', async () => {
    const proxy = await startProxy({ answer: 'silence' })
    const workbench = workbenchTo('https://mcp.test/mcp', { proxy: proxy.url })
    const opening = workbench.open(SERVER).catch(() => 'ended')
    await vi.waitFor(() => expect(proxy.asked).toHaveLength(1), { timeout: 20_000 })
    await workbench.close(SERVER)
    expect(await opening).toBe('ended')
    await vi.waitFor(() => expect(proxy.connections()).toBe(0), { timeout: 20_000 })
  })

  it('no proxy is asked for the names where machines keep their own data', async () => {
    const proxy = await startProxy()
    const url = 'http://metadata.google.internal/mcp'
    const fault = await openingFault(workbenchTo(url, { proxy: proxy.url }))
    expect(fault?.reason).toMatch(/keeps its own data/)
    expect(proxy.asked).toEqual([])
  })
})

describe('the same way', () => {
  it('is taken over HTTP+SSE', async () => {
    const { url, port } = await startHttpFaults('sse')
    const proxy = await startProxy()
    const workbench = workbenchTo(url, { proxy: proxy.url }, { transport: 'sse' })
    await workbench.open(SERVER).catch(() => undefined)
    expect(proxy.asked).toContain(`127.0.0.1:${port}`)
  })

  it('is taken to a model', async () => {
    const proxy = await startProxy({ answer: 403 })
    const { own } = new Networks({ proxy: () => proxy.url, environment: {} })
    const { signal } = new AbortController()
    const asking = { baseUrl: 'https://model.test/v1', model: 'm', signal, network: own }
    const question = { messages: [], tools: [], more: {} }
    await expect(complete(asking, question)).rejects.toThrow(
      /The proxy 127\.0\.0\.1:\d+ refuses to connect to model\.test:443/
    )
  })

  it('is taken for icons, and nobody waits for a proxy that says nothing', async () => {
    const { port } = await secureServer()
    const places = { 'mcp.test:443': { port, host: '127.0.0.1' } }
    const proxy = await startProxy({ places })
    const networkTo = (address: string) =>
      new Networks({ proxy: () => 'none', environment: {} }).of({
        ...definitionOf('https://mcp.test/mcp'),
        access: { proxy: address, tls: { ca: certificates.authority } }
      })
    const url = new URL('https://mcp.test/icon.png')
    const never = new AbortController()
    const network = networkTo(proxy.url)
    const { status } = await fetchBytes(url, { signal: never.signal, headers: {}, network })
    expect(status).toBeGreaterThan(0)
    const silent = await startProxy({ answer: 'silence' })
    const fetching = fetchBytes(url, {
      signal: never.signal,
      headers: {},
      network: networkTo(silent.url)
    })
    const ended = expect(fetching).rejects.toThrow()
    await vi.waitFor(() => expect(silent.asked).toHaveLength(1), { timeout: 20_000 })
    never.abort()
    await ended
  })

  it('is taken for the numbers of a server', async () => {
    const { url, port } = await startHttpFaults('measured')
    const proxy = await startProxy()
    const networks = new Networks({ proxy: () => proxy.url, environment: {} })
    const reported = Promise.withResolvers<string>()
    const poll = new MetricsPoll({
      definition: { ...definitionOf(url), metricsUrl: '/mcp/metrics' },
      log: new TrafficLog(),
      clock: systemClock,
      networks,
      onReport: ({ kind }) => reported.resolve(kind)
    })
    poll.start()
    expect(await reported.promise).toBe('numbers')
    poll.stop()
    expect(proxy.asked).toEqual([`127.0.0.1:${port}`])
  })
})

describe('the certificate of a server', () => {
  it('is accepted with the authority that the definition names, in a file or as text', async () => {
    const { url } = await secureServer()
    const refused = await openingFault(workbenchTo(url))
    expect(refused).toMatchObject({ offers: 'certificate' })
    const ca = file('ca.pem', certificates.authority)
    expect(await openingFault(workbenchTo(url, { tls: { ca } }))).toBeUndefined()
    const text = certificates.authority
    expect(await openingFault(workbenchTo(url, { tls: { ca: text } }))).toBeUndefined()
  })

  it('has to be for the server name that the definition gives', async () => {
    const { url } = await secureServer()
    const access = (serverName: string) => ({ tls: { ca: certificates.authority, serverName } })
    expect(await openingFault(workbenchTo(url, access('mcp.test')))).toBeUndefined()
    const fault = await openingFault(workbenchTo(url, access('other.test')))
    expect(fault?.reason).toMatch(/ERR_TLS_CERT_ALTNAME_INVALID/)
  })

  it('is the trusted one, whoever signed it and whatever it is for', async () => {
    const { url } = await secureServer()
    const tls = { pinned: printOf(certificates.server.cert), serverName: 'another.test' }
    expect(await openingFault(workbenchTo(url, { tls }))).toBeUndefined()
  })

  it('is refused when it is another than the trusted one, even with a valid chain', async () => {
    const { url, seen } = await secureServer()
    const pinned = 'AB:'.repeat(31) + 'AB'
    const tls = { ca: certificates.authority, pinned }
    const fault = await openingFault(workbenchTo(url, { tls }))
    expect(fault).toMatchObject({ offers: 'certificate' })
    expect(fault?.reason).toContain(`Trusted (SHA-256): ${pinned}. Now: `)
    expect(seen).toEqual([])
  })

  it('is held against the trusted one through a proxy too', async () => {
    const { port, seen } = await secureServer()
    const places = { 'mcp.test:443': { port, host: '127.0.0.1' } }
    const proxy = await startProxy({ places })
    const access = (pinned: string) => ({ proxy: proxy.url, tls: { pinned } })
    const url = 'https://mcp.test/mcp'
    const wrong = await openingFault(workbenchTo(url, access('0'.repeat(64))))
    expect(wrong?.reason).toMatch(/is not the one that you trusted/)
    expect(seen).toEqual([])
    const right = access(printOf(certificates.server.cert))
    expect(await openingFault(workbenchTo(url, right))).toBeUndefined()
  })
})

describe('a server that wants a certificate of yours', () => {
  const demanding = () =>
    secureServer({ ca: certificates.authority, requestCert: true, rejectUnauthorized: true })

  it('gets the one of the definition, with a locked key', async () => {
    const { url } = await demanding()
    const { cert, lockedKey } = certificates.client
    const tls = { ca: certificates.authority, cert, key: lockedKey }
    const { PASSPHRASE: passphrase } = certificates
    expect(await openingFault(workbenchTo(url, { tls: { ...tls, passphrase } }))).toBeUndefined()
  })

  it('refuses whoever has none, and the failure says what to do', async () => {
    const { url } = await demanding()
    const fault = await openingFault(workbenchTo(url, { tls: { ca: certificates.authority } }))
    expect(fault?.next).toMatch(/set "cert" and "key" under "tls"/)
  })

  it.each([
    ['no passphrase', {}, /is locked: give what opens it/],
    ['a wrong one', { passphrase: 'wrong' }, /cannot be opened with "tls\.passphrase"/],
    ['another key', { key: 'server' }, /two different keys/],
    ['no file', { cert: '/no/such/file.pem' }, /\/no\/such\/file\.pem .*there is no such file/],
    ['no certificate', { cert: 'key' }, /holds no certificate in PEM/]
  ])('is not connected to with %s', async (_what, wrong, reason) => {
    const { url, connections } = await demanding()
    const { cert, lockedKey, key } = certificates.client
    const stand = { server: certificates.server.key, key } as Record<string, string>
    const given = Object.fromEntries(
      Object.entries(wrong).map(([name, value]) => [name, stand[value] ?? value])
    )
    const fault = await openingFault(
      workbenchTo(url, { tls: { ca: certificates.authority, cert, key: lockedKey, ...given } })
    )
    expect(fault?.reason).toMatch(reason)
    expect(fault).toMatchObject({ blame: 'definition' })
    expect(connections()).toBe(0)
  })
})

describe('a socket of this machine', () => {
  it.skipIf(process.platform === 'win32')('is spoken to over HTTP', async () => {
    const socketPath = file('x', '').replace(/x$/, 'mcp.sock')
    const server = await startHttpFaults('ok', { socketPath })
    expect(server.url).toBe(`unix://${socketPath}#/mcp`)
    expect(await openingFault(workbenchTo(server.url))).toBeUndefined()
    expect(server.seen[0]).toMatchObject({ path: '/mcp', headers: { host: 'localhost' } })
  })

  it.skipIf(process.platform === 'win32')('that is not there is named', async () => {
    const fault = await openingFault(workbenchTo('unix:///no/such.sock#/mcp'))
    expect(fault?.reason).toBe(
      '/no/such.sock could not be reached: there is no socket of that name (ENOENT).'
    )
  })
})
