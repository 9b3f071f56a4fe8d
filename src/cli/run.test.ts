import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { TrafficEntry } from '../shared/traffic/traffic'
import { lineOf, readLine } from '../shared/traffic/traffic-line'
import { configWith, faults, folder, json, patchbay, startHttp, tidy } from './testing'

vi.setConfig({ testTimeout: 60_000 })
afterAll(tidy)

type Recorded = Pick<TrafficEntry, 'seq' | 'kind' | 'violations'> & { readonly raw: string }

function parsed(line: string): unknown {
  return JSON.parse(line)
}

describe('patchbay tools', () => {
  it('prints the tools exactly as they were sent, malformed ones too', async () => {
    const { code, answer } = await json(['tools', '--json', ...faults('malformedtools')])
    expect(code).toBe(0)
    expect(answer).toMatchObject([
      { name: 'good', 'x-extra': { kept: true } },
      { description: 'Has no name' },
      null,
      { name: 'schemaless' }
    ])
  })

  it('reads servers from a file', async () => {
    const config = join(folder, 'servers.json')
    const [, , , command, ...args] = faults('plain')
    const env = { ELECTRON_RUN_AS_NODE: '1' }
    writeFileSync(config, JSON.stringify({ mcpServers: { mine: { command, args, env } } }))
    expect(await patchbay(['servers', '--config', config])).toMatchObject({
      code: 0,
      stdout: 'mine\tcommand line\tstdio'
    })
    const { code, stdout } = await patchbay(['tools', 'mine', '--config', config])
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'echo\tSays what it is told'])
  })

  it('says that a server could not be started, and what to do', async () => {
    const { code, stdout, stderr } = await patchbay(['tools', '--', 'no-such-command-here'])
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toMatch(/not found on PATH/)
    expect(stderr).toMatch(
      /Level: transport\. Whose doing: the definition of the server\. What to do: /
    )
  })
})

describe('patchbay and a server that declares nothing', () => {
  it('prints the tools, and says that they are not declared', async () => {
    const { code, stdout, stderr } = await patchbay(['tools', ...faults('undeclared')])
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'echo\tSays what it is told'])
    expect(stderr).toMatch(/undeclared-list: The server offers tools but does not declare them/)
  })

  it('is told so by the doctor', async () => {
    const { code, stdout } = await patchbay(['doctor', ...faults('undeclared')])
    expect(code).toBe(1)
    expect(stdout).toMatch(/offers tools but does not declare them/)
  })
})

describe('patchbay call and numbers that JavaScript cannot hold', () => {
  const args = '{"count":12345678901234567890}'
  const rows = '[{"id":12345678901234567890,"far":1e400},{"id":9007199254740993,"far":-1e400}]'
  const said = `{"rows":${rows},"sent":${args},"small":0.1000000000000000055511151231257827}`
  const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '')

  it('sends and prints them with all their digits', async () => {
    const call = ['call', 'go', '--args', args]
    const { code, stdout } = await patchbay([...call, '--json', ...faults('digits')])
    expect([code, withoutSpace(stdout)]).toEqual([
      0,
      expect.stringContaining(`"structuredContent":${said}`) as unknown
    ])
    expect(withoutSpace((await patchbay([...call, ...faults('digits')])).stdout)).toContain(said)
  })

  it('refuses one that does not fit the schema', async () => {
    const call = ['call', 'go', '--args', '{"count":12345678901234567890.5}']
    const { code, stderr } = await patchbay([...call, ...faults('digits')])
    expect([code, stderr]).toEqual([4, expect.stringContaining('whole number') as unknown])
  })
})

describe('patchbay resources, prompts, read, prompt and ping', () => {
  it('list all pages of resources and templates', async () => {
    const { answer } = await json(['resources', '--json', ...faults('pages')])
    const { resources, resourceTemplates } = answer as Record<string, unknown[]>
    expect([resources?.length, resourceTemplates?.length]).toEqual([6, 6])
  })

  it('list prompts, and say so when a server has none', async () => {
    const { stdout } = await patchbay(['prompts', ...faults('pages')])
    expect(stdout.split('\n')).toHaveLength(6)
    const { code, stderr } = await patchbay(['prompts', ...faults('plain')])
    expect(code).toBe(0)
    expect(stderr).toMatch(/does not say that it has prompts/)
  })

  it('read a resource', async () => {
    const argv = ['read', 'test://counter', ...faults('sync')]
    expect(await patchbay(argv)).toEqual({ code: 0, stdout: '1', stderr: '' })
  })

  it('pass on the error when there is no such prompt', async () => {
    const { code, answer } = await json(['prompt', 'x', '--json', ...faults('plain')])
    expect(code).toBe(2)
    expect(answer).toMatchObject({ outcome: 'error', error: { code: -32601 } })
  })

  it('time a ping', async () => {
    const { code, stdout } = await patchbay(['ping', ...faults('plain')])
    expect(code).toBe(0)
    expect(stdout).toMatch(/answered in \d+\.\d ms$/)
  })
})

describe('patchbay and a server that asks for folders', () => {
  const argv = ['call', 'mine', 'go', '--config']

  it('answers with the roots of its definition', async () => {
    const { code, stdout } = await patchbay([
      ...argv,
      configWith('askroots', { roots: ['/srv/a b', 'file:///home'] })
    ])
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      [
        [
          { uri: 'file:///srv/a%20b', name: 'a b' },
          { uri: 'file:///home', name: 'home' }
        ]
      ]
    ])
  })

  it('refuses where the definition has none', async () => {
    const { stdout } = await patchbay([...argv, configWith('askroots', {})])
    expect(JSON.parse(stdout)).toMatchObject([{ code: -32601 }])
  })
})

describe('patchbay over HTTP', () => {
  it('calls a tool at an address', async () => {
    const url = await startHttp('ok')
    const { code, answer } = await json(['call', 'echo', '--json', '--url', url])
    expect([code, answer]).toMatchObject([0, { outcome: 'result' }])
  })

  it.each([401, 403])('says that the server refuses us when it answers %i', async (status) => {
    const url = await startHttp('status', { status })
    const { code, answer } = await json(['call', 'echo', '--json', '--url', url])
    expect([code, answer]).toMatchObject([5, { outcome: 'not-an-answer', status }])
    expect((await patchbay(['tools', '--url', url])).code).toBe(5)
  })

  it.each([
    [500, 'text/plain', 'out of cheese'],
    [200, 'text/html', '<h1>Sign in</h1>'],
    [200, 'application/json', ''],
    [200, 'application/json', 'not JSON']
  ])('shows status and body where %i %s %j came for an answer', async (status, type, body) => {
    const url = await startHttp('wrongCalls', { status, type, body })
    const { code, answer } = await json(['call', 'echo', '--json', '--url', url])
    expect([code, answer]).toMatchObject([
      2,
      { outcome: 'not-an-answer', status, contentType: type, body }
    ])
  })

  it('says that the connection was lost only where it was', async () => {
    const url = await startHttp('wrongCalls', { cuts: true })
    const { code, answer } = await json(['call', 'echo', '--json', '--url', url])
    expect([code, answer]).toMatchObject([3, { outcome: 'connection-lost' }])
  })

  it('says what came back instead of an answer', async () => {
    const url = await startHttp('body', { type: 'text/html', body: '<h1>Sign in</h1>' })
    const { code, stderr } = await patchbay(['tools', '--url', url, '--transport', 'http'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/text\/html/)
  })
})

describe('patchbay --traffic', () => {
  it('writes every frame as one line of JSON, numbered without gaps', async () => {
    const file = join(folder, 'garbage.jsonl')
    await patchbay(['call', 'go', '--approve', '--traffic', file, ...faults('garbage')])
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    const entries = lines.map((line) => JSON.parse(line) as Recorded)
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_entry, index) => index + 1))
    expect(lines.map((line) => lineOf(readLine(line))).map(parsed)).toEqual(entries)
    expect(entries.find(({ kind }) => kind === 'result')).toMatchObject({
      method: 'initialize',
      answers: expect.any(Number) as unknown,
      tookMs: expect.any(Number) as unknown
    })
    const noise = entries.find(({ kind }) => kind === 'noise')
    expect(noise).toMatchObject({
      time: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      origin: 'server',
      raw: 'listening on port 3000',
      violations: [{ rule: 'stdout-noise' }]
    })
    expect(entries.every(({ violations }) => Array.isArray(violations))).toBe(true)
    expect(entries.at(-1)).toMatchObject({ kind: 'lifecycle', raw: 'Exited with code 0.' })
  })

  it('writes bytes that are not UTF-8 as base64 beside the text', async () => {
    const file = join(folder, 'bytes.jsonl')
    await patchbay(['call', 'go', '--traffic', file, ...faults('notutf8')])
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => parsed(lineOf(readLine(line))))).toEqual(lines.map(parsed))
    const odd = lines.map(parsed).filter((entry) => 'rawBase64' in (entry as object))
    expect(odd).toHaveLength(2)
    expect(odd).toContainEqual(
      expect.objectContaining({ raw: '\ufffd\ufffd\ufffd(', rawBase64: '//7DKA==', bytes: 4 })
    )
  })

  it('refuses a file that cannot be written before anything starts', async () => {
    const file = join(folder, 'no', 'such', 'folder.jsonl')
    const { code, stderr } = await patchbay(['tools', '--traffic', file, ...faults('crash')])
    expect(code).toBe(4)
    expect(stderr).toMatch(/^--traffic: cannot write /)
  })
})
