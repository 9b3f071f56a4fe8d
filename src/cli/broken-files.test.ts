import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { folder, patchbay, tidy } from './testing'

const BROKEN = '{ "mcpServers": {\n  "a": { "command": "node" \n  "args": [] } } }'
/** As the documentation of many servers has it. */
const EXAMPLE = {
  mcpServers: {
    github: { command: 'npx', args: ['-y', 'x'], env: { GITHUB_TOKEN: '${NO_SUCH_GITHUB_TOKEN}' } },
    playwright: { command: 'npx', args: ['-y', 'y'], transport: 'stdio', timeout: 300_000 },
    'remote-api': {
      url: 'https://mcp.example.com/api',
      transport: 'http',
      headers: { Authorization: 'Bearer ${NO_SUCH_API_TOKEN}' }
    }
  }
}
const script = resolve('e2e/servers/faults.mjs')
const whole = {
  command: process.execPath,
  args: [script, 'plain'],
  env: { ELECTRON_RUN_AS_NODE: '1' }
}

afterAll(tidy)

function write(text: string): { readonly project: string; readonly path: string } {
  const project = mkdtempSync(join(folder, 'project-'))
  const path = join(project, '.mcp.json')
  writeFileSync(path, text)
  return { project, path }
}

describe('a broken file with servers', () => {
  it('of a project is named with its place, and the rest is listed', async () => {
    const { project, path } = write(BROKEN)
    const { code, stdout, stderr } = await patchbay(['servers', '--project', project])
    expect([code, stderr.startsWith(`${path}:3:3: `)]).toEqual([4, true])
    expect(stdout).toContain('demo')
  })

  it('is named by every command that looks for a server', async () => {
    const { project, path } = write(BROKEN)
    const { code, stderr } = await patchbay(['tools', 'a', '--project', project])
    expect(code).toBe(4)
    expect(stderr.split('\n')).toEqual([
      expect.stringContaining(`${path}:3:3: `),
      expect.stringContaining('There is no server "a".')
    ])
  })

  it('of your own is named with its place', async () => {
    const profile = join(mkdtempSync(join(folder, 'own-')), 'profile')
    mkdirSync(profile)
    const path = join(profile, 'mcp.json')
    writeFileSync(path, BROKEN)
    const { code, stderr } = await patchbay(['servers', '--profile', profile])
    expect([code, stderr.startsWith(`${path}:3:3: `)]).toEqual([4, true])
  })

  it('that was given is named with its place', async () => {
    const { path } = write(BROKEN)
    const { code, stderr } = await patchbay(['servers', '--config', path])
    expect([code, stderr.startsWith(`${path}:3:3: `)]).toEqual([4, true])
  })
})

describe('a file that was given', () => {
  it('lists servers whose variables are not set', async () => {
    const { path } = write(JSON.stringify(EXAMPLE))
    const { code, stdout, stderr } = await patchbay(['servers', '--config', path])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual([
      'github',
      'playwright',
      'remote-api'
    ])
  })

  it('starts a server though another lacks a variable or is broken', async () => {
    const servers = { ...EXAMPLE.mcpServers, bad: { command: 7 }, whole }
    const { path } = write(JSON.stringify({ mcpServers: servers }))
    expect((await patchbay(['tools', 'whole', '--config', path])).code).toBe(0)
    const missing = await patchbay(['tools', 'github', '--config', path])
    expect([missing.code, missing.stderr]).toEqual([4, expect.stringContaining('NO_SUCH_GITHUB')])
    const bad = await patchbay(['tools', 'bad', '--config', path])
    expect([bad.code, bad.stderr]).toEqual([4, expect.stringContaining('server "bad"')])
  })
})

it('prints the name of a server on one line, whatever is in it', async () => {
  const name = 'good\nevil\tuser\tstdio\u001b[2J'
  const { project } = write(JSON.stringify({ mcpServers: { [name]: whole } }))
  const { stdout } = await patchbay(['servers', '--project', project])
  expect(stdout.split('\n').filter((line) => line.includes('evil'))).toEqual([
    expect.stringMatching(/^good<U\+000A>evil<U\+0009>user<U\+0009>stdio<U\+001B>\[2J\tproject\t/)
  ])
  const { stderr } = await patchbay(['tools', 'x', '--project', project])
  expect(stderr.split('\n')).toHaveLength(1)
})
