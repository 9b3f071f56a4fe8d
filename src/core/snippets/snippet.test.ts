import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { ExactNumber } from '../../shared/json/exact-number'
import type { Access } from '../../shared/servers/server-access'
import { listen, usual, type Exchange } from '../workbench/http-testing'
import { makeSnippet } from './snippet'
import { AWKWARD, processOf, ready, remoteOf, wantedCall } from './snippet-testing'

vi.setConfig({ testTimeout: 60_000 })
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'patchbay-snippets-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function shell(script: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { stdout } = await run('sh', ['-c', script], { env: { ...process.env, ...env } })
  return stdout
}

async function hasCurl(): Promise<boolean> {
  return run('curl', ['--version']).then(
    () => true,
    () => false
  )
}
const isWithCurl = await hasCurl()

/** A server that gives out a session, and answers nobody who has none. */
function withSession({ message, headers }: Exchange): object | undefined {
  const isOpen = message.method === 'initialize' || headers['mcp-session-id'] === 'a$b'
  return isOpen ? usual(message) : undefined
}

describe('a server on a socket', () => {
  it('is asked by curl over that socket', () => {
    const definition = remoteOf({ url: 'unix:///tmp/a.sock#/mcp' })
    expect(makeSnippet('curl', wantedCall({ definition }))).toMatch(
      /url=.?http:\/\/localhost\/mcp.?\n[^]*curl -sS --unix-socket .?\/tmp\/a\.sock.? "\$url"/
    )
  })
})

describe('the way to a server', () => {
  const state = ready('modern', '2026-07-28')
  const curl = (access: Access): string =>
    makeSnippet('curl', wantedCall({ definition: remoteOf({ access }), state })).split('\n')[0] ??
    ''

  it.each<[Access, string]>([
    [{ proxy: 'http://proxy.test:8080' }, '-x http://proxy.test:8080 '],
    [{ proxy: 'http://me:${secret:P W}@p.test:1' }, `-x 'http://me:'"$P_W"'@p.test:1' `],
    [{ proxy: 'http://me:canary-1@p.test:1' }, `-x 'http://me:'"$PROXY_PASSWORD"'@p.test:1' `],
    [{ proxy: 'none' }, `--noproxy '*' `],
    [{ proxy: 'environment' }, 'curl -sS https'],
    [{ tls: { ca: '/etc/my ca.pem' } }, `--cacert '/etc/my ca.pem' `],
    [
      { tls: { cert: '/c.pem', key: '/k.pem', passphrase: 'canary-2' } },
      `--cert /c.pem --key /k.pem --pass "$KEY_PASSPHRASE" `
    ]
  ])('is told to curl, without what is secret: %j', (access, options) => {
    expect(curl(access)).toContain(options)
    expect(curl(access)).not.toContain('canary')
  })

  it.each<Access>([
    { tls: { pinned: 'AA:BB' } },
    { tls: { serverName: 'other.test' } },
    { tls: { ca: '-----BEGIN CERTIFICATE-----' } }
  ])('is refused where curl cannot go it: %j', (access) => {
    expect(() => curl(access)).toThrow(
      /^server .*which curl cannot do\. Copy it as a patchbay command/
    )
  })

  it.each<[Access, string]>([
    [{ proxy: 'http://proxy.test:8080' }, 'a proxy of its own'],
    [{ proxy: 'http://p.test:1', tls: { ca: '/ca' } }, 'a proxy and certificates of its own']
  ])('is refused where a program of the SDK would go another: %j', (access, what) => {
    const wanted = wantedCall({ definition: remoteOf({ access }), state })
    expect(() => makeSnippet('typescript', wanted)).toThrow(what)
  })
})

describe('a frame', () => {
  it('is the request as it is sent, with what the person put into _meta', () => {
    const wanted = wantedCall({ meta: { trace: 'x', progressToken: 'mine' } })
    expect(JSON.parse(makeSnippet('frame', wanted))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'echo', arguments: AWKWARD, _meta: { trace: 'x', progressToken: 1 } }
    })
  })

  it('says who we are where the era wants that', () => {
    const wanted = wantedCall({ state: ready('modern', '2026-07-28'), arguments: {} })
    expect(JSON.parse(makeSnippet('frame', wanted))).toMatchObject({
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'patchbay', version: '1.2.3' },
          'io.modelcontextprotocol/clientCapabilities': { roots: {} }
        }
      }
    })
  })
})

/** Run for real; a machine without curl has nothing to run it with. */
if (isWithCurl)
  describe('a script for curl', () => {
    it('shakes hands, keeps the session and makes the call', async () => {
      const { url, asked } = await listen((exchange, response) => {
        if (exchange.message.method === 'initialize') response.setHeader('Mcp-Session-Id', 'a$b')
        return withSession(exchange)
      })
      const definition = remoteOf({
        url,
        headers: { Authorization: 'Bearer abcdef-0123456789-abcdef' }
      })
      const state = ready('legacy', '2025-06-18')
      const script = makeSnippet('curl', wantedCall({ definition, state, meta: { trace: 'x' } }))
      expect(script).not.toContain('0123456789')
      const output = await shell(script, { AUTHORIZATION: 'the token' })
      expect(JSON.parse(output)).toMatchObject({ result: { content: [{ text: 'done' }] } })
      expect(asked.map(({ message }) => message.method)).toEqual([
        'initialize',
        'notifications/initialized',
        'tools/call'
      ])
      const last = asked.at(-1)
      expect(last?.headers).toMatchObject({
        authorization: 'Bearer the token',
        'mcp-session-id': 'a$b',
        'mcp-protocol-version': '2025-06-18'
      })
      expect(last?.message.params).toEqual({
        name: 'echo',
        arguments: AWKWARD,
        _meta: { trace: 'x' }
      })
    })

    it('is one request where no handshake is needed, with all that it repeats in headers', async () => {
      const { url, asked } = await listen(({ message }) => usual(message))
      const script = makeSnippet(
        'curl',
        wantedCall({
          definition: remoteOf({ url, transport: 'auto' }),
          state: ready('modern', '2026-07-28'),
          inputSchema: {
            type: 'object',
            properties: { unicode: { type: 'string', 'x-mcp-header': 'Text' } }
          },
          timeoutMs: 30_000
        })
      )
      const output = await shell(script)
      expect(JSON.parse(output)).toMatchObject({ result: { content: [{ text: 'done' }] } })
      expect(asked).toHaveLength(1)
      expect(asked[0]?.headers).toMatchObject({
        'mcp-method': 'tools/call',
        'mcp-name': 'echo',
        'mcp-protocol-version': '2026-07-28',
        'mcp-param-text': `=?base64?${Buffer.from(AWKWARD.unicode).toString('base64')}?=`
      })
      expect(asked[0]?.message.params?.['arguments']).toEqual(AWKWARD)
    })
  })

describe('a snippet', () => {
  it('is refused where the other program cannot make the call', () => {
    expect(() => makeSnippet('curl', wantedCall())).toThrow('server is a process')
    const definition = remoteOf({ transport: 'websocket', url: 'wss://example.test' })
    expect(() => makeSnippet('curl', wantedCall({ definition }))).toThrow('websocket')
    expect(() => makeSnippet('typescript', wantedCall({ definition }))).toThrow('websocket')
    expect(() => makeSnippet('cli', wantedCall({ tool: '--yes' }))).toThrow('begins with a dash')
  })

  it.each(['cli', 'typescript'] as const)('for %s has no secret in it', (format) => {
    const definition = processOf({
      args: ['--api-key', 'sk-abcdef0123456789abcdef0123456789', '--token=${TOKEN}'],
      env: { API_KEY: 'sk-fedcba9876543210fedcba9876543210', MODE: 'fast' }
    })
    const snippet = makeSnippet(format, wantedCall({ definition }))
    expect(snippet).not.toMatch(/0123456789|9876543210/)
    expect(snippet).toMatch(/\bTOKEN\b/)
    expect(snippet).toContain('fast')
  })
})

describe('a program in TypeScript', () => {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))

  it('sends numbers with all their digits', async () => {
    const definition = processOf({
      command: process.execPath,
      args: [resolve('e2e/servers/faults.mjs'), 'digits'],
      env: { ELECTRON_RUN_AS_NODE: '1' }
    })
    const program = join(folder, 'digits.mts')
    const args = { count: new ExactNumber('12345678901234567890') }
    const wanted = wantedCall({ definition, tool: 'go', arguments: args, timeoutMs: 20_000 })
    writeFileSync(program, makeSnippet('typescript', wanted))
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
    const { stdout } = await run(process.execPath, [program], { env })
    expect(stdout).toContain(String.raw`\"sent\":{\"count\":12345678901234567890}`)
  })

  it('runs, and makes the call', async () => {
    const definition = processOf({
      command: process.execPath,
      args: [resolve('e2e/servers/faults.mjs'), 'plain'],
      env: { ELECTRON_RUN_AS_NODE: '1', LABEL: '${GREETING:-hello}' },
      cwd: folder
    })
    const args = { text: AWKWARD.quotes + AWKWARD.shell + AWKWARD.lines + AWKWARD.unicode }
    const program = join(folder, 'snippet.mts')
    const wanted = wantedCall({ definition, arguments: args, timeoutMs: 20_000 })
    writeFileSync(program, makeSnippet('typescript', wanted))
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
    const { stdout } = await run(process.execPath, [program], { env })
    expect(JSON.parse(stdout)).toMatchObject({ content: [{ type: 'text', text: args.text }] })
  })

  it('reaches an address, with its headers', () => {
    const definition = remoteOf({ headers: { 'X-Key': 'abcdef-0123456789-abcdef' } })
    expect(makeSnippet('typescript', wantedCall({ definition, arguments: {} }))).toContain(
      [
        'new StreamableHTTPClientTransport(new URL("https://example.test/mcp"), {',
        '    requestInit: { headers: { "X-Key": `${process.env["X_KEY"] ?? ""}` } }',
        '  })'
      ].join('\n')
    )
  })

  it('does not let a name change what an object is', () => {
    const args = JSON.parse('{"__proto__":{"a":1}}') as Record<string, never>
    const snippet = makeSnippet('typescript', wantedCall({ arguments: args }))
    expect(snippet).toContain(String.raw`JSON.parse("{\"__proto__\":{\"a\":1}}")`)
  })
})

describe('a server with credentials of its own', () => {
  const state = ready('legacy', '2025-11-25')

  it('has its token in a header, by the name of a variable', () => {
    const definition = remoteOf({ access: { auth: { token: '${secret:API_TOKEN}' } } })
    const text = makeSnippet('curl', wantedCall({ definition, state }))
    const header = /-H 'Authorization: ''Bearer '"\$API_TOKEN"/g
    expect(text.match(header)).toHaveLength(3)
    const literal = remoteOf({ access: { auth: { token: 'Basic c2VjcmV0OnNlY3JldA==' } } })
    const other = makeSnippet('curl', wantedCall({ definition: literal, state }))
    expect(other).toContain(`-H 'Authorization: ''Basic '"$TOKEN"`)
    expect(other).not.toContain('c2Vj')
  })

  it('has a token for initialize in that request only', () => {
    const auth = { token: 'Bearer ${secret:API_TOKEN}', inInitialize: true }
    const definition = remoteOf({ access: { auth } })
    const text = makeSnippet('curl', wantedCall({ definition, state }))
    expect(text).not.toContain('Authorization')
    expect(text.match(/API_TOKEN/g)).toHaveLength(1)
    expect(text).toMatch(/"authorization\\?":\{\\?"token\\?":\\?"Bearer /)
    expect(() => makeSnippet('typescript', wantedCall({ definition, state }))).toThrow(
      'wants a token in initialize'
    )
  })

  it('takes requests that curl cannot sign, and says what to do instead', () => {
    const definition = remoteOf({ access: { signing: { secret: 'x' } } })
    for (const format of ['curl', 'typescript'] as const) {
      expect(() => makeSnippet(format, wantedCall({ definition, state }))).toThrow(
        /takes signed requests.*as a patchbay command instead/
      )
    }
  })
})
