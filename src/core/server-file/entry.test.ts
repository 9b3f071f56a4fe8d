import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { checkResolved, definitionOf, entrySchema, readEntry } from './entry'

const known = { id: ServerId.parse('user:a'), name: 'a', scope: 'user' as const }

function faultsOf(value: unknown) {
  const read = readEntry(value)
  if ('faults' in read) return read.faults
  const defined = definitionOf(read.entry, known)
  return 'faults' in defined ? defined.faults : []
}

function definition(value: unknown): ServerDefinition {
  const read = readEntry(value)
  if ('faults' in read) throw new Error(read.faults[0]?.message)
  const defined = definitionOf(read.entry, known)
  if ('faults' in defined) throw new Error(defined.faults[0]?.message)
  return defined.definition
}

describe('readEntry and definitionOf', () => {
  it('leave everything as it is written', () => {
    const value = {
      command: '${BIN}',
      args: ['${A:-b}'],
      env: { T: '${secret:T}', constructor: 'x' },
      envFile: '.env',
      cwd: '/tmp',
      description: 'Files',
      roots: ['/home', 'file:///srv', 'C:\\work'],
      metricsUrl: 'http://127.0.0.1:${PORT}/mcp/metrics',
      somethingElse: [1]
    }
    const { somethingElse: _unknown, ...written } = value
    expect(definition(value)).toEqual({ ...known, transport: 'stdio', ...written })
  })

  it('read every setting', () => {
    const settings = {
      timeout: 9,
      timeouts: { initialize: 2_000, read: 500, hung: 5_000 },
      readTimeout: 7,
      maxRestarts: 0,
      retry: 'patient',
      healthInterval: 5_000,
      era: 'legacy',
      frameLimit: 2_048,
      listLimit: 50_000,
      pageLimit: 1_000,
      cacheTtl: 0,
      syncTools: ['pull']
    }
    expect(definition({ command: 'x', ...settings }).settings).toEqual({
      era: 'legacy',
      initializeTimeoutMs: 2_000,
      readTimeoutMs: 500,
      callTimeoutMs: 9,
      maxRestarts: 0,
      retry: 'patient',
      healthIntervalMs: 5_000,
      hungAfterMs: 5_000,
      frameLimitBytes: 2_048,
      listLimit: 50_000,
      pageLimit: 1_000,
      cacheTtlMs: 0,
      syncTools: ['pull']
    })
  })

  it('let the timeout of calls alone win over the general one', () => {
    const entry = { command: 'x', timeout: 9, callTimeout: 8 }
    expect(definition(entry).settings).toEqual({ callTimeoutMs: 8 })
  })

  it.each([
    [{ url: 'https://h/', type: 'http' }, 'streamable-http'],
    [{ url: '${BASE}' }, 'auto'],
    [{ url: '${BASE}', transport: 'sse' }, 'sse'],
    [{ url: 'ws://${HOST}/' }, 'websocket']
  ])('find how %j is reached', (entry, transport) => {
    expect(definition(entry).transport).toBe(transport)
  })

  it.each([
    [{ command: 'x', args: 'y' }, 'args', '"args" has to be a list of texts.'],
    [{ command: 'x', args: [1] }, 'args.0', '"args.0" has to be text.'],
    [{ command: 'x', env: { P: 1 } }, 'env.P', '"env.P" has to be text.'],
    [{ command: 'x', env: { 'A=B': '1' } }, 'env.A=B', '"A=B" cannot be the name of a variable.'],
    [{ command: '' }, 'command', '"command" has to name a program.'],
    [{ command: 'a\0' }, 'command', '"command" must not hold the character NUL.'],
    [{ command: null }, 'command', '"command" has to be text.'],
    [{ command: 'x', envFile: '' }, 'envFile', '"envFile" has to name a file.'],
    [{ command: 'x', cwd: 1 }, 'cwd', '"cwd" has to be text.'],
    [{}, undefined, 'It has neither "command" nor "url".'],
    ['node', undefined, 'A server has to be an object.'],
    [[], undefined, 'A server has to be an object.'],
    [{ command: 'x', url: 'http://h/' }, 'url', 'It has both "command" and "url".'],
    [{ command: 'x', type: 'sse' }, 'type', 'With "command" the transport is stdio, and not sse.'],
    [{ url: 'http://h/', type: 'stdio' }, 'url', 'With "url" the transport cannot be stdio.'],
    [
      { url: 'file:///etc' },
      'url',
      '"url" has to be an address that begins with http, https, ws, wss, unix or pipe.'
    ],
    [
      { url: 'http://h/', type: 'pigeon' },
      'type',
      '"type" has to be one of stdio, http, streamable-http, sse, websocket, ws, long-poll, auto.'
    ],
    [
      { command: 'x', timeout: 0.5 },
      'timeout',
      '"timeout" has to be a whole number of milliseconds, 1 or more.'
    ],
    [
      { command: 'x', frameLimit: 2 ** 30 },
      'frameLimit',
      '"frameLimit" has to be a number of bytes from 1024 to 67108864.'
    ],
    [
      { command: 'x', listLimit: 100_001 },
      'listLimit',
      '"listLimit" has to be a whole number from 1 to 100000.'
    ],
    [
      { command: 'x', roots: ['src'] },
      'roots.0',
      '"roots.0" has to be an absolute path, or an address that begins with file://.'
    ],
    [
      { url: 'http://h/', headers: { 'a b': 'c' } },
      'headers.a b',
      '"a b" cannot be the name of a header.'
    ],
    [{ command: 'x', disabled: 'no' }, 'disabled', '"disabled" has to be true or false.'],
    [{ command: 'x', metricsUrl: 1 }, 'metricsUrl', '"metricsUrl" has to be text.'],
    [
      { command: 'x', metricsUrl: 'http://h/' },
      'metricsUrl',
      '"metricsUrl" has to be an address on this machine, such as http://127.0.0.1:9000/mcp/metrics.'
    ],
    [
      { url: 'http://h/', metricsUrl: 'http://i/' },
      'metricsUrl',
      '"metricsUrl" has to be an address with the same origin as "url", or a path such as /mcp/metrics.'
    ]
  ])('refuse %j and name the field', (entry, field, message) => {
    expect(faultsOf(entry)).toEqual([{ message, ...(field !== undefined && { field }) }])
  })

  it('find everything that is wrong at once', () => {
    const fields = faultsOf({ command: 1, env: { A: 1, B: 2 }, era: 'bronze' })
    expect(fields.map(({ field }) => field)).toEqual(['command', 'env.A', 'env.B', 'era'])
  })

  it('say that a variable cannot be called __proto__, instead of forgetting it', () => {
    const entry: unknown = JSON.parse('{"command":"x","env":{"__proto__":"y"}}')
    expect(faultsOf(entry)).toEqual([
      { message: '"__proto__" cannot be the name of a variable.', field: 'env.__proto__' }
    ])
  })

  it('take no field from the prototype', () => {
    expect(faultsOf(JSON.parse('{"__proto__":{"command":"x"}}'))).toHaveLength(1)
  })
})

describe('checkResolved', () => {
  const remote = { ...known, transport: 'auto' as const, url: 'http://h/', headers: {} }
  const local = { ...known, transport: 'stdio' as const, command: 'x', args: [], env: {} }

  it('takes what can be used, and finds out that an address is a socket', () => {
    expect(checkResolved(local)).toEqual(local)
    expect(checkResolved(remote)).toEqual(remote)
    expect(checkResolved({ ...remote, url: 'wss://h/' }).transport).toBe('websocket')
  })

  it.each<[ServerDefinition, string]>([
    [{ ...local, command: '' }, '"command" is empty once its variables are filled in.'],
    [{ ...local, env: { A: 'b\0' } }, 'one of its values holds the character NUL.'],
    [{ ...remote, url: 'h' }, '"url" has to be an address'],
    [{ ...remote, url: 'ws://h/', transport: 'sse' }, 'needs the transport websocket.'],
    [{ ...remote, headers: { K: 'hidden\r\n' } }, 'The value of the header "K" has characters'],
    [{ ...remote, metricsUrl: 'http://i/?hidden' }, 'the same origin as "url"'],
    [{ ...local, metricsUrl: 'http://i/?hidden' }, 'an address on this machine']
  ])('refuses %j without showing a value', (definition, why) => {
    const check = () => checkResolved(definition)
    expect(check).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(check).toThrow(why)
    expect(check).not.toThrow('hidden')
  })
})

describe('entrySchema', () => {
  it('describes every field, and names the words that are allowed', () => {
    const { properties } = entrySchema() as {
      properties: Record<string, { description?: string; enum?: string[] }>
    }
    const undescribed = Object.keys(properties).filter((name) => !properties[name]?.description)
    expect(undescribed).toEqual([])
    expect(properties['era']?.enum).toEqual(['legacy', 'auto', 'modern'])
    expect(Object.keys(properties)).toEqual(
      expect.arrayContaining(['command', 'envFile', 'url', 'headers', 'roots', 'disabled'])
    )
  })
})
