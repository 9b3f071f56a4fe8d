import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { addressOf, processOf } from './config-testing'
import {
  expandDefinition,
  flowsOf,
  isWorthHiding,
  readEnvFile,
  referencesIn,
  type ValueSource
} from './variables'

function sourceOf(variables: Record<string, string>): ValueSource {
  const find = (name: string) => (Object.hasOwn(variables, name) ? variables[name] : undefined)
  return {
    variable: find,
    secret: (name) => find(`secret:${name}`),
    input: (id) => find(`input:${id}`)
  }
}

function expandedArgs(args: readonly string[], variables: Record<string, string> = {}) {
  const { definition } = expandDefinition(processOf('x', args), sourceOf(variables))
  return definition.transport === 'stdio' ? definition.args : []
}

function failureOf(work: () => unknown): WorkbenchError {
  try {
    work()
  } catch (error) {
    if (error instanceof WorkbenchError) return error
    throw error
  }
  throw new Error('It did not fail.')
}

describe('referencesIn', () => {
  it.each([
    ['$A {B} $(C) %D% ${', []],
    ['${A}', [{ kind: 'variable', name: 'A', text: '${A}' }]],
    ['${env:A}', [{ kind: 'variable', name: 'A', text: '${env:A}' }]],
    ['${A:-}', [{ kind: 'variable', name: 'A', fallback: '', text: '${A:-}' }]],
    ['${A:-b:-c}', [{ kind: 'variable', name: 'A', fallback: 'b:-c', text: '${A:-b:-c}' }]],
    ['${secret:a.b-c}', [{ kind: 'secret', name: 'a.b-c', text: '${secret:a.b-c}' }]],
    ['${input:My key}', [{ kind: 'input', name: 'My key', text: '${input:My key}' }]],
    ['${command:x}${}${1A}${A-b}${secret:}', []]
  ])('finds in %s: %j', (text, references) => {
    expect(referencesIn(text)).toEqual(references)
  })
})

describe('expandDefinition', () => {
  it.each([
    ['${A}', 'one'],
    ['<${A}${A}>', '<oneone>'],
    ['${env:A}', 'one'],
    ['${NONE:-default}', 'default'],
    ['${NONE:-}', ''],
    ['${A:-default}', 'one'],
    ['${EMPTY:-default}', ''],
    ['$A', '$A'],
    ['$${A}', '$one'],
    ['${RECURSIVE}', '${A}'],
    ['${DOLLAR}{A}', '${A}'],
    ['${secret:A} ${input:A}', 'from secret from input']
  ])('makes of %s: %s', (text, expected) => {
    const variables = {
      A: 'one',
      EMPTY: '',
      RECURSIVE: '${A}',
      DOLLAR: '$',
      'secret:A': 'from secret',
      'input:A': 'from input'
    }
    expect(expandedArgs([text], variables)).toEqual([expected])
  })

  it('fills in command, arguments, values of variables, address and values of headers only', () => {
    const process = processOf('${A}', ['${A}'], {
      name: '${A}',
      env: { '${A}': '${A}' },
      cwd: '${A}',
      description: '${A}',
      roots: ['${A}']
    })
    expect(expandDefinition(process, sourceOf({ A: 'b' })).definition).toEqual({
      ...process,
      command: 'b',
      args: ['b'],
      env: { '${A}': 'b' }
    })
    const remote = addressOf('https://${A}/', { '${A}': '${A}' })
    expect(expandDefinition(remote, sourceOf({ A: 'b' })).definition).toEqual({
      ...remote,
      url: 'https://b/',
      headers: { '${A}': 'b' }
    })
  })

  it('names everything that is missing, and its place', () => {
    const definition = processOf('${A}', ['x', '${secret:B}'], { env: { K: '${input:c} ${A}' } })
    const failure = failureOf(() => expandDefinition(definition, sourceOf({})))
    expect(failure.code).toBe(WorkbenchErrorCode.ValueMissing)
    expect(failure.message).toBe(
      'test cannot start. The command needs the environment variable A, which is not set. ' +
        'Argument 2 needs the secret B, which is not set. ' +
        'The variable K of the process needs the input c, which has no value. ' +
        'The variable K of the process needs the environment variable A, which is not set.'
    )
    const { missing } = failure.details as { missing: { text: string }[] }
    expect(missing.map(({ text }) => text)).toEqual(['${A}', '${secret:B}', '${input:c}', '${A}'])
  })

  it.each(['${command:x}', '${A:-${B}}', '${config:x.y}', '${}', '${A%%.*}'])(
    'refuses %s, which it does not know, instead of leaving it',
    (text) => {
      const failure = failureOf(() => expandedArgs([text], { A: 'a', B: 'b' }))
      expect(failure.code).toBe(WorkbenchErrorCode.ValueMissing)
      expect(failure.message).toContain(text.slice(0, text.indexOf('}') + 1))
      expect(failure.message).toContain('${secret:NAME}')
    }
  )

  it('says that only an editor knows the folder of its workspace', () => {
    expect(failureOf(() => expandedArgs(['${workspaceFolder}/x'])).message).toContain(
      'needs ${workspaceFolder}, which only an editor fills in: write the path itself.'
    )
  })

  it('puts the variables of the env file below those of the definition', () => {
    const definition = processOf('x', [], { envFile: '/x/.env', env: { A: 'own' } })
    const expanded = expandDefinition(definition, sourceOf({}), { A: 'file', B: '${A}' })
    expect(expanded.definition).toMatchObject({ env: { A: 'own', B: '${A}' } })
    expect(expanded.definition).not.toHaveProperty('envFile')
  })

  it('does not touch what everything inherits from', () => {
    const env = JSON.parse('{"__proto__":"${A}","constructor":"${A}"}') as Record<string, string>
    const { definition } = expandDefinition(processOf('x', [], { env }), sourceOf({ A: 'b' }))
    const expanded = definition.transport === 'stdio' ? definition.env : {}
    expect(Object.entries(expanded)).toEqual([
      ['__proto__', 'b'],
      ['constructor', 'b']
    ])
  })
})

describe('the values to hide', () => {
  const hidden = (definition: Parameters<typeof expandDefinition>[0], variables = {}, file = {}) =>
    expandDefinition(definition, sourceOf(variables), file).values

  it('are all that came out of secrets and inputs, from four characters', () => {
    const definition = processOf('x', ['${secret:A}', '${input:B}', '${secret:C}'])
    const values = hidden(definition, { 'secret:A': 'pass', 'input:B': 'word', 'secret:C': 'abc' })
    expect(values).toEqual(['pass', 'word'])
  })

  it('are values of variables and headers, literal or not, in the forms that others repeat', () => {
    expect(
      hidden(processOf('x', ['${T}'], { env: { A: 'l1teral-value', B: 'production' } }), {
        T: 't0ken-in-args'
      })
    ).toEqual(['t0ken-in-args', 'l1teral-value'])
    expect(hidden(addressOf('http://localhost/', { A: 'Bearer t0ken-1234' }))).toEqual([
      'Bearer t0ken-1234',
      't0ken-1234'
    ])
    const basic = Buffer.from('me:p4ssw0rd!').toString('base64')
    expect(hidden(addressOf('http://localhost/', { A: `Basic ${basic}` }))).toContain('p4ssw0rd!')
    const database = 'postgres://me:p4ssw0rd!@db.example.com/x'
    expect(hidden(processOf('x', [], { env: { D: database } }))).toContain('p4ssw0rd!')
  })

  it('are credentials and values of the query of an address, as written and decoded', () => {
    const values = hidden(addressOf('https://me:p4ss%20word@h.example.com/a?k=v4lue%2Fwith'))
    expect(values).toEqual(expect.arrayContaining(['p4ss word', 'p4ss%20word', 'v4lue/with']))
  })

  it('are the values of the env file', () => {
    const definition = processOf('x', [], { envFile: '/x' })
    expect(hidden(definition, {}, { A: 'fr0m-the-file', B: 'info' })).toEqual(['fr0m-the-file'])
  })

  const SLASHED = '/wJalrXUtnFEMI/K7MDENG'

  it.each([
    ['a variable', processOf('x', [], { env: { AWS_SECRET_ACCESS_KEY: SLASHED } }), SLASHED],
    ['a header', addressOf('http://localhost/', { 'X-Api-Key': SLASHED }), SLASHED],
    ['an argument', processOf('x', ['--api-key', SLASHED]), SLASHED],
    ['an assignment', processOf('x', ['--password=correcthorse']), 'correcthorse'],
    ['a parameter', addressOf('http://localhost/?token=correcthorse'), 'correcthorse'],
    ['an address', addressOf('http://me:correct%20horse@localhost/'), 'correct horse'],
    [
      'an address in a variable',
      processOf('x', [], { env: { DATABASE: 'postgres://me:correcthorse@db/x' } }),
      'correcthorse'
    ],
    ['what it is filled in from', processOf('x', ['-p${DB_PASSWORD}']), 'correcthorse']
  ])('are what is called a secret by %s, whatever it looks like', (_where, definition, value) => {
    expect(hidden(definition, { DB_PASSWORD: 'correcthorse' })).toContain(value)
  })

  it.each([
    ['a word', processOf('x', ['-p${USE_TOKEN}']), 'false'],
    ['a placeholder', processOf('x', ['-p${API_KEY}']), 'changeme'],
    ['the name before it', addressOf('http://postgres:postgres@localhost/'), 'postgres']
  ])('are not what is only called one: %s', (_what, definition, value) => {
    const values = hidden(definition, { USE_TOKEN: 'false', API_KEY: 'changeme' })
    expect(values).not.toContain(value)
  })

  it.each([
    ['sk-abcdef123456', true],
    ['correct horse battery', false],
    ['Good morning, everyone!', false],
    ['debug,info', false],
    ['alphabet-1,beta-2', false],
    ['host=db password=hunter2x', true],
    ['correct horse a1b2c3d4', true],
    ['postgres://u:p@h/x', true],
    ['https://h/x?token=1', true],
    ['MIIEvQ+IBADAN/Bg==', true],
    ['short1', false],
    ['production', false],
    ['1234567890', false],
    ['123456.789', false],
    ['/usr/local/bin', false],
    ['C:\\Program Files\\x', false],
    ['./relative/path', false],
    ['https://api.example.com/v1', false],
    ['api.example.com:8080', false],
    ['someone@example.com', false],
    ['192.168.100.200', false],
    ['eu-west-1', false],
    ['us-gov-east-1', false],
    ['Europe/Zurich', false],
    ['America/Argentina/Buenos_Aires', false],
    ['en_US.UTF-8', false],
    ['my-secret-1', true],
    ['ABCD-1234-EFGH-5678', true],
    ['a1b2c3d4', true],
    ['550e8400-e29b-41d4', true],
    ['        ', false]
  ])('%s is worth hiding: %s', (value, isWorth) => {
    expect(isWorthHiding(value)).toBe(isWorth)
  })
})

describe('flowsOf', () => {
  it('says what goes where in a process', () => {
    const definition = processOf('${A}', ['x', '--k=${secret:B}${secret:B}'], {
      env: { API_KEY: '${input:c}' },
      envFile: '/x/.env'
    })
    expect(flowsOf(definition)).toEqual([
      { kind: 'variable', name: 'A', goesTo: 'the command', leaves: false },
      { kind: 'secret', name: 'B', goesTo: 'argument 2', leaves: false },
      { kind: 'input', name: 'c', goesTo: 'the variable API_KEY of the process', leaves: false },
      { kind: 'env file', name: '/x/.env', goesTo: 'the variables of the process', leaves: false }
    ])
  })

  it.each([
    ['https://api.example.com/${A}', 'api.example.com', true],
    ['https://${A}:x@api.example.com:99/', 'api.example.com', true],
    ['https://${A}/', 'a host that ${A} decides', true],
    ['https://localhost${A}/', 'a host that ${A} decides', true],
    ['${A}', 'a host that ${A} decides', true],
    ['http://localhost:3000/${A}', 'localhost', false],
    ['http://127.0.0.1:${A}/', '127.0.0.1', false],
    ['http://localhost:${A:-1@example.com}/', 'a host that ${A:-1@example.com} decides', true],
    ['http://x.localhost/${A}', 'x.localhost', false]
  ])('knows where %s leads', (url, host, leaves) => {
    expect(flowsOf(addressOf(url, { X: '${secret:S}' }))).toEqual([
      { kind: 'variable', name: 'A', goesTo: 'the address', leaves },
      { kind: 'secret', name: 'S', goesTo: `the header X to ${host}`, leaves }
    ])
  })

  it('does not take a host for this computer because of very many references', () => {
    for (const count of [6_398, 6_400, 7_935]) {
      const url = `http://${'${A}'.repeat(count)}@localhost\${B}/`
      expect(flowsOf(addressOf(url)).every(({ leaves }) => leaves)).toBe(true)
    }
  })
})

describe('an address for metrics', () => {
  it('is filled in, and what may be secret in it is hidden from then on', () => {
    const source = sourceOf({ PORT: '9000', 'secret:K': 'canary-5d3f1a9b' })
    const metricsUrl = 'http://127.0.0.1:${PORT}/metrics?k=${secret:K}&token=canary-7c1e9b3d'
    const filled = 'http://127.0.0.1:9000/metrics?k=canary-5d3f1a9b&token=canary-7c1e9b3d'
    for (const server of [processOf('x'), addressOf('http://127.0.0.1:9000/mcp')]) {
      const { definition, values } = expandDefinition({ ...server, metricsUrl }, source)
      expect(definition.metricsUrl).toBe(filled)
      expect(values).toEqual(expect.arrayContaining(['canary-5d3f1a9b', 'canary-7c1e9b3d']))
    }
  })
})

describe('readEnvFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'))
  const write = (name: string, content: string | Buffer): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }

  it('reads variables as Node does, with a byte order mark or not', () => {
    const text = '\uFEFFA=1\n# no\nexport B="two words"\nC=\'$A ${A}\'\nD=\n'
    expect(readEnvFile(write('a.env', text))).toEqual({
      A: '1',
      B: 'two words',
      C: '$A ${A}',
      D: ''
    })
    expect(readEnvFile('a.env', folder)).toHaveProperty('A', '1')
  })

  it('takes tokens of programs, and refuses what decides which code they run', () => {
    const text = 'GIT_TOKEN=a\nUV_INDEX_X_PASSWORD=b\nHTTPS_PROXY=http://c\nENV=production\n'
    expect(readEnvFile(write('tokens.env', text))).toMatchObject({ GIT_TOKEN: 'a' })
  })

  it.each([
    ['missing.env', 'there is no such file'],
    ['folder', 'it is not a file'],
    ['large.env', 'it is larger than 1 MiB'],
    ['latin.env', 'it is not text in UTF-8'],
    ['nul.env', 'it is not text in UTF-8'],
    ['~/x.env', '~ is not expanded'],
    ['${HOME}/x.env', 'variables are not filled in there'],
    ['', 'that is not a path']
  ])('refuses %s: %s', (path, reason) => {
    mkdirSync(join(folder, 'folder'), { recursive: true })
    write('large.env', Buffer.alloc(1024 * 1024 + 1, 0x41))
    write('latin.env', Buffer.from([0x41, 0x3d, 0xe9]))
    write('nul.env', 'A=b\0c')
    expect(failureOf(() => readEnvFile(path, folder)).message).toContain(
      `The env file ${path} cannot be used: ${reason}`
    )
  })

  it('refuses a relative path when nobody says relative to what', () => {
    expect(failureOf(() => readEnvFile('a.env')).message).toContain('the path has to be absolute')
  })
})
