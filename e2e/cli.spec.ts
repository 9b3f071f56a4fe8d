import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { expect, isAlive, test } from './fixtures'

type Finished = { readonly code: number; readonly stdout: string; readonly stderr: string }

const PROGRAM = join(root, 'bin/patchbay')
// Playwright's wishes for colour are not for the program under test.
const { FORCE_COLOR: _force, NO_COLOR: _no, ...inherited } = process.env
// Nor are the servers of whoever runs the tests.
const ownFolder = mkdtempSync(join(tmpdir(), 'patchbay-cli-'))
const env = { ...inherited, XDG_CONFIG_HOME: ownFolder }
test.afterAll(() => rmSync(ownFolder, { recursive: true }))

function patchbay(...args: readonly string[]): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr })
    )
  })
}

function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve))
}

/** What is written after the options to start the server that is broken on purpose. */
function faults(...args: readonly string[]): readonly string[] {
  return ['--', process.execPath, join(root, 'e2e/servers/faults.mjs'), ...args]
}

test('lists servers and tools', async () => {
  expect(await patchbay('servers')).toEqual({
    code: 0,
    stdout: 'demo\tbuilt-in\tstdio\n',
    stderr: ''
  })

  const { code, stdout } = await patchbay('tools', 'demo', '--json')
  const tools = JSON.parse(stdout) as { name: string }[]
  expect([code, tools.length, tools[0]?.name]).toEqual([0, 35, 'echo'])
})

test('calls a tool and prints its result as JSON', async () => {
  const { code, stdout, stderr } = await patchbay(
    ...['call', 'demo', 'echo', '--args', '{"message":"hi"}', '--json']
  )
  expect(code).toBe(0)
  // What the server says goes to stderr; it also shows on which Node we run.
  expect(stderr).toMatch(/^\[demo\] demo: ready on Node 2[2-9]\.\S+\n$/)
  expect(JSON.parse(stdout)).toEqual({
    outcome: 'result',
    result: { content: [{ type: 'text', text: 'hi' }] },
    durationMs: expect.any(Number) as unknown,
    violations: []
  })
})

test('prints the text of a result for people', async () => {
  const { code, stdout } = await patchbay('call', 'demo', 'echo', '--args', '{"message":"a\\nb"}')
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'a\nb\n' })
})

test('opens servers from a file and from the command line', async ({ profile }) => {
  const config = join(profile, 'servers.json')
  const [, command, ...args] = faults('plain')
  writeFileSync(config, JSON.stringify({ mcpServers: { mine: { command, args } } }))
  const configured = await patchbay('tools', 'mine', '--config', config)
  expect(configured).toEqual(await patchbay('tools', ...faults('plain')))
  expect(configured.code).toBe(0)
  expect(configured.stdout).toMatch(/^echo\t.*\nfail\t.*\ngo\t.*\n$/)
})

test('says what the doctor finds', async () => {
  const good = await patchbay('doctor', 'demo', '--json')
  expect([good.code, JSON.parse(good.stdout)]).toMatchObject([0, { findings: [] }])
  const bad = await patchbay('doctor', '--json', ...faults('malformedtools'))
  const { findings } = JSON.parse(bad.stdout) as { findings: { severity: string }[] }
  expect([bad.code, findings[0]?.severity]).toEqual([1, 'error'])
})

test('Ctrl+C cancels the call, keeps the recording and leaves no process', async () => {
  const file = test.info().outputPath('traffic.jsonl')
  writeFileSync(file, '')
  const recorded = () => readFileSync(file, 'utf8')
  const args = ['call', 'go', '--json', '--traffic', file, '--force', ...faults('never')]
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'ignore']
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  const exited = exitCode(child)
  await expect.poll(recorded).toContain('tools/call')
  child.kill('SIGINT')

  expect(await exited).toBe(130)
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'cancelled' })
  expect(recorded()).toContain('notifications/cancelled')
  const pid = Number(/Started, process (\d+)/.exec(recorded())?.[1])
  expect([pid > 1, isAlive(pid)]).toEqual([true, false])
  const { code, stdout: table } = await patchbay('traffic', file)
  expect(code).toBe(0)
  expect(table).toMatch(/→ {2}notification {2}notifications\/cancelled/)
})

test('does not mind a reader that has had enough', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'tools', 'demo'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore']
  })
  const exited = exitCode(child)
  child.stdout.destroy()
  expect(await exited).toBe(0)
})

const FAILURES = [
  {
    args: ['call', 'demo', 'nope', '--approve'],
    code: 2,
    says: /nope: The server answered with error -32602 .*Unknown tool: nope/
  },
  {
    args: ['call', 'demo', 'fail', '--approve'],
    code: 1,
    says: /fail: The tool says that it failed/
  },
  {
    args: ['call', 'demo', 'break-server', '--approve'],
    code: 3,
    says: /exited with code 7 before it answered/
  },
  {
    args: ['call', 'demo', 'break-silence', '--approve', '--timeout', '100'],
    code: 3,
    says: /break-silence: The server did not answer within 0\.1 s/
  },
  {
    args: ['tools', '--', 'no-such-command-here'],
    code: 3,
    says: /not found on PATH/
  },
  {
    args: ['tools', 'nowhere'],
    code: 4,
    says: /There is no server "nowhere". Known servers: demo/
  },
  { args: ['call', 'demo', 'echo', '--args', '{'], code: 4, says: /--args is not JSON/ },
  {
    args: ['tools', 'demo', '--config', 'missing.json'],
    code: 4,
    says: /Cannot read missing.json/
  },
  { args: ['dance'], code: 4, says: /There is no command "dance"/ }
]

for (const { args, code, says } of FAILURES) {
  test(`${args.join(' ')} ends with ${code}`, async () => {
    const finished = await patchbay(...args)
    expect(finished.stderr).toMatch(says)
    expect(finished.code).toBe(code)
  })
}
