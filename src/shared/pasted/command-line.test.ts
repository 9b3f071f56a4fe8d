import { describe, expect, it } from 'vitest'
import fc from '../json/properties-testing'
import { readCommandLine, suggestName, type PastedServer } from './command-line'

type Row = readonly [text: string, command: string, args: readonly string[], env?: object]

const PROCESSES: readonly Row[] = [
  [
    'npx -y @modelcontextprotocol/server-everything',
    'npx',
    ['-y', '@modelcontextprotocol/server-everything']
  ],
  ['  uvx mcp-server-fetch  ', 'uvx', ['mcp-server-fetch']],
  ['$ node server.js --flag', 'node', ['server.js', '--flag']],
  ['> node server.js', 'node', ['server.js']],
  ['PS C:\\Users\\me> node server.js', 'node', ['server.js']],
  ['C:\\work> node server.js', 'node', ['server.js']],
  ['A=b npx x', 'npx', ['x'], { A: 'b' }],
  ['A=b C="d e" npx x', 'npx', ['x'], { A: 'b', C: 'd e' }],
  ["A='x=y' EMPTY= npx x", 'npx', ['x'], { A: 'x=y', EMPTY: '' }],
  ['env A=b C=d cmd arg', 'cmd', ['arg'], { A: 'b', C: 'd' }],
  ['/usr/bin/env A=b cmd', 'cmd', [], { A: 'b' }],
  ['env -i cmd', 'env', ['-i', 'cmd']],
  ['export A=b\nexport C=d\nnpx x', 'npx', ['x'], { A: 'b', C: 'd' }],
  ['node server.js A=b', 'node', ['server.js', 'A=b']],
  ['node \'a b\' "c d" e\\ f', 'node', ['a b', 'c d', 'e f']],
  ['node "" \'\'', 'node', ['', '']],
  ['node a"b c"d', 'node', ['ab cd']],
  ["node 'it'\\''s'", 'node', ["it's"]],
  ['node "say \\"hi\\" \\\\ \\n"', 'node', ['say "hi" \\ \\n']],
  [
    'docker run -i --rm \\\n  -e TOKEN=x \\\n  mcp/github',
    'docker',
    ['run', '-i', '--rm', '-e', 'TOKEN=x', 'mcp/github']
  ],
  ['docker run \\\r\n  mcp/github', 'docker', ['run', 'mcp/github']],
  ['node server.js ^\n  --port 1', 'node', ['server.js', '--port', '1']],
  ['node server.js `\n  --port 1', 'node', ['server.js', '--port', '1']],
  ['# starts it\nnode server.js # really', 'node', ['server.js']],
  ['node server.js --color #fff', 'node', ['server.js', '--color', '#fff']],
  [
    '"C:\\Program Files\\nodejs\\node.exe" C:\\srv\\new.js',
    'C:\\Program Files\\nodejs\\node.exe',
    ['C:\\srv\\new.js']
  ],
  ['node "C:\\Tools\\" x', 'node', ['C:\\Tools\\', 'x']],
  ['node C:\\\\srv\\\\index.js', 'node', ['C:\\srv\\index.js']],
  ['node .\\dist\\index.js --dir=D:\\data', 'node', ['.\\dist\\index.js', '--dir=D:\\data']],
  ['node \\\\host\\share\\x.js', 'node', ['\\\\host\\share\\x.js']],
  ['node *.js [a] ? {a,b} ~/x !', 'node', ['*.js', '[a]', '?', '{a,b}', '~/x', '!']],
  ['node $HOME/x "$A-b" ${C:-d}', 'node', ['${HOME}/x', '${A}-b', '${C:-d}']],
  ['node %APPDATA%\\x\\y.js 100% %20a%20', 'node', ['${APPDATA}\\x\\y.js', '100%', '%20a%20']],
  ['node ${secret:token} cost$', 'node', ['${secret:token}', 'cost$']],
  ["sh -c 'a | b && c > d'", 'sh', ['-c', 'a | b && c > d']],
  ['node "a;b" "c&d" "(e)"', 'node', ['a;b', 'c&d', '(e)']],
  ['claude mcp add files -- npx -y server-files /tmp', 'npx', ['-y', 'server-files', '/tmp']],
  [
    'claude mcp add --scope user -e A=b -e C=d files -- npx x -e',
    'npx',
    ['x', '-e'],
    { A: 'b', C: 'd' }
  ],
  ['claude mcp add files -e A=b C=d -- npx x', 'npx', ['x'], { A: 'b', C: 'd' }],
  ['claude mcp add files npx -y x', 'npx', ['-y', 'x']],
  ['claude mcp add -t stdio files --env=A=b -- cmd', 'cmd', [], { A: 'b' }],
  ['codex mcp add files --env A=b -- npx x', 'npx', ['x'], { A: 'b' }],
  ['gemini mcp add -s user files python server.py', 'python', ['server.py']],
  [
    'npx @modelcontextprotocol/inspector node build/index.js --x',
    'node',
    ['build/index.js', '--x']
  ],
  [
    'npx -y @modelcontextprotocol/inspector@0.15 -e A=b -- uvx mcp-server-git',
    'uvx',
    ['mcp-server-git'],
    { A: 'b' }
  ],
  ['Z=1 npx @modelcontextprotocol/inspector A=2 node x.js', 'node', ['x.js'], { Z: '1', A: '2' }],
  ['npx my-inspector node', 'npx', ['my-inspector', 'node']]
]

const ADDRESSES: readonly (readonly [text: string, expected: object])[] = [
  [
    'https://mcp.example.com/mcp?a=1&b=2',
    { url: 'https://mcp.example.com/mcp?a=1&b=2', headers: {} }
  ],
  ['  "http://localhost:3000/sse" ', { url: 'http://localhost:3000/sse', headers: {} }],
  ['<wss://example.com/x>', { url: 'wss://example.com/x', headers: {} }],
  ['WS://example.com', { url: 'WS://example.com', headers: {} }],
  [
    'claude mcp add --transport http linear https://mcp.linear.app/mcp',
    { url: 'https://mcp.linear.app/mcp', headers: {}, transport: 'http', name: 'linear' }
  ],
  [
    'claude mcp add -t sse asana https://x.test/sse --header "Authorization: Bearer a b" -H "X-K: v"',
    {
      url: 'https://x.test/sse',
      headers: { Authorization: 'Bearer a b', 'X-K': 'v' },
      transport: 'sse',
      name: 'asana'
    }
  ],
  [
    'claude mcp add -H "A: b" "C: d" --transport http x https://x.test',
    { url: 'https://x.test', headers: { A: 'b', C: 'd' }, transport: 'http', name: 'x' }
  ],
  [
    'codex mcp add docs --url https://docs.test/mcp',
    { url: 'https://docs.test/mcp', headers: {}, name: 'docs' }
  ],
  [
    'npx @modelcontextprotocol/inspector --transport sse --server-url http://localhost:1/sse',
    { url: 'http://localhost:1/sse', headers: {}, transport: 'sse' }
  ],
  [
    "curl -sN -X POST -H 'Authorization: Bearer x' https://x.test/mcp -d '{\"a\":1}'",
    { url: 'https://x.test/mcp', headers: { Authorization: 'Bearer x' } }
  ],
  [
    'curl --header="X-Key: $KEY" --url localhost:8080/mcp',
    {
      url: 'http://localhost:8080/mcp',
      headers: { 'X-Key': '${KEY}' },
      notes: ['$KEY became ${KEY}, which is filled in when the server starts.']
    }
  ],
  [
    'curl https://x.test -HAccept:text/event-stream',
    {
      url: 'https://x.test',
      headers: {},
      notes: ['Left out, because Patchbay sets it itself: Accept.']
    }
  ]
]

const PROBLEMS: readonly (readonly [text: string, problem: RegExp])[] = [
  ['', /nothing here/],
  ['   \n ', /nothing here/],
  ['# only this', /only a comment/],
  ['cat x | node y', /^\| at character 7 joins two commands .* sh -c/],
  ['a || b', /^\|\| at character 3/],
  ['cd /srv && npx x', /^&& at character 9 .*working folder/],
  ['npm i && npx x', /^&& at character 7 (?!.*working folder)/],
  ['npx x; npx y', /^; at character 6/],
  ['node x > log', /^> at character 8 writes to a file/],
  ['node x >> log', /^>> at character 8/],
  ['node x < in', /^< at character 8 reads from a file/],
  ['node x &', /^& at character 8/],
  ['(node x)', /^\( at character 1/],
  ['node $(pwd)', /^\$\( at character 6 puts in what a command prints/],
  ['node "$(pwd)"', /^\$\( at character 7/],
  ['node `pwd`', /backtick .* at character 6/],
  ['node "`pwd`"', /backtick .* at character 7/],
  ['node $1', /^\$1 at character 6/],
  ['node ${A%b}', /^\$\{A%b\} at character 6/],
  ["node $'a\\nb'", /^\$' at character 6/],
  ['node --token <API_KEY>', /^<API_KEY> at character 14 stands for something/],
  ['curl https://x.test/?a=1&b=2', /^The & at character 25 is inside an address/],
  ["node 'abc", /^The quote ' at character 6 is never closed/],
  ['node \\\n  "abc', /^The quote " in line 2, at character 3, is never closed/],
  ['node abc\\', /backslash at character 9 has nothing behind it/],
  ['npm install\nnpx x', /several commands: "npm"/],
  ['A=b', /no command behind them/],
  ['"" x', /command is empty/],
  ['{"mcpServers": {}}', /This is JSON/],
  ['code --add-mcp \'{"name":"x"}\'', /Paste only the JSON/],
  ["claude mcp add-json x '{}'", /Paste only the JSON/],
  ['claude mcp add x', /needs a name and then a command or an address/],
  ['claude mcp add -t http x npx', /"npx" is not an address/],
  ['claude mcp add -e oops x -- npx', /NAME=value/],
  ['npx @modelcontextprotocol/inspector', /no server here/],
  ['https://x.test and more', /Paste the address alone/],
  ['curl -s', /no address/],
  ['node \0', /NUL/]
]

describe('a pasted command line', () => {
  it.each(PROCESSES.map((row) => ({ row, text: row[0] })))('$text is a process', ({ row }) => {
    const [text, command, args, env = {}] = row
    const { name: _name, notes: _notes, ...read } = readCommandLine(text) as PastedServer
    expect(read).toEqual({ kind: 'process', command, args, env })
  })

  it.each(ADDRESSES)('%j leads to an address', (text, expected) => {
    expect(readCommandLine(text)).toEqual({ kind: 'address', ...expected })
  })

  it.each(PROBLEMS)('%j is refused with a reason', (text, problem) => {
    expect(readCommandLine(text)).toEqual({ problem: expect.stringMatching(problem) as string })
  })

  it('says which variables are filled in later, and which it wrote differently', () => {
    const { notes } = readCommandLine('node $HOME "${A:-b}" \'${C}\'') as PastedServer
    expect(notes).toEqual([
      '$HOME became ${HOME}, which is filled in when the server starts.',
      '${A:-b} is filled in when the server starts.',
      '${C} is filled in when the server starts.'
    ])
  })

  it('never repeats the value of a variable or a header in a problem', () => {
    const texts = ['KEY=canary-1 npx x | y', 'claude mcp add -H canary-1 x https://x.test']
    expect(texts.map((text) => JSON.stringify(readCommandLine(text))).join()).not.toContain(
      'canary'
    )
  })

  it('survives anything that can be typed', () => {
    const pieces = [
      '\\',
      '"',
      "'",
      '$',
      '${',
      '}',
      '%',
      '`',
      '\n',
      ' ',
      'C:\\',
      '#',
      '=',
      '-e',
      '--'
    ]
    const starts = ['', 'claude mcp add ', 'curl ', 'npx @modelcontextprotocol/inspector ', 'env ']
    const typed = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })))
    fc.assert(
      fc.property(fc.constantFrom(...starts), typed, (start, words) => {
        const read = readCommandLine(start + words.join(''))
        expect('problem' in read ? read.problem : suggestName(read)).not.toBe('')
      })
    )
  })

  it('gives back every argument that was quoted as shells do', () => {
    const word = fc.string({ unit: 'grapheme' }).filter((text) => !/[\0\r]|\$\{/.test(text))
    fc.assert(
      fc.property(fc.array(word), (args) => {
        const quoted = args.map((arg) => `'${arg.replaceAll("'", String.raw`'\''`)}'`)
        const read = readCommandLine(['node', 'x', ...quoted].join(' '))
        expect(read).toEqual({ kind: 'process', command: 'node', args: ['x', ...args], env: {} })
      })
    )
  })

  it('that is too long is refused at once', () => {
    expect(readCommandLine(`node ${'a\\'.repeat(50_000)}`)).toHaveProperty('problem')
  })
})

describe('the suggested name', () => {
  it.each([
    ['npx -y @modelcontextprotocol/server-github@1.2', 'github'],
    ['npx -y @modelcontextprotocol/server-filesystem /tmp /home', 'filesystem'],
    ['npx -y @playwright/mcp@latest', 'playwright'],
    ['npx firecrawl-mcp', 'firecrawl'],
    ['npx --package @scope/tool tool-mcp', 'tool'],
    ['uvx mcp-server-fetch', 'fetch'],
    ['uvx mcp-server-time==2025.1', 'time'],
    ['uvx --from git+https://github.com/oraios/serena serena start', 'serena'],
    ['uv --directory /srv/weather run server.py', 'weather'],
    ['uv run mcp_server_git', 'git'],
    ['python -m mcp_server_sqlite', 'sqlite'],
    ['python3 /srv/weather/main.py', 'weather'],
    ['docker run -i --rm -e TOKEN -v /a:/b mcp/postgres', 'postgres'],
    ['docker run ghcr.io/github/github-mcp-server:v1', 'github'],
    ['node ./dist/weather-server.js', 'weather-server'],
    ['node /srv/notes/dist/index.js', 'notes'],
    ['node C:\\srv\\notes\\build\\index.js', 'notes'],
    ['/usr/local/bin/my-tool --stdio', 'my-tool'],
    ['C:\\Tools\\thing.exe', 'thing'],
    ['bunx @upstash/context7-mcp', 'context7'],
    ['npx', 'npx'],
    ['https://www.example.com/mcp', 'example'],
    ['https://mcp.linear.app/sse', 'linear'],
    ['https://api.githubcopilot.com/mcp/', 'githubcopilot'],
    ['https://mcp.bbc.co.uk', 'bbc'],
    ['https://docs-mcp.test', 'docs'],
    ['http://localhost:3000/mcp', 'localhost-3000'],
    ['http://[::1]:80/', '::1-80'],
    ['http://127.0.0.1/', '127.0.0.1'],
    ['https://user:pw@tools.example.com', 'tools'],
    ['claude mcp add mine -- npx other', 'mine']
  ])('of %j is %s', (text, name) => {
    expect(suggestName(readCommandLine(text) as PastedServer)).toBe(name)
  })
})
