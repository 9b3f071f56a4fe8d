import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { readIcon, type Fetch } from './icons'
import { fetchBytes } from './fetch-bytes'
import { PLAIN_NETWORKS } from '../network/networks'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)
/** The header of a picture that would be all of these dots when it is decoded. */
function wide(width: number, height: number): Buffer {
  const bytes = Buffer.from(PNG)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const named = { id: ServerId.parse('x'), name: 'x', scope: 'user' } as const
const asked: { path: string; headers: IncomingHttpHeaders }[] = []
let origin = ''

const server = createServer(({ url: path = '', headers }, response) => {
  asked.push({ path, headers })
  const redirect = /^\/to\?(.*)$/.exec(path)?.[1]
  if (redirect !== undefined) {
    response.writeHead(302, { location: decodeURIComponent(redirect) }).end()
  } else if (path === '/large.png') {
    response.end(Buffer.concat([PNG, Buffer.alloc(70_000)]))
  } else if (path === '/loop') {
    response.writeHead(302, { location: '/loop' }).end()
  } else if (path === '/lie.png') {
    response.writeHead(200, { 'content-type': 'image/png' }).end(SVG)
  } else if (path === '/icon.png') {
    response.writeHead(200, { 'set-cookie': 'a=b' }).end(PNG)
  } else response.writeHead(404).end(PNG)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

/** The same requests, but without encryption, for which the server would need a certificate. */
const unencrypted: Fetch = (url, options) =>
  fetchBytes(new URL(url.href.replace(/^https:/, 'http:')), options)

function remote(url = `${origin}/mcp`): ServerDefinition {
  return { ...named, transport: 'streamable-http', url, headers: { Authorization: 'Bearer x' } }
}

const direct = PLAIN_NETWORKS.own
const local: ServerDefinition = { ...named, transport: 'stdio', command: 'x', args: [], env: {} }
const dataOf = (type: string, bytes: Buffer): string =>
  `data:${type};base64,${bytes.toString('base64')}`

describe('icons', () => {
  it('may be in the address itself, and are what their bytes say', async () => {
    expect(await readIcon(dataOf('image/png', PNG), local, direct)).toBe(dataOf('image/png', PNG))
    const largest = dataOf('image/png', wide(1_024, 1_024))
    expect(await readIcon(largest, local, direct)).toBe(largest)
    expect(await readIcon(dataOf('image/svg+xml', PNG), local, direct)).toBe(
      dataOf('image/png', PNG)
    )
  })

  it.each([
    ['a drawing', dataOf('image/svg+xml', SVG)],
    ['a drawing that says it is a picture', dataOf('image/png', SVG)],
    ['a page', dataOf('text/html', PNG)],
    ['too large', dataOf('image/png', Buffer.concat([PNG, Buffer.alloc(70_000)]))],
    ['of too many dots', dataOf('image/png', wide(50_000, 50_000))],
    ['too wide', dataOf('image/png', wide(1_025, 1))],
    ['of no dots', dataOf('image/png', wide(0, 16))],
    ['cut off', dataOf('image/png', PNG.subarray(0, 20))],
    ['no base64', 'data:image/png,PNG'],
    ['empty', 'data:image/png;base64,'],
    ['a file', 'file:///etc/icon.png'],
    ['a page of somebody', 'https://example.com/icon.png'],
    ['a script', 'javascript:alert(1)'],
    ['nothing', '']
  ])('are not shown when they are %s', async (_what, src) => {
    const before = asked.length
    expect(await readIcon(src, local, direct, unencrypted)).toBeUndefined()
    expect(await readIcon(src, remote(), direct, unencrypted)).toBeUndefined()
    expect(asked).toHaveLength(before)
  })

  it('are fetched from the origin of the server, without saying who asks', async () => {
    const before = asked.length
    const icon = await readIcon(`${origin}/to?%2Ficon.png`, remote(), direct, unencrypted)
    expect(icon).toBe(dataOf('image/png', PNG))
    expect(asked.slice(before).map(({ path }) => path)).toEqual(['/to?%2Ficon.png', '/icon.png'])
    for (const { headers } of asked.slice(before)) {
      expect(headers).not.toHaveProperty('authorization')
      expect(headers).not.toHaveProperty('cookie')
      expect(headers).not.toHaveProperty('referer')
    }
  })

  it.each([
    '/large.png',
    '/lie.png',
    '/loop',
    '/missing.png',
    '/to?https%3A%2F%2Fexample.com%2Fa.png'
  ])('are not shown when the server gives %s', async (path) => {
    expect(await readIcon(`${origin}${path}`, remote(), direct, unencrypted)).toBeUndefined()
  })

  it('are not fetched from another origin, nor without encryption', async () => {
    const before = asked.length
    const plain = origin.replace('https:', 'http:')
    expect(await readIcon(`${plain}/icon.png`, remote(`${plain}/mcp`), direct)).toBeUndefined()
    expect(
      await readIcon(`${origin}/icon.png`, remote('https://127.0.0.1/mcp'), direct)
    ).toBeUndefined()
    expect(await readIcon(`${origin}/icon.png`, local, direct, unencrypted)).toBeUndefined()
    expect(asked).toHaveLength(before)
  })
})
