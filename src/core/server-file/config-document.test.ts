import { describe, expect, it } from 'vitest'
import { ConfigDocument } from './config-document'

const FILE = `// Team servers
{
  "version": 3,
  "mcpServers": { // keep sorted
    // Reads files.
    "files": { "command": "node", "args": ["a.js"] }, // since May

    // Not used any more:
    // "old": {}

    /* Far away. */
    "far": {
      "url": "https://h/", // by Ann
      "mystery": [1, 2]
    },
    "last": { "command": "x" }
    // end of servers
  },
  "theme": "dark"
}
`

function parse(text: string): ConfigDocument {
  const document = ConfigDocument.parse(text)
  if ('fault' in document) throw new Error(document.fault.message)
  return document
}

function namesIn(text: string): readonly string[] {
  return parse(text).servers.map(({ name }) => name)
}

describe('ConfigDocument reads', () => {
  it('servers in the order of the file, with their exact text and line', () => {
    const { servers } = parse(
      '{"mcpServers":{\n"b": { "command": "x", /* c */ },\n"1": {"url":"http://h"}}}'
    )
    expect(servers).toEqual([
      {
        name: 'b',
        text: '{ "command": "x", /* c */ }',
        value: { command: 'x' },
        entry: { command: 'x' },
        faults: [],
        line: 2
      },
      {
        name: '1',
        text: '{"url":"http://h"}',
        value: { url: 'http://h' },
        entry: { url: 'http://h' },
        faults: [],
        line: 3
      }
    ])
  })

  it.each(['', ' \n', '// nothing yet\n', '{}', '{"theme": "dark"}', '{"mcpServers": {}}'])(
    '%j as no servers',
    (text) => expect(parse(text).servers).toEqual([])
  )

  it('the key of VS Code when it is alone, and inputs', () => {
    const { servers, inputs, key } = parse(
      JSON.stringify({
        servers: { a: { command: 'x' } },
        inputs: [
          { id: 'token', type: 'promptString', description: 'Token', password: true },
          {
            id: 'region',
            type: 'pickString',
            options: ['eu', { label: 'US', value: 'us' }],
            default: 'eu'
          },
          { id: 'token', type: 'promptString' },
          { id: 'run', type: 'command', command: 'x' },
          { type: 'promptString' },
          7
        ]
      })
    )
    expect([key, servers.length]).toEqual(['servers', 1])
    expect(inputs).toEqual([
      { id: 'token', description: 'Token', isSecret: true },
      { id: 'region', isSecret: false, defaultValue: 'eu', options: ['eu', 'us'] }
    ])
  })

  it.each([
    ['[]', 1, 1, 'The file has to hold a JSON object.'],
    ['null', 1, 1, 'The file has to hold a JSON object.'],
    [
      '{\n "mcpServers": []}',
      2,
      16,
      '"mcpServers" has to be an object with a server for each name.'
    ],
    ['{"servers": 1}', 1, 13, '"servers" has to be an object with a server for each name.'],
    [
      '{"mcpServers": {},\n"mcpServers": {}}',
      2,
      1,
      '"mcpServers" is written more than once, in lines 1 and 2. Make one of them.'
    ]
  ])('refuses %j with a place', (text, line, column, message) => {
    expect(ConfigDocument.parse(text)).toEqual({ fault: { message, line, column } })
  })

  it('faults of a server with their place in the file, and the other servers all the same', () => {
    const text =
      '{"mcpServers": {\n  "a": {\n    "command": "x",\n    "args": [1]\n  },\n  "b": {"command": "y"}, "c": {}, "d": 5}}'
    expect(
      parse(text).servers.map(({ name, faults, entry }) => [name, entry !== undefined, faults])
    ).toEqual([
      ['a', false, [{ message: '"args.0" has to be text.', field: 'args.0', line: 4, column: 14 }]],
      ['b', true, []],
      ['c', false, [{ message: 'It has neither "command" nor "url".', line: 6, column: 31 }]],
      ['d', false, [{ message: 'A server has to be an object.', line: 6, column: 40 }]]
    ])
  })

  it('a server that is written twice once, as JSON does, and says so', () => {
    const { servers } = parse(
      '{"mcpServers": {\n"a": {"command": "x"},\n"b": {"command": "y"},\n"a": {"command": "z"}}}'
    )
    expect(servers.map(({ name, entry }) => [name, entry?.command])).toEqual([
      ['b', 'y'],
      ['a', 'z']
    ])
    expect(servers[1]?.faults).toEqual([
      {
        message:
          '"a" is written more than once, in lines 2 and 4. The last one counts; delete the others.',
        line: 4,
        column: 1
      }
    ])
  })

  it('a field that is written twice as a fault', () => {
    const [server] = parse(
      '{"mcpServers": {"a": {"command": "x", "env": {"T": "1",\n"T": "2"}}}}'
    ).servers
    expect(server?.faults).toMatchObject([{ field: 'env.T', line: 2, column: 1 }])
  })

  it.each(['', 'x'.repeat(201)])('a name of the wrong length as a fault', (name) => {
    const [server] = parse(JSON.stringify({ mcpServers: { [name]: { command: 'x' } } })).servers
    expect(server?.faults).toMatchObject([
      { message: 'The name of a server has 1 to 200 characters.' }
    ])
    expect(server?.entry).toBeUndefined()
  })
})

describe('ConfigDocument edits', () => {
  const document = parse(FILE)

  it('adds a server at the end, indented as its neighbours', () => {
    expect(document.withServer('new', '{\n    "command": "n",\n    "args": []\n}')).toBe(
      FILE.replace(
        '{ "command": "x" }\n',
        '{ "command": "x" },\n    "new": {\n      "command": "n",\n      "args": []\n    }\n'
      )
    )
  })

  it('replaces a definition in its place', () => {
    const text = document.withServer('far', '{\n  "url": "http://other/"\n}')
    expect(text).toBe(
      FILE.replace(/"far": \{[^}]*\}/, '"far": {\n      "url": "http://other/"\n    }')
    )
  })

  it('keeps comments around a new definition, where they cannot swallow anything', () => {
    const text = document.withServer('far', '// mine\n{} // and mine')
    expect(text).toContain('/* Far away. */\n    // mine\n    // and mine\n    "far": {},')
    expect(namesIn(text)).toEqual(['files', 'far', 'last'])
  })

  it.each(['{}, "evil": {"command": "x"}', '{', '', '{} }, "evil": {', '{} /*'])(
    'refuses %j, which is not one value',
    (text) => {
      expect(() => document.withServer('far', text)).toThrow(/^The definition is wrong at line 1/)
    }
  )

  it('removes a server with its own comments and no others', () => {
    expect(document.withoutServer('files')).toBe(
      FILE.replace('    // Reads files.\n', '').replace(/ {4}"files".*\n/, '')
    )
    expect(document.withoutServer('far')).toBe(FILE.replace(/ {4}\/\* Far[^}]*\},\n/, ''))
    expect(document.withoutServer('last')).toBe(
      FILE.replace('    },\n    "last": { "command": "x" }\n', '    }\n')
    )
  })

  it.each(['files', 'far', 'last'])('puts %s back where it was, byte for byte', (name) => {
    const index = document.servers.findIndex((server) => server.name === name)
    const { text = '' } = document.servers[index] ?? {}
    const removed = parse(document.withoutServer(name))
    expect(removed.withServerAt(name, text, index, document.commentsOf(name))).toBe(FILE)
  })

  it('renames a server and nothing else', () => {
    expect(document.withName('far', 'near "by"')).toBe(FILE.replace('"far"', '"near \\"by\\""'))
  })

  it.each(['files', '', 'x'.repeat(201)])('refuses to rename to %j', (name) => {
    expect(() => document.withName('far', name)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' })
    )
  })

  it.each([
    ['files', 1, ['far', 'files', 'last']],
    ['files', 9, ['far', 'last', 'files']],
    ['last', -1, ['files', 'last', 'far']],
    ['last', -9, ['last', 'files', 'far']],
    ['files', -1, ['files', 'far', 'last']]
  ])('moves %s by %d', (name, by, names) => {
    const text = document.withOrder(name, by)
    expect(namesIn(text)).toEqual(names)
    for (const comment of FILE.match(/\/\/.*|\/\*.*?\*\//g) ?? []) expect(text).toContain(comment)
  })

  it('sets and removes a field, and is back where it was', () => {
    const disabled = document.withField('far', 'disabled', true)
    expect(disabled).toBe(FILE.replace('[1, 2]\n', '[1, 2],\n      "disabled": true\n'))
    expect(parse(disabled).withField('far', 'disabled', undefined)).toBe(FILE)
    expect(document.withField('files', 'disabled', true)).toContain(
      '"files": { "command": "node", "args": ["a.js"], "disabled": true }, // since May'
    )
    expect(document.withField('last', 'command', 'y')).toBe(FILE.replace('"x"', '"y"'))
  })

  it('removes a field wherever it is repeated', () => {
    const text = '{"mcpServers": {"a": {"disabled": true, "command": "x", "disabled": true}}}'
    expect(parse(text).withField('a', 'disabled', undefined)).toBe(
      '{"mcpServers": {"a": {"command": "x"}}}'
    )
  })

  it('never drops the other of two with one name', () => {
    const twice = parse('{"mcpServers": {"a": {"command": "x"}, "b": {}, "a": {"command": "z"}}}')
    expect(twice.withoutServer('b')).toBe(
      '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "z"}}}'
    )
    expect(twice.withName('a', 'c')).toBe(
      '{"mcpServers": {"a": {"command": "x"}, "b": {}, "c": {"command": "z"}}}'
    )
  })

  it.each([
    ['', '{\n  "mcpServers": {\n    "a": {}\n  }\n}\n'],
    ['\uFEFF', '\uFEFF{\n  "mcpServers": {\n    "a": {}\n  }\n}\n'],
    ['// mine', '// mine\n{\n  "mcpServers": {\n    "a": {}\n  }\n}\n'],
    ['{}', '{\n  "mcpServers": {\n    "a": {}\n  }\n}'],
    ['{"x":1}', '{"x":1,"mcpServers":{\n  "a": {}\n}}'],
    ['{"servers":{"b":{}}}', '{"servers":{"b":{},"a":{}}}'],
    ['{\r\n\t"mcpServers": {}\r\n}', '{\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}'],
    ['{"mcpServers": { // c\n}}', '{"mcpServers": { // c\n  "a": {}\n}}'],
    ['{"mcpServers": {\n  "b": {},\n}}', '{"mcpServers": {\n  "b": {},\n  "a": {},\n}}'],
    ['{"mcpServers": {"b": {}\n, /* c */ }}', '{"mcpServers": {"b": {}\n,\n  "a": {}, /* c */ }}'],
    ['{"mcpServers": {"b": {} /* c */ }}', '{"mcpServers": {"b": {}, /* c */ "a": {} }}']
  ])('adds a server to %j', (text, expected) => {
    expect(parse(text).withServer('a', '{}')).toBe(expected)
  })

  it('appends declarations of inputs that are not there yet', () => {
    const text = '{\n  "inputs": [\n    { "id": "a", "type": "promptString" } // first\n  ]\n}'
    expect(parse(text).withInputs([{ id: 'a' }, { id: 'b', password: true }, { none: 1 }, 5])).toBe(
      '{\n  "inputs": [\n    { "id": "a", "type": "promptString" }, // first\n' +
        '    {\n      "id": "b",\n      "password": true\n    }\n  ]\n}'
    )
    expect(parse('').withInputs([])).toBe('')
    expect(parse(parse('').withInputs([{ id: 'b' }])).inputs).toEqual([
      { id: 'b', isSecret: false }
    ])
    expect(() => parse('{"inputs": 1}').withInputs([{ id: 'b' }])).toThrow('has to be a list')
  })

  it('names a server that is not there', () => {
    const missing = expect.objectContaining({ code: 'NOT_FOUND' }) as Error
    expect(() => document.withoutServer('x')).toThrow(missing)
    expect(() => document.withName('x', 'y')).toThrow(missing)
    expect(() => document.withOrder('x', 1)).toThrow(missing)
    expect(() => document.withField('toString', 'disabled', true)).toThrow(missing)
  })

  it('is not confused by names from the language itself', () => {
    const text = parse('{"mcpServers":{"constructor":{"command":"y"}}}').withServer(
      '__proto__',
      '{"command":"x"}'
    )
    expect(parse(text).servers.map(({ name, entry }) => [name, entry?.command])).toEqual([
      ['constructor', 'y'],
      ['__proto__', 'x']
    ])
  })
})
