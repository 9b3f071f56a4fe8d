import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { faults, folder, json, patchbay, tidy } from '../testing'

vi.setConfig({ testTimeout: 60_000 })
afterAll(tidy)

/** Lists one tool with this schema, which can be called. */
function serverWithSchema(inputSchema: object): readonly string[] {
  const path = join(folder, 'one-schema.mjs')
  const results = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 's', version: '1' }
    },
    'tools/list': { tools: [{ name: 'get_x', inputSchema }] },
    'tools/call': { content: [{ type: 'text', text: 'done' }] }
  }
  const program = `
import readline from 'node:readline'
const results = ${JSON.stringify(results)}
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id === undefined) return
  const result = results[method]
  const answer = result ? { result } : { error: { code: -32601, message: 'no' } }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n')
})`
  writeFileSync(path, program)
  return ['--env', 'ELECTRON_RUN_AS_NODE=1', '--', process.execPath, path]
}

const durationMs = expect.any(Number) as unknown

describe('patchbay call', () => {
  it('prints one object for a result', async () => {
    const argv = ['call', 'echo', '--json', '--args', '{"text":"hi"}', ...faults('plain')]
    expect(await json(argv)).toEqual({
      code: 0,
      answer: {
        outcome: 'result',
        result: { content: [{ type: 'text', text: 'hi' }] },
        durationMs,
        violations: []
      }
    })
  })

  it('makes nothing of high risk for a program, unless --approve says so', async () => {
    const byRisk = { PATCHBAY_APPROVAL: 'by-risk' }
    const refused = await patchbay(['call', 'fail', ...faults('plain')], undefined, byRisk)
    expect(refused).toEqual({
      code: 4,
      stdout: '',
      stderr:
        'fail was not called. Its risk is high. Its name does not say what it does. To call it all the same, add --approve.'
    })
    expect((await patchbay(['call', 'fail', '--approve', ...faults('plain')])).code).toBe(1)
    expect((await patchbay(['call', 'nope', ...faults('plain')], undefined, byRisk)).stderr) //
      .toContain('Its server does not list it. To call')
  })

  it('sends nothing that does not fit the schema, and says what does not', async () => {
    const argv = ['call', 'demo', 'echo', '--args', '{"message":5}']
    const { code, stdout, stderr } = await patchbay(argv)
    expect([code, stdout]).toEqual([4, ''])
    expect(stderr).toMatch(
      /\nThe arguments do not fit the schema of echo:\n {2}\/message: .+\nNothing was sent\. To send them all the same, add --force\.$/
    )
    expect(await json([...argv, '--json'])).toMatchObject({
      code: 4,
      answer: {
        outcome: 'invalid-arguments',
        problems: [{ pointer: '/message', keyword: 'type' }]
      }
    })
  })

  it('says what does not fit before it says what is not approved', async () => {
    const byRisk = { PATCHBAY_APPROVAL: 'by-risk' }
    const argv = ['call', 'demo', 'delete-everything', '--json', '--args', '{"path":5}']
    expect(await json(argv, byRisk)).toMatchObject({
      code: 4,
      answer: { outcome: 'invalid-arguments', problems: [{ pointer: '/path' }] }
    })
    expect(await json([...argv, '--force'], byRisk)).toMatchObject({
      code: 4,
      answer: { outcome: 'not-approved' }
    })
  })

  it.each(['#/$defs/missing', 'https://example.com/schema.json'])(
    'says that the schema cannot be checked where it refers to %s',
    async ($ref) => {
      const schema = { type: 'object', properties: { a: { $ref } } }
      const argv = ['call', 'get_x', '--args', '{"a":1}', ...serverWithSchema(schema)]
      const { code, stdout, stderr } = await patchbay(argv)
      expect([code, stdout]).toEqual([0, 'done'])
      expect(stderr).toMatch(/The arguments were .*checked against .*the schema of get_x/)
    }
  )

  it('sends what does not fit with --force, and says so', async () => {
    const argv = ['call', 'demo', 'echo', '--args', '{"message":5}', '--force']
    const { code, stderr } = await patchbay(argv)
    expect(stderr).toMatch(/\nThe arguments do not fit .*Sent all the same\.$/ms)
    expect(code).not.toBe(4)
  })

  it('replaces no recording unless --force says so', async () => {
    const file = join(folder, 'once.jsonl')
    const argv = ['ping', '--traffic', file, ...faults('plain')]
    expect((await patchbay(argv)).code).toBe(0)
    const before = readFileSync(file, 'utf8')
    expect(await patchbay(argv)).toEqual({
      code: 4,
      stdout: '',
      stderr: `--traffic: ${file} is there already. To replace it, add --force.`
    })
    expect(readFileSync(file, 'utf8')).toBe(before)
    expect((await patchbay(['ping', '--force', ...argv.slice(1)])).code).toBe(0)
  })

  it('sends what is to stand beside the arguments', async () => {
    const args = ['--args', '{"method":"tools/call"}', '--meta', '{"trace":"mine"}']
    const { stdout } = await patchbay(['call', 'heard', '--approve', ...args, ...faults('offers')])
    expect(stdout).toContain('"trace":"mine"')
  })

  it('tells a tool that failed from a tool that is not there', async () => {
    expect((await patchbay(['call', 'fail', '--approve', ...faults('plain')])).code).toBe(1)
    expect((await patchbay(['call', 'nope', '--approve', ...faults('plain')])).code).toBe(2)
  })

  it.each([
    ['both', 2, 'error', ['result-and-error']],
    ['dup', 0, 'result', ['duplicate-answer']],
    ['stringid', 0, 'result', ['id-type']],
    ['nojsonrpc', 2, 'error', ['not-json-rpc']]
  ])('prints one object with the violations of %s', async (mode, code, outcome, rules) => {
    const found = await json(['call', 'go', '--approve', '--json', ...faults(mode)])
    const answer = found.answer as { outcome: string; violations: { rule: string }[] }
    expect([found.code, answer.outcome]).toEqual([code, outcome])
    expect(answer.violations.map(({ rule }) => rule)).toEqual(rules)
  })

  it('prints one object when the server dies', async () => {
    const reason = expect.stringMatching(/exited with code 7/) as unknown
    expect(await json(['call', 'go', '--approve', '--json', ...faults('crash')])).toMatchObject({
      code: 3,
      answer: {
        outcome: 'connection-lost',
        reason,
        stderr: expect.arrayContaining(['out of cheese']) as unknown
      }
    })
  })

  it('gives up after the time it was given', async () => {
    expect(
      await json(['call', 'go', '--approve', '--json', '--timeout', '200', ...faults('never')])
    ).toEqual({
      code: 3,
      answer: { outcome: 'timeout', afterMs: 200, durationMs, violations: [] }
    })
  })

  it('prints one object when the server cannot be opened', async () => {
    const { code, answer } = await json(['call', 'x', '--json', '--', 'no-such-command-here'])
    expect(code).toBe(3)
    expect(answer).toMatchObject({ outcome: 'connection-lost', violations: [] })
  })

  it('prints the error of a handshake that was refused', async () => {
    const { code, answer } = await json([
      ...['call', 'x', '--json', '--era', 'legacy'],
      ...faults('modern')
    ])
    expect(code).toBe(2)
    expect(answer).toMatchObject({ outcome: 'error', error: { code: -32022 } })
  })

  it('is cancelled in good order when it is interrupted', async () => {
    const file = join(folder, 'cancelled.jsonl')
    const interrupt = new AbortController()
    const argv = ['call', 'go', '--approve', '--json', '--traffic', file, ...faults('never')]
    const finished = patchbay(argv, interrupt.signal)
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('tools/call'), 30_000)
    interrupt.abort()
    const { code, stdout } = await finished
    expect(code).toBe(130)
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'cancelled' })
    expect(readFileSync(file, 'utf8')).toContain('notifications/cancelled')
  })

  it('ends at once when it is interrupted while the server opens', async () => {
    const file = join(folder, 'opening.jsonl')
    const interrupt = new AbortController()
    const argv = [
      'call',
      'go',
      '--approve',
      '--json',
      '--traffic',
      file,
      ...faults('slowstart', '600000')
    ]
    const finished = patchbay(argv, interrupt.signal)
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('Started'), 30_000)
    interrupt.abort()
    const { code, stdout } = await finished
    expect([code, JSON.parse(stdout)]).toMatchObject([130, { outcome: 'cancelled' }])
  })
})
