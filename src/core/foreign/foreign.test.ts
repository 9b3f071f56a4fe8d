import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import fc from '../../shared/json/properties-testing'
import { CONFIG_FORMATS, type ConfigFormat } from '../../shared/servers/configuration'
import { readForeign, type Found } from './foreign'
import { ImportReview } from './import-review'

const FILES = join(import.meta.dirname, '../../../e2e/imports/files')

type Servers = Exclude<Found, { fault: unknown }>

function found(text: unknown, format?: ConfigFormat, context = {}): Servers {
  const given = typeof text === 'string' ? text : JSON.stringify(text)
  const result = readForeign(given, format, context)
  if ('fault' in result) throw new Error(`Not expected: ${result.fault.message}`)
  return result
}

/** By name, as values. */
function entries(text: unknown, format?: ConfigFormat, context = {}): Record<string, unknown> {
  const { servers } = found(text, format, context)
  return Object.fromEntries(servers.map((server) => [server.name, JSON.parse(server.text)]))
}

function fault(text: string, format?: ConfigFormat) {
  const result = readForeign(text, format)
  if (!('fault' in result)) throw new Error('There is no fault.')
  return result.fault
}

function file(name: string): string {
  return readFileSync(join(FILES, name), 'utf8')
}

describe('the file of another tool', () => {
  it('gives the servers of Claude Code, with those that are local to folders set apart', () => {
    const { servers } = found(file('claude-code.json'), 'claude-code', {
      projectFolder: '/srv/shop'
    })
    expect(servers.map(({ name, place }) => [name, place])).toEqual([
      ['github', undefined],
      ['sentry', undefined],
      ['payments-db', 'Claude Code (local)']
    ])
    const [, , other] = found(file('claude-code.json'), 'claude-code').servers
    expect(other?.place).toBe('Claude Code (local to /srv/shop)')
  })

  it('gives servers and inputs of VS Code, from its own file and from older settings', () => {
    const { servers, inputs } = found(file('vscode-mcp.jsonc'), 'vscode', { home: '/home/me' })
    expect(servers.map(({ text }) => JSON.parse(text) as unknown)).toEqual([
      {
        type: 'stdio',
        command: 'node',
        args: ['__SERVER__', '--schema', 'public'],
        env: { PGUSER: '${USER}', PGPASSWORD: '${input:pg-password}' }
      },
      {
        type: 'stdio',
        command: 'node',
        args: ['__SERVER__', '--output', '/home/me/shots'],
        sandboxEnabled: true,
        sandbox: { filesystem: { allowWrite: ['${userHome}/shots'] } }
      }
    ])
    expect(inputs).toMatchObject([{ id: 'pg-password', password: true }])
    expect(Object.keys(entries(file('vscode-settings.jsonc'), 'vscode'))).toEqual(['time'])
  })

  it('gives the addresses of Windsurf and of Gemini CLI as ours', () => {
    expect(entries(file('windsurf.json'), 'windsurf')['notion']).toMatchObject({
      url: 'https://mcp.notion.invalid/mcp'
    })
    expect(entries(file('gemini.jsonc'), 'gemini-cli')).toEqual({
      sqlite: {
        command: 'node',
        args: ['__SERVER__', '--db-path', '${HOME}/notes.db'],
        timeout: 30_000,
        trust: true
      },
      weather: {
        url: 'https://weather.invalid/mcp?key=canary-7d1e9b3c5a',
        type: 'http',
        excludeTools: ['set_alert']
      }
    })
    const sse = { mcpServers: { it: { url: 'https://x.test' } } }
    expect(entries(sse, 'gemini-cli')['it']).toEqual({ url: 'https://x.test', type: 'sse' })
  })

  it('gives both forms of Zed, and says that what an extension brings cannot be taken', () => {
    expect(entries(file('zed.jsonc'), 'zed')).toEqual({
      git: { command: 'node', args: ['__SERVER__', '--repository', '/srv/shop'], env: {} },
      slack: {
        command: 'node',
        args: ['__SERVER__'],
        env: { SLACK_BOT_TOKEN: 'xoxb-canary-284917-Kd83nQmZ' },
        settings: {}
      }
    })
    const others = {
      brought: { source: 'extension', settings: { a: 1 } },
      remote: { url: 'https://x.test', headers: {} }
    }
    const { servers } = found({ context_servers: others }, 'zed')
    expect(entries({ context_servers: others }, 'zed')).toEqual(others)
    expect(servers.map(({ notes }) => notes)).toEqual([
      [expect.stringContaining('cannot be imported')],
      []
    ])
  })

  it.each([
    ['claude-desktop.json', 'claude-desktop', ['filesystem', 'brave-search']],
    ['claude-code-mcp.json', 'claude-code', ['memory']],
    ['cursor.json', 'cursor', ['linear', 'github', 'figma']],
    ['lm-studio.json', 'lm-studio', ['fetch']]
  ] as const)('%s gives its servers in order', (name, format, names) => {
    expect(Object.keys(entries(file(name), format))).toEqual(names)
  })

  it.each(CONFIG_FORMATS)(
    'of %s with a million characters that open and never close is read',
    (format) => {
      const key = { vscode: 'servers', zed: 'context_servers' }[format as string] ?? 'mcpServers'
      const short = '${'.repeat(30_000)
      const long = '${'.repeat(500_000)
      const server = {
        command: 'node',
        args: [short, long],
        env: { A: `${'${a b}'.repeat(10_000)}` }
      }
      const { servers } = found({ [key]: { hostile: server } }, format)
      const [{ text, notes } = { text: '', notes: [] }] = servers
      expect(JSON.parse(text)).toMatchObject(server)
      const told = format === 'patchbay' ? 0 : 1
      expect(notes.filter((note) => note.includes('1,000,000 characters'))).toHaveLength(told)
      expect(notes.filter((note) => note.includes('${a b} means nothing here'))).toHaveLength(told)
    }
  )

  it('without servers, or empty, has none and is no fault', () => {
    expect(found('{"theme": "dark"}', 'gemini-cli').servers).toEqual([])
    expect(found(' \n', 'cursor').servers).toEqual([])
    expect(found('// nothing yet\n', 'zed').servers).toEqual([])
    expect(found({ mcpServers: {} }, 'cursor').servers).toEqual([])
  })

  it('that is broken has a fault with its place', () => {
    expect(fault(file('vscode-insiders-mcp.txt'), 'vscode')).toMatchObject({ line: 6 })
    expect(fault('{\n  "mcpServers": 5\n}', 'cursor')).toEqual({
      message: '"mcpServers" has to be an object.',
      line: 2,
      column: 17
    })
    expect(fault('[]', 'cursor')).toMatchObject({ message: 'The file has to hold a JSON object.' })
  })
})

describe('a server in a file', () => {
  it('that makes no sense is handed on and not lost', () => {
    const odd = { a: 5, b: null, c: [], d: 'x', e: { command: 7, args: 'no', env: [] } }
    expect(entries({ mcpServers: odd })).toEqual(odd)
  })

  it('called __proto__ or constructor is a server like any other', () => {
    const text =
      '{"mcpServers": {"__proto__": {"command": "x", "__proto__": {"y": 1}}, "constructor": {"url": "https://x.test"}}}'
    const { servers } = found(text)
    expect(servers.map(({ name }) => name)).toEqual(['__proto__', 'constructor'])
    expect(servers[0]?.text.replace(/\s/g, '')).toBe('{"command":"x","__proto__":{"y":1}}')
    expect(({} as Record<string, unknown>)['y']).toBeUndefined()
  })

  it('that is written twice is found twice, with a note', () => {
    const { servers } = found('{"mcpServers": {\n"a": {"command": "x"},\n"a": {"command": "y"}}}')
    expect(servers.map(({ notes }) => notes)).toEqual([
      ['"a" is written more than once in this file; this is the one in line 2.'],
      ['"a" is written more than once in this file; this is the one in line 3.']
    ])
  })
})

describe('pasted text', () => {
  const entry = { command: 'x' }
  const inner = '"a": {"command": "x"}'

  it.each([
    ['a file with mcpServers', `{"mcpServers": {${inner}}}`, undefined],
    ['a file of VS Code', `{"inputs": [], "servers": {${inner}}}`, 'vscode'],
    ['settings of VS Code', `{"a.b": 1, "mcp": {"servers": {${inner}}}}`, 'vscode'],
    ['settings of Zed', `{"context_servers": {${inner}}}`, 'zed'],
    ['a map', `{${inner}}`, undefined],
    ['a map under mcp', `{"mcp": {${inner}}}`, undefined],
    ['a fragment', inner, undefined],
    ['a fragment with a comma', `${inner},\n`, undefined],
    ['a fragment with a brace too many', `${inner}\n}`, undefined],
    ['a fragment with an escape', inner.replace('"a"', '"\\u0061"'), undefined],
    ['a fragment of a file', `"mcpServers": {${inner}}`, undefined],
    ['a fence', `Add this:\n\`\`\`json\n{${inner}}\n\`\`\`\nto {your} file`, undefined],
    ['a fence that is not closed', `\`\`\`\n{${inner}}`, undefined],
    ['a fence with a fragment', `\`\`\`jsonc\n${inner}\n\`\`\``, undefined],
    ['prose around it', `Put {${inner}} there.`, undefined],
    ['prose around a fragment', `Put this there: ${inner}`, undefined],
    ['comments and trailing commas', `// x\n{"mcpServers": {${inner},},}`, undefined],
    ['a byte order mark', `\uFEFF{"mcpServers": {${inner}}}`, undefined],
    ['a list with names', '[{"name": "a", "command": "x"}]', undefined],
    ['one entry with a name', '{"name": "a", "command": "x"}', undefined]
  ])('that is %s is understood', (_title, text, format) => {
    expect(entries(text)).toEqual({ a: entry })
    expect(found(text).format).toBe(format)
  })

  it('that is one entry gets a name', () => {
    expect(entries({ command: 'npx', args: ['-y', 'mcp-server-fetch'] })).toHaveProperty('fetch')
    expect(entries({ serverUrl: 'https://mcp.linear.app/sse' })).toEqual({
      linear: { url: 'https://mcp.linear.app/sse' }
    })
  })

  it.each([
    ['', /nothing here/],
    ['hello', /no JSON in this text/],
    ['{"a": 1}', /no servers in this JSON/],
    ['{}', /no servers in this JSON/],
    ['"text"', /neither an object nor a list/]
  ])('%j is refused', (text, message) => {
    expect(fault(text).message).toMatch(message)
  })

  it('that is broken has a fault with its place in what was pasted', () => {
    expect(fault('{"mcpServers": {\n  "a": {"command" "x"}}}')).toMatchObject({ line: 2 })
    expect(fault('Look:\n```json\n{\n  "a": }\n```')).toMatchObject({ line: 4, column: 8 })
  })

  it('that is broken ahead of a good server is not taken in part', () => {
    expect(fault('{"a" {"command": "x"}, "b": {"command": "y"}}')).toMatchObject({ line: 1 })
    expect(fault('{"a": {"command": "x}, "b": {"command": "y"}}')).toMatchObject({ line: 1 })
  })

  it('with several pieces of JSON says that one was read', () => {
    const { servers } = found(`\`\`\`\n{${inner}}\n\`\`\`\nor\n\`\`\`\n{"b": {"url": "x"}}\n\`\`\``)
    expect(servers).toMatchObject([
      { name: 'a', notes: [expect.stringContaining('only the first')] }
    ])
  })

  it('with names of fields that only one tool has is read as that tool means it', () => {
    const gemini = { a: { httpUrl: 'https://x.test' }, b: { url: 'https://y.test/$A' } }
    expect(entries({ mcpServers: gemini })).toEqual({
      a: { url: 'https://x.test', type: 'http' },
      b: { url: 'https://y.test/${A}', type: 'sse' }
    })
    expect(found({ mcpServers: { a: { serverUrl: 'https://x.test' } } }).format).toBe('windsurf')
  })

  it('of any kind never breaks the reader', () => {
    const key = fc.constantFrom(
      'mcpServers',
      'servers',
      'mcp',
      'context_servers',
      'command',
      'args',
      'env',
      'url',
      'type',
      'packages',
      'remotes',
      'name',
      'projects',
      'inputs',
      '__proto__',
      'source',
      'enabled',
      'x'
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.string(),
        fc.constant(null),
        fc.integer(),
        fc.array(tie('tree')),
        fc.array(fc.tuple(key, tie('tree'))).map((pairs) => Object.fromEntries(pairs) as object)
      )
    }))
    const format = fc.constantFrom(undefined, ...CONFIG_FORMATS)
    fc.assert(
      fc.property(tree, format, (value, given) => {
        const result = readForeign(JSON.stringify(value), given)
        if ('fault' in result) return
        const review = new ImportReview([{ title: 't', origin: 'text', found: result }], new Map())
        expect(review.report([]).files[0]?.servers).toHaveLength(result.servers.length)
      }),
      { numRuns: 500 }
    )
    fc.assert(fc.property(fc.string(), (text) => void readForeign(text)))
  })

  it.each(['{', '"', '\\"', '```\n', '"a":', '{"a":[', '}'])(
    'of a million %j is refused soon',
    (piece) => {
      expect(fault(piece.repeat(1_000_000 / piece.length))).toHaveProperty('message')
    }
  )

  it('that is too large, too deep or too much is refused without harm', () => {
    expect(fault(`{"a": "${'x'.repeat(4 * 1024 * 1024)}"}`).message).toContain('larger than 4 MiB')
    expect(fault(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)).toHaveProperty('line')
    const many = Object.fromEntries(
      Array.from({ length: 5_001 }, (_, index) => [`s${index}`, entry])
    )
    expect(fault(JSON.stringify({ mcpServers: many })).message).toContain('5001 servers')
    const { s5000: _last, ...most } = many
    expect(found({ mcpServers: most }).servers).toHaveLength(5_000)
  })
})
