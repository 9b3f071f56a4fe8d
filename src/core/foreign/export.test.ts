import { describe, expect, it } from 'vitest'
import { CONFIG_FORMATS, type ConfigFormat } from '../../shared/servers/configuration'
import { isSameEntry } from './entry-comparison'
import { exportServers } from './export'
import { readForeign } from './foreign'

const NO_INPUTS = { hasValues: true, inputs: [] }

function exported(format: ConfigFormat, value: unknown, options = NO_INPUTS) {
  const { text, notes } = exportServers(format, [{ name: 'it', value }], options)
  const document = JSON.parse(text) as Record<string, Record<string, unknown>>
  const key = Object.keys(document).find((each) => each !== 'inputs') ?? ''
  return { key, entry: document[key]?.['it'], inputs: document['inputs'], notes }
}

const ENTRIES = [
  {
    name: 'process',
    value: { command: 'npx', args: ['-y', 'a b', '${HOME}/x'], env: { A: '${TOKEN}', B: 'plain' } }
  },
  { name: 'off', value: { command: 'node', cwd: '/srv', timeout: 5_000, disabled: true } },
  { name: 'ours', value: { command: 'x', era: 'legacy', roots: ['/srv'], icon: { a: [1, null] } } },
  { name: 'http', value: { type: 'http', url: 'https://x.test/mcp', headers: { A: 'b ${C}' } } },
  { name: 'sse', value: { transport: 'sse', url: 'https://${HOST}/sse?a=1' } },
  { name: '__proto__', value: { command: 'x' } }
]

describe.each(CONFIG_FORMATS)('an export for %s', (format) => {
  it('can be imported again, and means the same', () => {
    const { text } = exportServers(format, ENTRIES, NO_INPUTS)
    const found = readForeign(text, format)
    if ('fault' in found) throw new Error(found.fault.message)
    expect(found.servers.map(({ name }) => name)).toEqual(ENTRIES.map(({ name }) => name))
    for (const [index, { value }] of ENTRIES.entries()) {
      const again = JSON.parse(found.servers[index]?.text ?? '') as unknown
      expect(
        isSameEntry(again, value),
        `${JSON.stringify(again)} was ${JSON.stringify(value)}`
      ).toBe(true)
    }
  })

  it('without values holds no secret, and lists where they were', () => {
    const value = {
      url: 'https://me:canary-5d3f1a9b@x.test/mcp?token=canary-7c1e9b3d',
      headers: { Authorization: 'Bearer canary-9d2c7b1a6f0e4835' },
      env: { API_KEY: 'canary-4f8a1b9c2d7e6053' },
      metricsUrl: '/metrics?token=canary-1b7d5e3f9a2c'
    }
    const { text, notes } = exportServers(format, [{ name: 'it', value }], {
      hasValues: false,
      inputs: []
    })
    expect(text + notes.join()).not.toContain('canary')
    expect(text).toContain('x.test/mcp')
    expect(notes.join('\n')).toMatch(/may be secret are not in it: .*env\.API_KEY/)
    expect(exportServers(format, [{ name: 'it', value }], NO_INPUTS).text).toContain('canary-4f8a')
  })

  it('without values holds none that is not plainly harmless', () => {
    const value = {
      url: 'https://x.test/mcp',
      headers: {
        'X-Trace': 'canary trace/"quoted"',
        Accept: 'application/json, text/event-stream',
        'X-Mixed': 'Acme-Scheme ${TOKEN}'
      },
      env: {
        LITERAL: 'canary literal/"quoted"\\4b2e',
        FALLBACK: '${A:-canary-9d2c7b1a}',
        SLASHED_KEY: '/canary0wJalrXUtnFEMI/K7MDENG',
        PIN: 'canary',
        LEVEL: 'debug',
        DATA: '/srv/data',
        OPEN: '<your key>'
      },
      oauth: { clientSecret: 'canary', grant: 'device-code' },
      auth: { id: 'canary-7c1e9b3d', scopes: ['read', 'write'] }
    }
    const inputs = [{ id: 'k', type: 'promptString', password: true, default: 'canary' }]
    const servers = [
      { name: 'it', value },
      { name: 'other', value: { command: 'x', args: ['${input:k}'] } }
    ]
    const { text, notes } = exportServers(format, servers, { hasValues: false, inputs })
    expect(text + notes.join()).not.toContain('canary')
    for (const kept of ['text/event-stream', 'Acme-Scheme', '/srv/data', 'device-code', 'write']) {
      expect(text).toContain(kept)
    }
    expect(notes.join('\n')).toMatch(/not in it: .*env\.LITERAL.*oauth\.clientSecret/)
  })

  it('takes nonsense as it is', () => {
    for (const value of [null, 5, 'x', [], {}, { command: 5, url: null, env: 'x', args: {} }]) {
      expect(() => exportServers(format, [{ name: 'it', value }], NO_INPUTS)).not.toThrow()
    }
  })
})

describe('an export', () => {
  it('for VS Code names variables, inputs and types as VS Code does', () => {
    const value = {
      command: 'x',
      args: ['${A}', '${B:-c}', '${input:who}'],
      env: { T: '${secret:tok}' }
    }
    const inputs = [{ type: 'pickString', id: 'who', options: ['a'] }, { id: 'unused' }]
    expect(exported('vscode', value, { hasValues: true, inputs: inputs as never })).toEqual({
      key: 'servers',
      entry: {
        type: 'stdio',
        command: 'x',
        args: ['${env:A}', '${env:B}', '${input:who}'],
        env: { T: '${input:tok}' }
      },
      inputs: [
        { type: 'pickString', id: 'who', options: ['a'] },
        { type: 'promptString', id: 'tok', description: 'tok (it)', password: true }
      ],
      notes: [
        'it: VS Code has no defaults for variables; the one of B was left out.',
        'it: VS Code will ask for the secret tok.'
      ]
    })
  })

  it('for VS Code without values asks for them', () => {
    const value = { command: 'x', env: { API_KEY: 'sk-canary4f8a1b9c2d7e6053' } }
    const { entry, inputs } = exported('vscode', value, { hasValues: false, inputs: [] })
    expect(entry).toMatchObject({ env: { API_KEY: '${input:it-API_KEY}' } })
    expect(inputs).toMatchObject([{ id: 'it-API_KEY', password: true }])
  })

  it('without values still writes the references beside them as the tool does', () => {
    const value = { url: 'https://${HOST}/mcp?token=sk-canary4f8a1b9c2d7e6053&who=${ME}' }
    const { entry } = exported('windsurf', value, { hasValues: false, inputs: [] })
    expect(entry).toEqual({
      serverUrl: 'https://${env:HOST}/mcp?token=${env:it_token}&who=${env:ME}'
    })
  })

  it.each([
    ['windsurf', 'mcpServers', { type: 'http', serverUrl: 'https://x.test' }],
    ['gemini-cli', 'mcpServers', { httpUrl: 'https://x.test' }],
    ['zed', 'context_servers', { type: 'http', url: 'https://x.test' }],
    ['claude-code', 'mcpServers', { type: 'http', url: 'https://x.test' }],
    ['vscode', 'servers', { type: 'http', url: 'https://x.test' }]
  ] as const)('for %s writes an address its way', (format, key, entry) => {
    const written = exported(format, { transport: 'streamable-http', url: 'https://x.test' })
    expect(written).toMatchObject({ key, entry, notes: [] })
    expect(Object.keys(written.entry as object)).toEqual(Object.keys(entry))
  })

  it('for Gemini CLI keeps SSE apart', () => {
    expect(exported('gemini-cli', { type: 'sse', url: 'https://x.test' }).entry).toEqual({
      url: 'https://x.test'
    })
  })

  it('for Zed says that a server is its own, and that it is not enabled', () => {
    expect(exported('zed', { command: 'x', disabled: true })).toMatchObject({
      entry: { source: 'custom', command: 'x', enabled: false },
      notes: []
    })
  })

  it('says what the tool does not know', () => {
    const ws = { transport: 'websocket', url: 'wss://x.test' }
    expect(exported('cursor', ws).notes).toEqual([
      'it: Cursor does not know the transport websocket.'
    ])
    expect(exported('vscode', { url: 'https://x.test' }).notes).toEqual([
      expect.stringContaining('has to be told the transport')
    ])
    expect(exported('claude-desktop', { url: 'https://x.test' }).notes).toEqual([
      expect.stringContaining('takes only processes')
    ])
    expect(exported('claude-code', { command: 'x', cwd: '/a', disabled: true }).notes).toEqual([
      'it: Claude Code does not know "cwd", "disabled". Kept, but without effect there.'
    ])
    expect(exported('lm-studio', { command: '${A}' }).notes).toEqual([
      'it: LM Studio fills in no variables; put the value in the place of ${A}.'
    ])
  })

  it('turns secrets and inputs into variables where the tool has neither', () => {
    const { entry, notes } = exported('claude-code', {
      command: 'x',
      env: { A: '${secret:my-token}', B: '${input:who}' }
    })
    expect(entry).toMatchObject({ env: { A: '${my_token}', B: '${who}' } })
    expect(notes).toEqual([
      'it: Claude Code has no secrets; the secret my-token is the variable my_token there.',
      'it: Claude Code has no inputs; the input who is the variable who there.'
    ])
  })

  it('for ourselves stays as it is written, with the inputs it asks for', () => {
    const value = {
      transport: 'auto',
      url: 'https://x.test/${input:a}',
      headers: { A: '${secret:b}' }
    }
    const inputs = [{ id: 'a', type: 'promptString' }, { id: 'c' }]
    expect(exported('patchbay', value, { hasValues: false, inputs: inputs as never })).toEqual({
      key: 'mcpServers',
      entry: value,
      inputs: [inputs[0]],
      notes: []
    })
  })

  it('keeps servers of the same name apart', () => {
    const twice = [1, 2].map((arg) => ({ name: 'a', value: { command: `x${arg}` } }))
    const servers = [...twice, { name: 'a-2', value: { command: 'y' } }]
    const { text, notes } = exportServers('cursor', servers, NO_INPUTS)
    const { mcpServers } = JSON.parse(text) as { mcpServers: object }
    expect(Object.keys(mcpServers)).toEqual(['a', 'a-3', 'a-2'])
    expect(notes).toEqual(['There are several servers a; one of them is called a-3.'])
  })
})
