import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../scripts/project.mjs'
import { expect, test } from './fixtures'

type Finished = { readonly code: number; readonly stdout: string; readonly stderr: string }

function patchbay(...args: readonly string[]): Promise<Finished> {
  return new Promise((resolve) => {
    const file = join(root, 'bin/patchbay')
    // Playwright's wishes for colour are not for the program under test.
    const { FORCE_COLOR: _force, NO_COLOR: _no, ...env } = process.env
    execFile(process.execPath, [file, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr })
    )
  })
}

test('lists servers and tools', async () => {
  expect(await patchbay('servers')).toEqual({
    code: 0,
    stdout: 'demo\tbuilt-in\tstdio\n',
    stderr: ''
  })

  const { code, stdout } = await patchbay('tools', 'demo', '--json')
  const tools = JSON.parse(stdout) as { name: string }[]
  expect([code, tools.length, tools[0]?.name]).toEqual([0, 20, 'echo'])
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
    durationMs: expect.any(Number) as unknown
  })
})

test('prints the text of a result for people', async () => {
  const { code, stdout } = await patchbay('call', 'demo', 'echo', '--args', '{"message":"a\\nb"}')
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'a\nb\n' })
})

const FAILURES = [
  {
    args: ['call', 'demo', 'nope'],
    code: 2,
    says: /demo answered nope with error -32602 .*Unknown tool: nope/
  },
  { args: ['call', 'demo', 'fail'], code: 1, says: /The tool fail says that it failed/ },
  {
    args: ['call', 'demo', 'break-server'],
    code: 3,
    says: /exited with code 7 before it answered/
  },
  {
    args: ['call', 'demo', 'break-silence', '--timeout', '100'],
    code: 3,
    says: /did not answer break-silence within 100 ms/
  },
  {
    args: ['tools', 'nowhere'],
    code: 4,
    says: /There is no server "nowhere". Known servers: demo/
  },
  { args: ['call', 'demo', 'echo', '--args', '{'], code: 4, says: /--args is not JSON/ },
  { args: ['dance'], code: 4, says: /There is no command "dance"/ }
]

for (const { args, code, says } of FAILURES) {
  test(`${args.join(' ')} ends with ${code}`, async () => {
    const finished = await patchbay(...args)
    expect(finished.stderr).toMatch(says)
    expect(finished.code).toBe(code)
  })
}
