import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfigFile, remoteTransport, type TransportWord, type Variables } from './config-file'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-config-'))
const path = join(folder, 'servers.json')
afterAll(() => rmSync(folder, { recursive: true }))

function readText(text: string, variables: Variables = {}) {
  writeFileSync(path, text)
  return readConfigFile(path, variables)
}

function read(servers: object, variables: Variables = {}) {
  return readText(JSON.stringify({ mcpServers: servers }), variables)
}

describe('readConfigFile', () => {
  it('reads a process and an address, and leaves out what is disabled', () => {
    const servers = {
      files: { command: 'node', args: ['a.js'], env: { A: '1' }, cwd: '/tmp', comment: 'ignored' },
      off: { command: 'node', disabled: true },
      far: { url: 'http://127.0.0.1:1/mcp', headers: { 'X-Key': 'k' } }
    }
    expect(read(servers)).toEqual([
      {
        id: 'files',
        name: 'files',
        scope: 'command line',
        transport: 'stdio',
        command: 'node',
        args: ['a.js'],
        env: { A: '1' },
        cwd: '/tmp'
      },
      {
        id: 'far',
        name: 'far',
        scope: 'command line',
        transport: 'auto',
        url: 'http://127.0.0.1:1/mcp',
        headers: { 'X-Key': 'k' }
      }
    ])
  })

  it('reads every setting', () => {
    const [server] = read({
      slow: {
        command: 'x',
        timeout: 9,
        timeouts: { initialize: 2_000, read: 500 },
        readTimeout: 7,
        maxRestarts: 0,
        retry: 'patient',
        healthInterval: 5_000,
        era: 'legacy',
        frameLimit: 2_048,
        cacheTtl: 0,
        syncTools: ['pull']
      }
    })
    expect(server?.settings).toEqual({
      era: 'legacy',
      initializeTimeoutMs: 2_000,
      readTimeoutMs: 500,
      callTimeoutMs: 9,
      maxRestarts: 0,
      retry: 'patient',
      healthIntervalMs: 5_000,
      frameLimitBytes: 2_048,
      cacheTtlMs: 0,
      syncTools: ['pull']
    })
  })

  it('lets the timeout of calls alone win over the general one', () => {
    const [server] = read({ a: { command: 'x', timeout: 9, callTimeout: 8 } })
    expect(server?.settings).toEqual({ callTimeoutMs: 8 })
  })

  it('takes the key that VS Code uses, and a byte order mark', () => {
    const text = JSON.stringify({ servers: { a: { type: 'http', url: 'https://h/' } } })
    expect(readText(`\uFEFF${text}`).map(({ transport }) => transport)).toEqual(['streamable-http'])
  })

  it('fills in variables once, and only in braces', () => {
    const variables = { A: '${B}', B: 'b', EMPTY: '' }
    const [files, far] = read(
      {
        files: {
          command: '${B}',
          args: ['${A}', '$B', '${C:-c d}', '${EMPTY}', '${C:-}', '${input:x}'],
          env: { X: 'x${B}x' }
        },
        far: { url: 'http://${B}/', headers: { H: 'Bearer ${B}' } }
      },
      variables
    )
    expect(files).toMatchObject({
      command: 'b',
      args: ['${B}', '$B', 'c d', '', '', '${input:x}'],
      env: { X: 'xbx' }
    })
    expect(far).toMatchObject({ url: 'http://b/', headers: { H: 'Bearer b' } })
  })

  it.each([
    [{ a: { command: 'x', args: ['${NO}'] } }, '"args.0" needs the environment variable NO'],
    [{ a: { command: 'x', args: 'y' } }, '"args" has to be a list of texts.'],
    [{ a: { command: 'x', args: [1] } }, '"args.0" has to be text.'],
    [{ a: { command: 'x', env: { P: 1 } } }, '"env.P" has to be text.'],
    [{ a: { command: '' } }, '"command" has to name a program.'],
    [{ a: {} }, 'it has neither "command" nor "url".'],
    [{ a: 'node' }, 'it has to be an object.'],
    [{ a: { command: 'x', url: 'http://h/' } }, 'it has both "command" and "url".'],
    [{ a: { command: 'x', type: 'sse' } }, 'with "command" the transport is stdio, and not sse.'],
    [{ a: { url: 'http://h/', type: 'stdio' } }, 'with "url" the transport cannot be stdio.'],
    [{ a: { url: 'file:///etc' } }, '"url" has to be an address that begins with http'],
    [{ a: { url: 'http://h/', type: 'pigeon' } }, '"type" has to be one of stdio, http,'],
    [{ a: { command: 'x', timeout: 0.5 } }, '"timeout" has to be a whole number of milliseconds'],
    [{ a: { command: 'x', timeouts: { read: 0 } } }, '"timeouts.read" has to be a whole number'],
    [{ a: { command: 'x', frameLimit: 2 ** 30 } }, '"frameLimit" has to be a number of bytes'],
    [{ a: { command: 'x', era: 'bronze' } }, '"era" has to be one of legacy, auto, modern.'],
    [{ a: { url: 'http://h/', headers: { 'a b': 'c' } } }, '"a b" cannot be the name of a header.'],
    [{ a: { url: 'http://h/', headers: { K: 'c\nd' } } }, 'The value of the header "K" has']
  ])('refuses %j', (servers, why) => {
    expect(() => read(servers)).toThrow(`${path}, server "a": ${why}`)
  })

  it.each([
    ['{\n  "mcpServers": {,}\n}', 'is not JSON: something is wrong at line 2, column 18.'],
    ['[]', 'has to hold a JSON object.'],
    ['{}', 'has neither "mcpServers" nor "servers".'],
    ['{"mcpServers":[]}', '"mcpServers" has to be an object.']
  ])('refuses the file %j', (text, why) => {
    expect(() => readText(text)).toThrow(why)
  })

  it('names a file that is not there', () => {
    const missing = join(folder, 'missing.json')
    expect(() => readConfigFile(missing, {})).toThrow(`Cannot read ${missing}: ENOENT`)
  })

  it('is not confused by names from the language itself', () => {
    const text = '{"mcpServers":{"__proto__":{"command":"x"},"constructor":{"command":"y"}}}'
    expect(readText(text).map(({ id }) => id)).toEqual(['__proto__', 'constructor'])
  })
})

describe('remoteTransport', () => {
  const table: [string, TransportWord | undefined, string][] = [
    ['http://h/', undefined, 'auto'],
    ['http://h/', 'http', 'streamable-http'],
    ['http://h/', 'ws', 'websocket'],
    ['ws://h/', undefined, 'websocket'],
    ['wss://h/', 'auto', 'websocket']
  ]
  it.each(table)('reaches %s by %s as %s', (url, word, transport) => {
    expect(remoteTransport(url, word)).toEqual({ transport })
  })

  it('does not speak HTTP to the address of a socket', () => {
    expect(remoteTransport('ws://h/', 'sse')).toHaveProperty('problem')
  })
})
