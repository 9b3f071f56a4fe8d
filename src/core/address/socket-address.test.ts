import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import { addressIn, nameOfAddress } from '../../shared/pasted/pasted-address'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import { shownTemplate } from './address-template'
import { definitionOf, readEntry } from '../server-file/entry'
import { translateEntry } from '../foreign/foreign-entry'
import type { ForeignContext } from '../foreign/foreign-variables'
import { destinationOf } from './hosts'
import { remoteTransport } from './remote-address'
import { readSocketAddress, requestAddress } from './socket-address'
import { withTlsPaths } from '../references/tls-paths'
import { flowsOf } from '../server-file/variables'
import { warningsOf } from '../trust/warnings'

describe('an address of a socket', () => {
  it.each([
    ['unix:///tmp/a.sock', 'linux', { path: '/tmp/a.sock', pathname: '/' }],
    ['unix:///tmp/a.sock#/mcp', 'linux', { path: '/tmp/a.sock', pathname: '/mcp' }],
    [
      'unix:///tmp/with%20space.sock#mcp',
      'darwin',
      { path: '/tmp/with space.sock', pathname: '/mcp' }
    ],
    ['pipe:///pipe/name#/mcp', 'win32', { path: '\\\\.\\pipe\\name', pathname: '/mcp' }],
    ['unix:///C:/a.sock', 'win32', { path: 'C:/a.sock', pathname: '/' }]
  ] as const)('%s on %s is read', (address, platform, expected) => {
    expect(readSocketAddress(address, platform)).toEqual(expected)
  })

  it.each([
    ['unix://tmp/a.sock', 'linux', /three slashes/],
    ['unix:', 'linux', /three slashes/],
    ['unix:///a%00b', 'linux', /three slashes/],
    ['pipe:///pipe/name', 'linux', /on Windows only/]
  ] as const)('%s on %s is refused', (address, platform, problem) => {
    expect(readSocketAddress(address, platform)).toEqual({
      problem: expect.stringMatching(problem) as unknown
    })
  })

  it('is asked over HTTP, and shown with its path', () => {
    const address = 'unix:///tmp/a.sock#/mcp'
    expect(requestAddress(address)).toBe('http://localhost/mcp')
    expect(shownTemplate(address)).toBe(address)
    expect(remoteTransport(address)).toEqual({ transport: 'auto' })
    expect(remoteTransport(address, 'ws')).toHaveProperty('problem')
    expect(destinationOf(address)).toMatchObject({ isLoopback: true })
  })
})

function remote(url: string, access: RemoteDefinition['access']): RemoteDefinition {
  const headers = { Authorization: 'Bearer ${secret:TOKEN}' }
  const id = ServerId.parse('x')
  return {
    id,
    name: 'x',
    scope: 'user',
    transport: 'auto',
    url,
    headers,
    ...(access && { access })
  }
}

describe('an entry of VS Code with a socket', () => {
  const entry = { type: 'http', url: 'unix:///tmp/server.sock#/mcp' }

  it('is imported as it is', () => {
    const from = { format: 'vscode', platform: 'linux' } as ForeignContext
    expect(translateEntry(entry, from)).toEqual({ value: entry, notes: [] })
    const read = readEntry(entry)
    const known = { id: ServerId.parse('x'), name: 'x', scope: 'user' } as const
    expect('entry' in read && definitionOf(read.entry, known)).toMatchObject({
      definition: { transport: 'streamable-http', url: entry.url }
    })
  })

  it('is understood and named when it is pasted', () => {
    expect(addressIn(entry.url)).toBe(entry.url)
    expect(nameOfAddress(entry.url)).toBe('server')
  })
})

describe('a proxy that a definition names', () => {
  it('is told of, and what goes through it leaves this machine', () => {
    const through = remote('http://localhost:1/mcp', { proxy: 'http://proxy.corp:3128' })
    expect(warningsOf(through).map(({ message }) => message)).toEqual([
      'It is reached through the proxy proxy.corp.',
      expect.stringMatching('not encrypted') as unknown,
      expect.stringMatching('The secret TOKEN is sent') as unknown
    ])
    expect(flowsOf(through)).toMatchObject([{ name: 'TOKEN', leaves: true }])
    const local = remote('http://localhost:1/mcp', { proxy: 'http://127.0.0.1:3128' })
    expect(warningsOf(local)).toEqual([])
    expect(flowsOf(remote('http://localhost:1/mcp', { proxy: 'system' }))).toMatchObject([
      { leaves: false }
    ])
  })

  it('so is an authority of its own', () => {
    const own = remote('https://localhost:1/mcp', { tls: { ca: '/etc/ca.pem' } })
    expect(warningsOf(own)).toMatchObject([{ kind: 'insecure' }])
  })
})

describe('the files of certificates', () => {
  const files = (tls: object) => remote('https://mcp.test/mcp', { tls })

  it('are relative to the file that the definition stands in', () => {
    const found = withTlsPaths(files({ ca: 'certs/ca.pem', cert: '/c.pem' }), '/home/me/mcp.json')
    expect(found.access?.tls).toEqual({ ca: '/home/me/certs/ca.pem', cert: '/c.pem' })
  })

  it('have whole paths where there is no such file', () => {
    expect(() => withTlsPaths(files({ ca: 'ca.pem' }))).toThrow(/"tls\.ca" has to be a whole path/)
    expect(() => withTlsPaths(files({ ca: '~/ca.pem' }), '/x')).toThrow(/~, which is not expanded/)
  })

  it('may be texts instead', () => {
    const ca = '-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----'
    expect(withTlsPaths(files({ ca })).access?.tls).toEqual({ ca })
  })
})
