import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Check } from '../../shared/servers/configuration'
import { isAlive } from '../process/process-testing'
import { examine, planChecks } from './doctor'
import { examined, faulty, program, script } from './doctor-testing'
import { PLAIN_NETWORKS } from '../network/networks'

vi.setConfig({ testTimeout: 60_000 })
/** Long enough for a program to start and say something. */
const IMPATIENT = { era: 'legacy', initializeTimeoutMs: 4_000, readTimeoutMs: 100 } as const

const folder = mkdtempSync(join(tmpdir(), 'patchbay-doctor-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string, mode = 0o755): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

function folderWith(name: string, command: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  symlinkSync(process.execPath, join(path, command))
  return path
}

describe('the checks of a program', () => {
  it('are all well with a server that is right, and are told as they come', async () => {
    const seen: (readonly Check[])[] = []
    const definition = faulty('plain')
    const { checks } = await examined(definition, { onChange: (now) => seen.push(now) })
    expect(checks.map(({ id, status }) => `${id} ${status}`)).toEqual(
      planChecks(definition).map(({ id }) => `${id} ok`)
    )
    expect(seen.some((now) => now.some(({ status }) => status === 'running'))).toBe(true)
    expect(seen.at(-1)).toEqual(checks)
    expect(checks.at(-2)?.detail).toMatch(/^It has 3 tools, /)
  })

  it('need a command that is there, and say where it was searched for', async () => {
    const path = [join(folder, 'one'), join(folder, 'two')].join(delimiter)
    const { failed, statuses } = await examined(program({ command: 'npx' }), {
      paths: { own: path, login: undefined }
    })
    expect(failed?.id).toBe('command')
    expect(failed?.detail).toContain(join(folder, 'two'))
    expect(failed?.fix).toMatch(/Node\.js/)
    expect(statuses['catalogue']).toBe('skipped')
  })

  it.each([
    ['uvx', /uv \(/],
    ['docker', /Docker/],
    ['~/bin/server', /~ is not expanded/],
    ['npx -y server', /each argument by itself/]
  ])('say what to do when there is no %s', async (command, fix) => {
    const { failed } = await examined(program({ command }), {
      paths: { own: folder, login: undefined }
    })
    expect([failed?.id, failed?.fix]).toEqual(['command', expect.stringMatching(fix)])
  })

  it('tell what the shell finds from what Patchbay finds', async () => {
    const shells = folderWith('shell', 'tool')
    const ours = folderWith('ours', 'tool')
    const definition = program({ command: 'tool' })
    const onlyShell = await examined(definition, { paths: { own: folder, login: shells } })
    expect(onlyShell.failed?.id).toBe('command')
    expect(onlyShell.failed?.detail).toMatch(/Your login shell has it/)
    expect(onlyShell.failed?.fix).toContain(join(shells, 'tool'))
    const onlyOurs = await examined(definition, { paths: { own: ours, login: folder } })
    expect(onlyOurs.of('command')?.detail).toMatch(/Only the PATH that Patchbay was started with/)
    const both = await examined(definition, { paths: { own: ours, login: shells } })
    expect(both.of('command')?.detail).toContain(`would run another one, "${join(shells, 'tool')}"`)
  })

  it('say why a file cannot be run', async () => {
    const plain = file('plain.sh', '#!/bin/sh\n', 0o644)
    const lost = file('lost.sh', '#!/no/such/interpreter\n')
    const needy = file('needy.sh', '#!/usr/bin/env no-such-interpreter\n')
    const windows = file('windows.sh', '#!/bin/sh\r\n')
    for (const [command, fix] of [
      [plain, /chmod \+x/],
      [lost, /Install \/no\/such\/interpreter/],
      [needy, /Install no-such-interpreter/],
      [windows, /line feeds/],
      [folder, /inside of it/],
      [join(folder, 'nothing'), /Correct the path/]
    ] as const) {
      const { failed } = await examined(program({ command }))
      expect([failed?.id, failed?.fix]).toEqual(['command', expect.stringMatching(fix)])
    }
  })

  it.each([
    [join(folder, 'nowhere'), /create the folder/],
    ['~/project', /~ is not expanded/],
    [process.execPath, /Correct cwd/]
  ])('need the folder %s', async (cwd, fix) => {
    const { failed } = await examined(faulty('plain', { cwd }))
    expect([failed?.id, failed?.fix]).toEqual(['folder', expect.stringMatching(fix)])
  })

  it('say that the system did not start it', async () => {
    const { failed } = await examined(faulty('plain', { args: ['x'.repeat(4 * 1024 * 1024)] }))
    expect(failed?.id).toBe('runs')
    expect(failed?.fix).toMatch(/terminal/)
  })

  it('say that a program ended, what it said, and what that means', async () => {
    const { failed, statuses } = await examined(program({ args: [join(folder, 'missing.mjs')] }))
    expect(failed?.id).toBe('stays')
    expect(failed?.detail).toMatch(/exited with code 1[^]*missing\.mjs does not exist/)
    expect(failed?.fix).toMatch(/Correct the path in the arguments/)
    expect([statuses['handshake'], statuses['catalogue']]).toEqual(['skipped', 'skipped'])
  })

  it('say that a program ended right after the handshake', async () => {
    const { failed } = await examined(faulty('crashloop'))
    expect(failed?.id).toBe('stays')
    expect(failed?.detail).toMatch(/Exited with code 1[^]*cannot open the database/)
  })

  it('say what to do about a program that ends without a word', async () => {
    const { failed } = await examined(script('process.exit(0)'))
    expect([failed?.id, failed?.fix]).toEqual(['stays', expect.stringMatching(/stdio/)])
  })

  it('quote what is not a frame on stdout, and keep on when the server can be used', async () => {
    const path = join(import.meta.dirname, '../../../e2e/servers/faults.mjs')
    const code = `console.log('[dotenv@17.0.0] injecting env'); process.argv.splice(1, 0, 'x'); import(${JSON.stringify(path)})`
    const { failed, of } = await examined(program({ args: ['-e', code, 'plain'] }))
    expect(failed).toBeUndefined()
    expect(of('stdout')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('injecting env') as unknown,
      fix: expect.stringMatching(/dotenv/) as unknown
    })
  })

  it('blame stdout when nothing but noise comes', async () => {
    const code = 'console.log("listening on port 3000"); setInterval(() => {}, 1e6)'
    const { failed, of } = await examined(script(code, { settings: IMPATIENT }))
    expect(failed?.id).toBe('stdout')
    expect(failed?.fix).toMatch(/server for HTTP/)
    expect(of('handshake')?.status).toBe('failed')
  })

  it('say that a server does not answer the handshake', async () => {
    const code = 'console.error("waiting for the database"); setInterval(() => {}, 1e6)'
    const { failed } = await examined(script(code, { settings: IMPATIENT }))
    expect(failed?.id).toBe('handshake')
    expect(failed?.detail).toMatch(/did not answer[^]*waiting for the database/)
    expect(failed?.fix).toMatch(/speaks over stdio/)
  })

  it('advise an era when asking for it breaks the server', async () => {
    const { failed, of } = await examined(faulty('exitonprobe'))
    expect(failed).toBeUndefined()
    expect(of('handshake')).toMatchObject({
      status: 'warning',
      fix: expect.stringMatching(/"era" to "legacy"/) as unknown
    })
  })

  it('say that there is no common version of the protocol', async () => {
    const { failed, of } = await examined(faulty('badversion'))
    expect(failed?.id).toBe('version')
    expect(failed?.detail).toContain('1999-01-01')
    expect(failed?.fix).toMatch(/Update the server/)
    expect(of('handshake')?.status).toBe('ok')
  })

  it('tell what is wrong with the lists', async () => {
    const { of } = await examined(faulty('malformedtools'))
    expect(of('catalogue')?.status).toBe('warning')
    expect(of('catalogue')?.detail).toMatch(/^It has 2 tools, .*Tool 2 of the list has no name/)
  })

  it('say that a list cannot be read', async () => {
    const settings = { readTimeoutMs: 300 }
    const { failed } = await examined(faulty('hang', { settings }))
    expect(failed?.id).toBe('catalogue')
    expect(failed?.fix).toMatch(/more time/)
  })
})

describe('an examination', () => {
  it('leaves no process, whatever that does', async () => {
    const pids: number[] = []
    const register = {
      started: (_mark: string, pid: number) => void pids.push(pid),
      ended: () => undefined
    }
    await examined(faulty('wrapper'), { register })
    expect(pids).toHaveLength(1)
    expect(pids.filter(isAlive)).toEqual([])
  })

  it('can be stopped, and says of what was left that it was', async () => {
    const stop = new AbortController()
    const code = 'setInterval(() => {}, 1e6)'
    const checks = await examine(script(code), {
      networks: PLAIN_NETWORKS,
      version: '0',
      signal: stop.signal,
      paths: { own: process.env['PATH'], login: undefined },
      onChange: (now) => {
        if (now.some(({ id, status }) => id === 'handshake' && status === 'running')) stop.abort()
      }
    })
    const left = checks.filter(({ status }) => status === 'skipped')
    expect(left.map(({ id }) => id)).toEqual([
      'stays',
      'stdout',
      'handshake',
      'version',
      'catalogue',
      'advice'
    ])
    expect(left.every(({ detail }) => detail === 'You stopped it.')).toBe(true)
  })

  it('never tells the values of variables', async () => {
    const env = { ELECTRON_RUN_AS_NODE: '1', API_KEY: 'canary-value' }
    const { checks } = await examined(faulty('plain', { env }))
    expect(JSON.stringify(checks)).not.toContain('canary')
  })
})
