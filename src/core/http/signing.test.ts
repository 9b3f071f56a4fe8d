import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { ServerId } from '../../shared/protocol/ids'
import type { Access, SigningAccess } from '../../shared/servers/server-access'
import { DEFAULT_SETTINGS, type RemoteDefinition } from '../../shared/servers/server-config'
import { systemClock } from '../time/clock'
import { fakeClock } from '../time/fake-clock'
import { TrafficLog } from '../traffic/traffic-log'
import { composed, type Credentials } from './credentials'
import { HttpClient } from './http-client'
import { PLAIN_NETWORKS } from '../network/networks'
import { ownCredentials } from './own-credentials'
import { createRemoteWire } from '../transport/remote'
import { signatureOf, signingCredentials } from './signing'
import { Tap } from '../wire/tap'

const AT = '1700000000'
const SECRET = 'key of é'
const POSTED = {
  method: 'POST',
  url: new URL('http://127.0.0.1/mcp?x=1'),
  headers: {},
  body: '{"a":"é"}',
  rpcMethod: 'tools/call'
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

type Heard = { readonly headers: IncomingHttpHeaders; readonly path: string }

async function listen(statusOf: (nth: number) => number, location = ''): Promise<[URL, Heard[]]> {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    heard.push({ headers: request.headers, path: request.url ?? '' })
    response.writeHead(statusOf(heard.length), { ...(location !== '' && { location }) }).end('{}')
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return [new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`), heard]
}

function tapFor(log = new TrafficLog()): Tap {
  return new Tap(log, ServerId.parse('s'), systemClock, 'streamable-http')
}

function clientFor(url: URL, credentials: Credentials, log?: TrafficLog): HttpClient {
  return new HttpClient(url, {}, tapFor(log), systemClock, PLAIN_NETWORKS.own, credentials)
}

describe('a signature', () => {
  // Made with: printf '<text>' | openssl dgst -sha256 -hmac 'key of é'
  it.each([
    [{}, POSTED, 'a57fb1286617feeae469765f1ffc08c5797c6b074f0e48f9758bf37f7e38c058'],
    [
      { method: 'http' },
      POSTED,
      '6d35ac6b7d66d7807b5c4935c1692f161a49ca35fd4a82be6a23810d6669d7f4'
    ],
    [
      {},
      { method: 'GET', url: POSTED.url },
      'be2191aafe2c1cf0ac1b6ca25ac699028137aed3716f5e8f386a1502211f4ec7'
    ],
    [{ scheme: 'v1' }, POSTED, '75ae0d541896f909c3880ea738916b455f7ae224d473c7ae88d726e0984ebe8b']
  ] as const)('with %j is the one that others compute', (settings, signed, expected) => {
    expect(signatureOf({ secret: SECRET, ...settings }, AT, signed)).toBe(expected)
  })
})

describe('signing', () => {
  it('names its headers as the definition says', async () => {
    const clock = fakeClock()
    const named = { secret: SECRET, signatureHeader: 'X-Sig', timestampHeader: 'X-When' }
    const headers = await signingCredentials(named, clock).headersFor(POSTED)
    expect(Object.keys(headers)).toEqual(['x-sig', 'x-when'])
  })

  it('never repeats a signature, not even within a second', async () => {
    const clock = fakeClock()
    clock.pass(1_000_500)
    const one = signingCredentials({ secret: 'never twice' }, clock)
    const other = signingCredentials({ secret: 'never twice' }, clock)
    const sent = [await one.headersFor(POSTED), await other.headersFor(POSTED)]
    expect(sent.map((headers) => headers['x-mcp-timestamp'])).toEqual(['1000', '1001'])
    expect(sent[0]?.['x-mcp-signature']).not.toBe(sent[1]?.['x-mcp-signature'])
  })

  it('is done anew for the attempt after a refusal, over what that attempt sends', async () => {
    const signing: SigningAccess = { secret: 'anew' }
    const [url, heard] = await listen((nth) => (nth === 1 ? 401 : 200))
    const retrying: Credentials = {
      headersFor: () => ({ authorization: 'Bearer x' }),
      answerRefusal: async () => true
    }
    const both = composed(retrying, signingCredentials(signing, systemClock))
    const client = clientFor(url, both as Credentials)
    const request = { ...POSTED, method: 'POST' as const, url }
    await client.exchange(request).reply
    client.destroy()
    const stamps = heard.map(({ headers }) => String(headers['x-mcp-timestamp']))
    expect(new Set(stamps).size).toBe(2)
    expect(heard.map(({ headers }) => headers['x-mcp-signature'])).toEqual(
      stamps.map((stamp) => signatureOf(signing, stamp, request))
    )
    expect(heard.every(({ headers }) => headers['authorization'] === 'Bearer x')).toBe(true)
  })

  it('is done for the address that a redirect within the origin leads to', async () => {
    const signing: SigningAccess = { secret: 'moved', scheme: 'v1' }
    const [url, heard] = await listen((nth) => (nth === 1 ? 307 : 200), '/elsewhere?a=1')
    const client = clientFor(url, signingCredentials(signing, systemClock))
    await client.exchange({ ...POSTED, method: 'POST', url }).reply
    client.destroy()
    const { headers = {}, path } = heard[1] ?? {}
    expect(path).toBe('/elsewhere?a=1')
    const signed = { ...POSTED, url: new URL('/elsewhere?a=1', url) }
    const stamp = String(headers['x-mcp-timestamp'])
    expect(headers['x-mcp-signature']).toBe(signatureOf(signing, stamp, signed))
  })

  it('sends nothing to another origin', async () => {
    const [other, heard] = await listen(() => 200)
    const [url] = await listen(() => 307, other.href)
    const access: Access = { auth: { token: 'abc' }, signing: { secret: SECRET } }
    const own = ownCredentials({ url: url.href, access }, systemClock)
    const client = clientFor(url, own as Credentials)
    await expect(client.exchange({ ...POSTED, method: 'POST', url }).reply).rejects.toThrow(
      'another origin'
    )
    client.destroy()
    expect(heard).toEqual([])
    expect(await own?.headersFor({ ...POSTED, url: other })).toEqual({})
  })

  it('shows in the traffic when it was, and only the beginning of the signature', async () => {
    const [url, heard] = await listen(() => 200)
    const log = new TrafficLog()
    const raw: string[] = []
    log.onAppend(({ seq }) => raw.push(log.raw(seq) ?? ''))
    const client = clientFor(url, signingCredentials({ secret: SECRET }, systemClock), log)
    await client.exchange({ ...POSTED, method: 'POST', url }).reply
    client.destroy()
    const signature = String(heard[0]?.headers['x-mcp-signature'])
    const stamp = String(heard[0]?.headers['x-mcp-timestamp'])
    expect(raw.join('\n')).toContain(`x-mcp-signature: ${signature.slice(0, 8)}… (HMAC-SHA256)\n`)
    expect(raw.join('\n')).toContain(`x-mcp-timestamp: ${stamp}\n`)
    expect(raw.join('\n')).not.toContain(signature.slice(0, 12))
  })

  it('holds for the upgrade to a WebSocket, anew for each attempt', async () => {
    const heard: IncomingHttpHeaders[] = []
    // Without a subprotocol the first attempt is given up, and a second one made.
    const sockets = new WebSocketServer({
      port: 0,
      host: '127.0.0.1',
      handleProtocols: () => false
    })
    sockets.on('connection', (_socket, { headers }) => heard.push(headers))
    await new Promise((resolve) => sockets.once('listening', resolve))
    const url = `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}/socket`
    const access: Access = { auth: { token: 'abc' }, signing: { secret: 'upgrade' } }
    const definition = { url, headers: {}, transport: 'websocket', access } as RemoteDefinition
    const wire = createRemoteWire(definition, DEFAULT_SETTINGS, tapFor(), systemClock, {
      networks: PLAIN_NETWORKS
    })
    await wire.start()
    await wire.close()
    sockets.close()
    const signed = { method: 'GET', url: new URL(url) }
    const stamps = heard.map((headers) => String(headers['x-mcp-timestamp']))
    expect(heard.map((headers) => headers['x-mcp-signature'])).toEqual(
      stamps.map((stamp) => signatureOf({ secret: 'upgrade' }, stamp, signed))
    )
    expect(new Set(stamps).size).toBe(heard.length)
    expect(heard[0]?.authorization).toBe('Bearer abc')
  })
})

describe('a token', () => {
  it.each([
    ['abc', 'Bearer abc'],
    ['Bearer abc', 'Bearer abc'],
    ['Basic dXNlcjpwYXNz', 'Basic dXNlcjpwYXNz'],
    ['DPoP  x', 'DPoP  x'],
    ['abc=', 'Bearer abc=']
  ])('%s is the header Authorization: %s', async (token, header) => {
    const own = ownCredentials({ url: POSTED.url.href, access: { auth: { token } } }, systemClock)
    expect(await own?.headersFor(POSTED)).toEqual({ authorization: header })
  })

  it('for initialize is in no header', () => {
    const access = { auth: { token: 'abc', inInitialize: true } }
    expect(ownCredentials({ url: POSTED.url.href, access }, systemClock)).toBeUndefined()
  })
})

describe('what is said of a refused signature', () => {
  const clock = fakeClock()
  clock.pass(Date.parse('2026-01-01T12:00:00Z'))
  const { explain } = signingCredentials({ secret: SECRET }, clock)
  const said = (headers: IncomingHttpHeaders): string =>
    explain?.({ status: 401, headers, text: '' })?.what ?? ''

  it('names a clock that is wrong', () => {
    expect(said({ date: 'Thu, 01 Jan 2026 12:10:00 GMT' })).toContain(
      'The clock of the server is 10 min ahead of this one.'
    )
    expect(said({ date: 'Thu, 01 Jan 2026 11:58:30 GMT' })).toContain('90 s behind this one.')
  })

  it('says what was signed, that the clocks agree, and names a proxy', () => {
    expect(said({ date: 'Thu, 01 Jan 2026 12:00:02 GMT', via: '1.1 corp' })).toBe(
      'The request was signed with the method of JSON-RPC. The clocks agree. The answer came through a proxy (Via: 1.1 corp), which may change the body.'
    )
    expect(said({})).toBe('The request was signed with the method of JSON-RPC.')
    expect(said({ 'www-authenticate': 'Bearer realm="x"' })).toBe('')
  })
})
