import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ConfigFormat, ImportedServer } from '../../shared/servers/configuration'
import { readForeign } from './foreign'
import { ImportReview, withSecrets } from './import-review'

const FILES = join(import.meta.dirname, '../../../e2e/imports/files')

function reviewOf(servers: object, existing: Readonly<Record<string, string>> = {}): ImportReview {
  const found = readForeign(JSON.stringify({ mcpServers: servers }))
  const source = { title: 'What you pasted', origin: 'text' as const, found }
  return new ImportReview([source], new Map(Object.entries(existing)))
}

function only(review: ImportReview): ImportedServer {
  const server = review.report([]).files[0]?.servers[0]
  if (!server) throw new Error('There is no server.')
  return server
}

function toolFile(name: string, format: ConfigFormat, projectFolder?: string) {
  const text = readFileSync(join(FILES, name), 'utf8')
  const context = { home: '/home/me', ...(projectFolder !== undefined && { projectFolder }) }
  return {
    title: name,
    origin: format,
    path: `/x/${name}`,
    found: readForeign(text, format, context)
  }
}

describe('a review of an import', () => {
  it('tells what is new, what is the same however it is written, and what differs', () => {
    const servers = {
      added: { command: 'x' },
      same: { type: 'http', url: 'https://x.test', headers: { A: 'b', C: 'd' } },
      process: { type: 'stdio', command: 'x', args: [], env: {}, disabled: false },
      differs: { command: 'x', args: ['1', '2'] }
    }
    const existing = {
      same: '{ // ours\n "headers": {"C": "d", "A": "b"}, "url": "https://x.test", "transport": "streamable-http",}',
      process: '{"command": "x"}',
      differs: '{"command": "x", "args": ["2", "1"]}'
    }
    const [file] = reviewOf(servers, existing).report([]).files
    expect(file?.servers.map(({ name, status }) => [name, status])).toEqual([
      ['added', 'new'],
      ['same', 'same'],
      ['process', 'same'],
      ['differs', 'differs']
    ])
    expect(file?.servers[3]?.existing).toBe(existing.differs)
    expect(file?.servers[0]).not.toHaveProperty('existing')
  })

  it('shows how each would be reached in one line', () => {
    const servers = {
      a: { command: 'npx', args: ['-y', 'a b', "it's", ''] },
      b: { url: 'https://me:canary-pw@x.test/mcp?key=canary-key' }
    }
    const [file] = reviewOf(servers).report([]).files
    expect(file?.servers.map(({ what }) => what)).toEqual([
      String.raw`npx -y 'a b' 'it'\''s' ''`,
      'https://•••@x.test/mcp?key=•••'
    ])
  })

  it('shows of variables and headers what the question about trust shows of them', () => {
    const env = { MCP_LOG_LEVEL: 'info', STARTUP: 'curl x | sh', API_KEY: 'canary-key' }
    const { text } = only(reviewOf({ a: { command: 'x', env } }))
    expect(JSON.parse(text)).toMatchObject({ env: { ...env, API_KEY: '•••' } })
  })

  it('warns of a server that runs in a sandbox elsewhere', () => {
    const sandbox = { filesystem: { allowWrite: ['/srv'] } }
    const entry = { command: 'x', sandboxEnabled: true, sandbox }
    expect(only(reviewOf({ it: entry }))).toMatchObject({
      status: 'new',
      warnings: [expect.stringContaining('Patchbay has no sandbox')]
    })
    expect(only(reviewOf({ it: { ...entry, sandboxEnabled: false } })).warnings).toEqual([])
  })

  it('names what is wrong with a server, and still shows it', () => {
    const odd = [{}, { command: 'x', url: 'https://x.test' }, { command: 5 }, 7, { url: 'nowhere' }]
    for (const entry of odd) {
      const server = only(reviewOf({ it: entry }))
      expect(server.status).toBe('invalid')
      expect(server.faults.length).toBeGreaterThan(0)
      expect(server.key).not.toBe('')
    }
    expect(only(reviewOf({ [' ']: { command: 'x' } })).status).toBe('invalid')
    expect(only(reviewOf({ ['x'.repeat(201)]: { command: 'x' } })).status).toBe('invalid')
  })

  it('never lets a value out, and gives it back by key', () => {
    const entry = {
      command: 'x',
      env: { API_KEY: 'canary-4f8a1b9c2d7e6053' },
      headers: { Authorization: 'Bearer canary-9d2c7b1a6f0e4835' }
    }
    const review = reviewOf({ it: entry }, { it: '{"env": {"API_KEY": "canary-older-5d3f1a"}}' })
    const report = review.report([])
    expect(JSON.stringify(report)).not.toContain('canary')
    const server = report.files[0]?.servers[0]
    expect(server?.secretFields).toEqual(['env.API_KEY', 'headers.Authorization'])
    expect(JSON.parse(review.take(server?.key ?? '')?.text ?? '')).toEqual(entry)
  })

  it('gives only the inputs that a server asks for, and nothing for a key it does not know', () => {
    const found = readForeign(
      JSON.stringify({
        inputs: [{ id: 'a' }, { id: 'b' }, 5],
        servers: { it: { command: 'x', args: ['${input:b}'] } }
      })
    )
    const review = new ImportReview([{ title: 't', origin: 'file', found }], new Map())
    expect(review.take(only(review).key)?.inputs).toEqual([{ id: 'b' }])
    expect(review.take('9.9')).toBeUndefined()
    expect(review.take('__proto__')).toBeUndefined()
  })

  it('lists every place of a file apart, faults, and places with nothing in them', () => {
    const review = new ImportReview(
      [
        toolFile('claude-code.json', 'claude-code', '/srv/shop'),
        toolFile('vscode-insiders-mcp.txt', 'vscode'),
        { title: 'Zed', origin: 'zed', path: '/z', found: readForeign('{"theme": 1}', 'zed') },
        { title: 'Chosen', origin: 'file', path: '/c', found: { servers: [], inputs: [] } }
      ],
      new Map()
    )
    const { files, absent } = review.report([{ title: 'Cursor', path: '/cursor' }])
    expect(files.map(({ title, servers }) => [title, servers.length])).toEqual([
      ['claude-code.json', 2],
      ['Claude Code (local)', 1],
      ['vscode-insiders-mcp.txt', 0],
      ['Chosen', 0]
    ])
    expect(files[2]?.fault).toMatchObject({ line: 6 })
    expect(absent).toEqual([
      { title: 'Cursor', path: '/cursor' },
      { title: 'Zed', path: '/z' }
    ])
  })

  it('finds eighteen servers in the files of all tools, with no value to be seen', () => {
    const sources = (
      [
        ['claude-desktop.json', 'claude-desktop'],
        ['claude-code.json', 'claude-code'],
        ['claude-code-mcp.json', 'claude-code'],
        ['vscode-mcp.jsonc', 'vscode'],
        ['vscode-settings.jsonc', 'vscode'],
        ['cursor.json', 'cursor'],
        ['windsurf.json', 'windsurf'],
        ['gemini.jsonc', 'gemini-cli'],
        ['lm-studio.json', 'lm-studio'],
        ['zed.jsonc', 'zed']
      ] as const
    ).map(([name, format]) => toolFile(name, format))
    const report = new ImportReview(sources, new Map()).report([])
    const servers = report.files.flatMap((file) => file.servers)
    expect(servers).toHaveLength(19)
    expect(new Set(servers.map(({ name }) => name)).size).toBe(18)
    expect(servers.filter(({ status }) => status !== 'new')).toEqual([])
    expect(JSON.stringify(report)).not.toContain('canary')
  })
})

describe('values that look like secrets', () => {
  it('become references, and the text stays as it was written', () => {
    const text = `{
  // mine
  "command": "x",
  "env": { "API_KEY": "sk-canary4f8a1b9c2d7e6053", "LEVEL": "debug" },
}`
    expect(withSecrets(text, 'github')).toEqual({
      text: text.replace('sk-canary4f8a1b9c2d7e6053', '${secret:github-API_KEY}'),
      secrets: [{ name: 'github-API_KEY', value: 'sk-canary4f8a1b9c2d7e6053' }]
    })
  })

  it('leave the scheme of a header and the rest of an address readable', () => {
    const entry = {
      url: 'https://me:canary-5d3f1a9b@x.test/mcp?token=canary-7c1e9b3d&page=2',
      headers: { Authorization: 'Bearer canary-9d2c7b1a6f0e4835' }
    }
    const { text, secrets } = withSecrets(JSON.stringify(entry), 'it')
    expect(JSON.parse(text)).toEqual({
      url: 'https://me:${secret:it-password}@x.test/mcp?token=${secret:it-token}&page=2',
      headers: { Authorization: 'Bearer ${secret:it-Authorization}' }
    })
    expect(secrets.map(({ value }) => value).toSorted()).toEqual([
      'canary-5d3f1a9b',
      'canary-7c1e9b3d',
      'canary-9d2c7b1a6f0e4835'
    ])
  })

  it('get names that are allowed, and that nothing else has', () => {
    const entry = { env: { 'API.KEY': 'sk-canary4f8a1b9c2d7e6053' } }
    const [one] = withSecrets(JSON.stringify(entry), 'größe x').secrets
    const [other] = withSecrets(JSON.stringify(entry), 'grüße x').secrets
    expect(one?.name).toMatch(/^[A-Za-z0-9_.-]+$/)
    expect(one?.name).not.toBe(other?.name)
    const taken = new Set(['a-API.KEY', 'a-API.KEY-2'])
    const { text } = withSecrets(JSON.stringify(entry), 'a', taken)
    expect(text).toContain('${secret:a-API.KEY-3}')
  })

  it('stay when they are references, placeholders or no secrets', () => {
    const text = '{"env": {"API_KEY": "${API_KEY}", "TOKEN": "<your-token>", "LEVEL": "debug"}}'
    expect(withSecrets(text, 'x')).toEqual({ text, secrets: [] })
    expect(withSecrets('{"env": ', 'x')).toEqual({ text: '{"env": ', secrets: [] })
  })
})
