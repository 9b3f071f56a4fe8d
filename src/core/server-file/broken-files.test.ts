/** Files as they are found in the wild: each works or says what is wrong where, and none is lost. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigFile } from './config-file'

const base = mkdtempSync(join(tmpdir(), 'patchbay-broken-'))
afterAll(() => rmSync(base, { recursive: true }))
let folders = 0

function fileWith(content: string | Buffer) {
  const folder = join(base, String(++folders))
  mkdirSync(folder)
  const path = join(folder, 'mcp.json')
  writeFileSync(path, content)
  return new ConfigFile(path, join(folder, 'backup.json'))
}

function documentIn(file: ConfigFile) {
  const found = file.read()
  if ('fault' in found) throw new Error(found.fault.message)
  return found.document
}

function around(entries: string): string {
  return `{\n  "mcpServers": {\n${entries}\n  }\n}\n`
}

const GOOD = '    "a": { "command": "x" }'

describe('A file that is broken as a whole', () => {
  const half = Buffer.from(around(GOOD))
  it.each<[string, string | Buffer, RegExp, number?, number?]>([
    ['is truncated', half.subarray(0, 40), /missing/, 3, 21],
    ['is cut inside a text', half.subarray(0, 34), /is not closed/, 3, 12],
    ['holds null', 'null', /has to hold a JSON object/, 1, 1],
    ['holds a list', ' []', /has to hold a JSON object/, 1, 2],
    ['has a list of servers', '{"mcpServers": [\n]}', /"mcpServers" has to be an object/, 1, 16],
    ['has no servers but null', '{"mcpServers": null}', /"mcpServers" has to be an object/, 1, 16],
    ['has numbers for names', around('    1: {}'), /texts need double quotes|missing/, 3, 5],
    ['has names without quotes', around('    a: {}'), /texts need double quotes/, 3, 5],
    [
      'is UTF-16',
      Buffer.from(`\uFEFF${around(GOOD)}`, 'utf16le'),
      /UTF-16. Save it as UTF-8/,
      1,
      1
    ],
    [
      'is UTF-16 the other way',
      Buffer.from(`\uFEFF${around(GOOD)}`, 'utf16le').swap16(),
      /UTF-16/,
      1,
      1
    ],
    ['is UTF-16 without a mark', Buffer.from(around(GOOD), 'utf16le'), /not JSON/, 1, 2],
    ['is Latin-1', Buffer.from(around('    "ä": {}'), 'latin1'), /not UTF-8/, 3, 6],
    ['has NUL bytes', around('    \0'), /not JSON/, 3, 5],
    ['is nothing but NUL bytes', Buffer.alloc(4096), /not JSON/, 1, 1],
    ['has NUL in a text', around('    "a\0": {}'), /control character/, 3, 5],
    ['is very deep', '{"mcpServers":'.repeat(10_000), /more than 100/, 1, 1401],
    ['is very deep in lists', around(`"a": ${'['.repeat(10_000)}`), /more than 100/, 3, 104],
    [
      'has both names of the key twice',
      '{"mcpServers":{},\n"mcpServers":{}}',
      /lines 1 and 2/,
      2,
      1
    ],
    ['has merge conflicts', `<<<<<<< HEAD\n${around(GOOD)}`, /not JSON|missing/, 1, 1],
    ['has 50 MB', Buffer.alloc(50_000_000, ' '), /has 47\.7 MiB, and 4 MiB is the most/],
    ['ends its lines with CR only', around('    "a": x').replaceAll('\n', '\r'), /not JSON/, 3, 10]
  ])(
    'because it %s says so, stays as it is, and is not written',
    (_what, content, why, line, column) => {
      const file = fileWith(content)
      const before = readFileSync(file.path)
      const found = file.read()
      expect(found).toMatchObject({
        exists: true,
        fault: { message: expect.stringMatching(why) as string }
      })
      expect('fault' in found && [found.fault.line, found.fault.column]).toEqual([line, column])
      expect(() => file.write(around(GOOD))).toThrow('Fix it or restore it first.')
      expect(readFileSync(file.path).equals(before)).toBe(true)
    }
  )

  it.each(['folder', 'pipe', 'device'])(
    'because it is a %s is a fault, and is not waited for',
    (kind) => {
      const file = fileWith('')
      rmSync(file.path)
      if (kind === 'folder') mkdirSync(file.path)
      if (kind === 'pipe') spawnSync('mkfifo', [file.path])
      if (kind === 'device') symlinkSync('/dev/zero', file.path)
      const message =
        kind === 'folder'
          ? 'There is a folder in place of the file.'
          : 'This is not an ordinary file.'
      expect(file.read()).toEqual({ exists: true, fault: { message } })
    }
  )
})

describe('A file that looks strange', () => {
  it.each<[string, string, readonly string[]]>([
    ['nothing in it', '', []],
    ['only space', ' \r\n\t', []],
    ['only a comment', '// later\n', []],
    ['a byte order mark', `\uFEFF${around(GOOD)}`, ['a']],
    ['only a byte order mark', '\uFEFF', []],
    ['comments', `// a\n${around(`/* b */ ${GOOD} // c`)}// d`, ['a']],
    ['trailing commas', around('"a": { "command": "x", "args": ["y",], },'), ['a']],
    ['CR for line ends', around(`// c\n${GOOD}`).replaceAll('\n', '\r'), ['a']],
    [
      'names from the language',
      around('"__proto__": {}, "constructor": {}, "toString": {}'),
      ['__proto__', 'constructor', 'toString']
    ],
    ['numbers for names in quotes', around('"2": {}, "1": {}'), ['2', '1']],
    ['half a character in a name', around('"\\ud800": {}'), ['\ud800']],
    ['an empty name', around('"": {}'), ['']]
  ])('with %s works, and an edit leaves the rest alone', (_what, text, names) => {
    const file = fileWith(text)
    const document = documentIn(file)
    expect(document.servers.map(({ name }) => name)).toEqual(names)
    const edited = document.withServer('new one', '{"command": "n"}')
    file.write(edited)
    expect(readFileSync(file.path, 'utf8')).toBe(edited)
    const after = documentIn(file)
    expect(after.servers.map(({ name }) => name)).toEqual([...names, 'new one'])
    expect(after.servers.slice(0, -1).map(({ text }) => text)).toEqual(
      document.servers.map(({ text }) => text)
    )
    if (names.length > 0) expect(after.withoutServer('new one')).toBe(text)
  })

  it('with five thousand servers works within seconds', () => {
    const entries = Array.from({ length: 5_000 }, (_, index) => `"s${index}": {"command": "x"}`)
    const file = fileWith(around(entries.join(',\n')))
    const document = documentIn(file)
    expect(document.servers).toHaveLength(5_000)
    file.write(document.withOrder('s4999', -4_999))
    expect(documentIn(file).servers[0]?.name).toBe('s4999')
  })
})

describe('A server with the wrong type', () => {
  const wrong: Readonly<Record<string, readonly string[]>> = {
    command: ['1', 'null', '[]', '""'],
    args: ['"x"', '{}', '[1]', '[null]'],
    env: ['[]', '"x"', '{"A": 1}', '{"A": null}', '{"": "x"}', '{"__proto__": "x"}'],
    envFile: ['1', '[]'],
    cwd: ['1', 'false'],
    url: ['1', 'null'],
    transport: ['1', '"pigeon"'],
    type: ['true', '"HTTP"'],
    headers: ['[]', '{"A": 1}', '{"__proto__": "x"}'],
    timeout: ['"1"', '0', '-1', '1.5', '1e99'],
    timeouts: ['5', '{"call": "x"}'],
    initializeTimeout: ['"1"'],
    readTimeout: ['{}'],
    callTimeout: ['[]'],
    maxRestarts: ['-1', '1001', '"3"'],
    retry: ['true', '"often"'],
    healthInterval: ['0'],
    era: ['1', '"bronze"'],
    frameLimit: ['1', '"2 MiB"'],
    listLimit: ['0', '100001', '"all"'],
    pageLimit: ['0', '10001', '1.5'],
    cacheTtl: ['-1'],
    syncTools: ['"x"', '[1]'],
    roots: ['"x"', '[1]', '["src"]'],
    disabled: ['1', '"true"'],
    description: ['1', '{}']
  }
  const rows = Object.entries(wrong).flatMap(([field, values]) =>
    values.map((value) => [field, value] as const)
  )

  it.each(rows)(
    'for %s, such as %s, has a fault on its line, and the next server has none',
    (field, value) => {
      const other = field === 'command' ? '' : '"command": "x",'
      const file = fileWith(
        around(`"a": {${other}\n"${field}": ${value}\n},\n"b": {"command": "x"}`)
      )
      const [broken, good] = documentIn(file).servers
      expect(broken?.entry).toBeUndefined()
      expect(broken?.faults.length).toBeGreaterThan(0)
      for (const fault of broken?.faults ?? []) {
        expect(fault).toMatchObject({
          line: 4,
          field: expect.stringMatching(`^${field}`) as string
        })
        expect(fault.message).toMatch(/^".*\.$/)
      }
      expect(good).toMatchObject({ entry: { command: 'x' }, faults: [] })
    }
  )

  it('never takes a field from __proto__ or constructor, and pollutes nothing', () => {
    const file = fileWith(
      around('"a": {"__proto__": {"command": "x"}, "constructor": {"prototype": {"command": "x"}}}')
    )
    const [server] = documentIn(file).servers
    expect(server?.entry).toBeUndefined()
    expect(({} as { command?: string }).command).toBeUndefined()
  })
})
