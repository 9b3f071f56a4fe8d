import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments'

const read = (line: string) => readArguments(line.split(' ').filter(Boolean))
const none = { headers: {}, env: {} }
const plain = {
  isRevealed: false,
  isAudited: true,
  isForced: false,
  isProgressSaid: false,
  desk: { inputs: {} }
}

describe('readArguments', () => {
  it('reads a call of a configured server', () => {
    const line = 'call demo echo --args {"message":"hi"} --json --timeout 500 --config a.json'
    expect(read(line)).toEqual({
      ...plain,
      command: 'call',
      isJson: true,
      server: { kind: 'configured', name: 'demo', config: 'a.json' },
      tool: 'echo',
      args: { message: 'hi' },
      overrides: { ...none, timeoutMs: 500 }
    })
  })

  it('reads what a call says beside its arguments, which is an object', () => {
    expect(read('call demo echo --meta {"a":1}')).toMatchObject({ args: {}, meta: { a: 1 } })
    expect(() => read('call demo echo --meta [1]')).toThrow('--meta has to be a JSON object')
    expect(() => read('read demo test://1 --meta {}')).toThrow('no option --meta')
  })

  it('reads JSON from a file, and from stdin', () => {
    const sources = {
      file: (path: string) => `{"file":"${path}"}`,
      stdin: () => '\uFEFF{"from":"stdin"}'
    }
    const from = (line: string) => readArguments(line.split(' '), sources)
    expect(from('call demo echo --args @a.json --meta -')).toMatchObject({
      args: { file: 'a.json' },
      meta: { from: 'stdin' }
    })
    expect(from('request demo x/y --params @b.json')).toMatchObject({ params: { file: 'b.json' } })
    expect(() => from('call demo echo --args - --meta -')).toThrow(
      'Only one option can be read from stdin.'
    )
    expect(() => read('call demo echo --args @no/such/file')).toThrow(
      '--args @no/such/file cannot be read: ENOENT'
    )
  })

  it('reads a request of any method', () => {
    expect(read('request demo completion/complete --params {"a":1}')).toMatchObject({
      command: 'request',
      method: 'completion/complete',
      params: { a: 1 }
    })
    expect(read('request demo ping')).not.toHaveProperty('params')
  })

  it('reads a call of a process, and leaves the options after -- to the process', () => {
    expect(read('call echo --traffic out.jsonl -- node server.js --json -- --args')).toEqual({
      ...plain,
      command: 'call',
      isJson: false,
      server: { kind: 'process', command: 'node', args: ['server.js', '--json', '--', '--args'] },
      tool: 'echo',
      args: {},
      overrides: none,
      traffic: 'out.jsonl'
    })
  })

  it('reads an address with all that can be said about it', () => {
    const argv = [
      ...['read', 'test://1', '--url', 'http://h/', '--era', 'modern', '--transport', 'ws'],
      ...['--header', 'A: b: c', '--header', 'D:', '--env', 'E=f=g']
    ]
    expect(readArguments(argv)).toEqual({
      ...plain,
      command: 'read',
      isJson: false,
      server: { kind: 'address', url: 'http://h/' },
      uri: 'test://1',
      overrides: {
        era: 'modern',
        transport: 'ws',
        headers: { A: 'b: c', D: '' },
        env: { E: 'f=g' }
      }
    })
  })

  it.each(['tools', 'resources', 'prompts', 'ping', 'doctor', 'metrics'])(
    'reads %s with and without the name of a server',
    (command) => {
      expect(read(`${command} demo`)).toMatchObject({
        command,
        server: { kind: 'configured', name: 'demo' }
      })
      expect(read(`${command} -- x`)).toMatchObject({ command, server: { kind: 'process' } })
    }
  )

  it('reads where the servers are written down, and what they ask for', () => {
    expect(read('tools a --project p --profile q --input k=v=w --reveal')).toMatchObject({
      isRevealed: true,
      desk: { project: 'p', profile: 'q', inputs: { k: 'v=w' } }
    })
    expect(read('trust a --yes')).toEqual({
      command: 'trust',
      name: 'a',
      answer: 'trust',
      desk: { inputs: {} }
    })
    expect(() => read('trust a --yes --no')).toThrow('not both')
  })

  it('reads what is about no server', () => {
    expect(read('servers --config a.json')).toEqual({
      command: 'servers',
      isJson: false,
      desk: { inputs: {} },
      config: 'a.json'
    })
  })

  it('reads which traffic is looked at', () => {
    const shown = {
      command: 'traffic',
      action: 'show',
      isJson: true,
      source: { kind: 'file', file: 'a.jsonl' },
      query: '',
      isPaired: false
    }
    const same = ['traffic a.jsonl --json', 'traffic show a.jsonl --json']
    expect(same.map(read)).toEqual([shown, shown])
    expect(read('traffic filter is:error --pairs --recording 7 --profile p')).toEqual({
      ...shown,
      isJson: false,
      source: { kind: 'recorded', recording: 7, profile: 'p' },
      query: 'is:error',
      isPaired: true
    })
    expect(read('traffic export out.jsonl --filter is:error')).toEqual({
      command: 'traffic',
      action: 'export',
      isJson: false,
      source: { kind: 'recorded', recording: 'last' },
      query: 'is:error',
      out: 'out.jsonl',
      format: 'jsonl',
      isForced: false
    })
    expect(read('traffic recordings')).toEqual({
      command: 'traffic',
      action: 'recordings',
      isJson: false
    })
  })

  it('reads how long to measure, and which tool to call', () => {
    expect(read('metrics demo --for 1.5 --call echo --args {"a":1}')).toMatchObject({
      command: 'metrics',
      forMs: 1_500,
      call: { tool: 'echo', args: { a: 1 } }
    })
    expect(read('metrics --file a.jsonl --json')).toEqual({
      command: 'metrics file',
      isJson: true,
      file: 'a.jsonl',
      hasBackground: false
    })
    expect(read('metrics --file a.jsonl --background')).toMatchObject({ hasBackground: true })
    expect(read('metrics demo --background')).toMatchObject({ hasBackground: true })
  })

  it('reads the arguments of a prompt as text', () => {
    expect(read('prompt demo greet --args {"name":"x"}')).toMatchObject({
      prompt: 'greet',
      args: { name: 'x' }
    })
  })

  it('reads sign-ins', () => {
    expect(read('login mine --no-browser --scope a')).toMatchObject({
      command: 'login',
      server: { kind: 'configured', name: 'mine' },
      scope: 'a',
      hasNoBrowser: true
    })
    expect(read('logout --url http://h/')).toMatchObject({ server: { kind: 'address' } })
    expect(read('auth list --json')).toMatchObject({ command: 'auth', isJson: true })
    expect(read('auth clear https://a.example/mcp')).toMatchObject({
      action: { clear: 'https://a.example/mcp' }
    })
    expect(() => read('auth')).toThrow('Write it like this: patchbay auth list [--json]')
    expect(() => read('login mine --client-id x')).toThrow('has no option --client-id')
    expect(() => read('tools mine --no-browser')).toThrow('has no option --no-browser')
  })

  it('shows help when asked, and knows when nothing was asked', () => {
    expect([read('help'), read('call --help'), read('help login')]).toEqual([
      { command: 'help' },
      { command: 'help', about: 'call' },
      { command: 'help', about: 'login' }
    ])
    expect(read('')).toEqual({ command: 'none' })
  })

  it.each([
    ['fly', /no command "fly"/],
    ['constructor', /no command "constructor"/],
    ['tools', /patchbay tools <server>/],
    ['tools a b', /patchbay tools <server>/],
    ['tools a -- node', /patchbay tools -- <command>/],
    ['tools --', /has to follow after --/],
    ['call demo', /patchbay call <server> <tool>/],
    ['call demo echo --args {', /--args is not JSON/],
    ['call demo echo --args [1]', /has to be a JSON object/],
    ['prompt demo greet --args {"n":1}', /"n" in --args is not/],
    ['call demo echo --timeout soon', /number of milliseconds/],
    ['call demo echo --timeout 0', /number of milliseconds/],
    ['call demo echo --timeout 3000000000', /number of milliseconds/],
    ['call demo echo --timeout -1', /timeout/],
    ['tools demo --era bronze', /--era has to be one of legacy, auto, modern/],
    ['tools demo --transport pigeon', /--transport has to be one of stdio, http/],
    ['tools demo --header Broken', /--header has to look like this/],
    ['tools demo --header (:x', /cannot be the name of a header/],
    ['tools demo --env =x', /--env has to look like this/],
    ['tools --url http://h/ -- node', /not by both/],
    ['tools --url http://h/ --config a.json', /the server is given already/],
    ['tools demo --args {}', /patchbay tools has no option --args/],
    ['servers --traffic a', /patchbay servers has no option --traffic/],
    ['servers -- node', /takes no command after --/],
    ['traffic', /patchbay traffic show \[<file.jsonl>\], or patchbay traffic filter/],
    ['traffic a.jsonl b.jsonl', /patchbay traffic show \[<file.jsonl>\]$/],
    ['traffic filter', /patchbay traffic filter '<filter>'/],
    ['traffic filter is:eror', /At character 4, eror: .*error/],
    ['traffic export out.jsonl --pairs', /patchbay traffic export has no option --pairs/],
    ['traffic export out.jsonl --format pdf', /--format has to be one of jsonl, har, markdown/],
    ['traffic recordings a', /patchbay traffic recordings$/],
    ['traffic show a.jsonl --recording 1', /not both/],
    ['traffic show --recording first', /--recording has to be a number/],
    ['traffic show --traffic a', /patchbay traffic has no option --traffic/],
    ['metrics', /patchbay metrics <server>/],
    ['metrics demo --for soon', /number of seconds/],
    ['metrics demo --for 0', /number of seconds/],
    ['metrics demo --for 86401', /number of seconds/],
    ['metrics demo --args {}', /--call has to name it/],
    ['metrics demo --file a.jsonl', /patchbay metrics --file <file.jsonl>/],
    ['metrics --file a.jsonl --for 1', /patchbay metrics --file <file.jsonl>/],
    ['metrics --file a.jsonl -- node', /patchbay metrics --file <file.jsonl>/],
    ['tools demo --for 1', /patchbay tools has no option --for/],
    ['servers --wrong', /--wrong/]
  ])('refuses "%s" and says why', (line, why) => {
    expect(() => read(line)).toThrow(why)
  })

  it.each([
    [['traffic', 'filter', '-is:background', 'f.jsonl']],
    [['traffic', 'filter', '--json', '-is:background', 'f.jsonl']],
    [['traffic', 'export', 'out.jsonl', 'f.jsonl', '--filter', '-is:background']]
  ])('takes a filter that begins with a dash for a filter: %j', (argv) => {
    expect(readArguments(argv)).toMatchObject({ command: 'traffic', query: '-is:background' })
  })

  it('takes a filter of the audit log that begins with a dash for a filter', () => {
    expect(readArguments(['audit', 'list', '--filter', '-tool'])).toMatchObject({
      query: { text: '-tool' }
    })
  })
})
