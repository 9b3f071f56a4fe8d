import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { StdioDefinition } from '../../shared/servers/server-config'
import { ServerId } from '../../shared/protocol/ids'
import { systemClock, type Clock } from '../time/clock'
import { ServerProcess, type ProcessRegister } from './server-process'
import { isAlive } from './process-testing'

vi.setConfig({ testTimeout: 60_000 })
/** For processes on a machine that has other things to do. */
const PATIENCE = { timeout: 30_000 }

/** On it, the first waits are over at once and all others last forever. */
function clockThatSkips(waits: number): Clock {
  let left = waits
  return {
    ...systemClock,
    after: (_ms, work) => {
      if (left-- > 0) work()
      return () => {}
    }
  }
}

function definitionOf(rest: Partial<StdioDefinition>): StdioDefinition {
  return {
    id: ServerId.parse('script'),
    name: 'script',
    scope: 'user',
    transport: 'stdio',
    command: process.execPath,
    args: [],
    env: { ELECTRON_RUN_AS_NODE: '1' },
    ...rest
  }
}

/** Runs JavaScript on this Node and waits until it has said its first words. */
async function start(
  source: string,
  register?: ProcessRegister
): Promise<{ server: ServerProcess; said: string }> {
  const server = await ServerProcess.start(definitionOf({ args: ['-e', source] }), register)
  const [said] = (await once(server.stdout, 'data')) as [Buffer]
  return { server, said: said.toString().trim() }
}

const READY = 'console.log(process.pid);'
const STAY = 'setInterval(() => {}, 1000);'
const DEAF = 'process.on("SIGTERM", () => {});'

describe('shutting down', () => {
  it('is done when the server ends with its stdin', async () => {
    const { server } = await start(`${READY} process.stdin.resume()`)
    expect(await server.shutDown(clockThatSkips(0), 1)).toBe('stdin closed')
  })

  it('sends SIGTERM to a server that stays', async () => {
    const { server } = await start(READY + STAY)
    expect(await server.shutDown(clockThatSkips(1), 1)).toBe('SIGTERM')
    expect(await server.exited).toEqual({ code: null, signal: 'SIGTERM' })
  })

  it('kills a server that does not listen', async () => {
    const { server } = await start(DEAF + READY + STAY)
    expect(await server.shutDown(clockThatSkips(2), 1)).toBe('SIGKILL')
    expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' })
  })

  it('has nothing to do when the server has exited', async () => {
    const { server } = await start(READY)
    await server.exited
    expect(await server.shutDown(clockThatSkips(0), 1)).toBe('had exited')
  })

  it('takes the whole group with it, deaf grandchildren included', async () => {
    const grandchild = JSON.stringify(DEAF + READY + STAY)
    const { server, said } = await start(
      `${DEAF} ${STAY} require("child_process").spawn(process.execPath, ["-e", ${grandchild}], { stdio: "inherit" })`
    )
    const pid = Number(said)
    expect(isAlive(pid)).toBe(true)
    await server.shutDown(clockThatSkips(2), 1)
    await expect.poll(() => isAlive(pid), PATIENCE).toBe(false)
  })

  it('finds what a wrapper left behind when it exited first', async () => {
    const grandchild = JSON.stringify(DEAF + READY + STAY)
    const { server, said } = await start(
      `require("child_process").spawn(process.execPath, ["-e", ${grandchild}], { stdio: "inherit" }).unref();
       process.stdin.on("end", () => process.exit()).resume()`
    )
    const pid = Number(said)
    await server.shutDown(clockThatSkips(0), 1)
    server.killGroup()
    await expect.poll(() => isAlive(pid), PATIENCE).toBe(false)
  })
})

it('hands arguments over unchanged, because there is no shell', async () => {
  const hostile = ['; touch x', '$(id)', '`id`', '%PATH%', '"', '^', '&', 'a\nb', "'", '\\', '*']
  const script = 'console.log(JSON.stringify(process.argv.slice(1)))'
  const definition = definitionOf({ args: ['-e', script, '--', ...hostile] })
  const server = await ServerProcess.start(definition)
  const [said] = (await once(server.stdout, 'data')) as [Buffer]
  expect(JSON.parse(said.toString())).toEqual(hostile)
})

describe('what has left the group', () => {
  const ESCAPE = `
    const stdio = ["ignore", "inherit", "ignore"]
    const options = { detached: true, stdio }
    require("child_process").spawn(process.execPath, ["-e", SOURCE], options).unref();
    process.stdin.on("end", () => process.exit()).resume()`

  function recorder(): { register: ProcessRegister; told: unknown[][] } {
    const told: unknown[][] = []
    return {
      told,
      register: {
        started: (mark, pid, command) => told.push(['started', mark, pid, command]),
        ended: (mark) => told.push(['ended', mark])
      }
    }
  }

  it.runIf(process.platform === 'linux')(
    'is ended after the exit, then taken off the register',
    async () => {
      const { register, told } = recorder()
      const source = ESCAPE.replace('SOURCE', JSON.stringify(DEAF + READY + STAY))
      const { server, said } = await start(source, register)
      const pid = Number(said)
      await server.shutDown(clockThatSkips(0), 1)
      server.killGroup()
      expect(isAlive(pid)).toBe(true)
      await Promise.all([server.killEscaped(), server.killEscaped()])
      await expect.poll(() => isAlive(pid), PATIENCE).toBe(false)
      const mark = told[0]?.[1]
      expect(told).toEqual([
        ['started', mark, server.pid, process.execPath],
        ['ended', mark]
      ])
    }
  )

  it('cannot be chosen by a definition that writes the mark itself', async () => {
    const { register, told } = recorder()
    const script = 'console.log(process.env.PATCHBAY_SERVER)'
    const env = { ELECTRON_RUN_AS_NODE: '1', PATCHBAY_SERVER: 'mine' }
    const definition = definitionOf({ args: ['-e', script], env })
    const server = await ServerProcess.start(definition, register)
    const [said] = (await once(server.stdout, 'data')) as [Buffer]
    expect(said.toString().trim()).toBe(told[0]?.[1])
    await server.killEscaped()
  })
})

describe.runIf(process.platform !== 'win32')('the command of a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-path-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function tool(place: string): string {
    mkdirSync(join(folder, place))
    const path = join(folder, place, 'tool')
    writeFileSync(path, `#!/bin/sh\necho ${place}\nread rest\n`)
    chmodSync(path, 0o755)
    return join(folder, place)
  }

  it('is not taken from the folder that it starts in', async () => {
    const [project, system] = [tool('project'), tool('system')]
    const path = ['', '.', '../project', system].join(':')
    const definition = definitionOf({ command: 'tool', cwd: project, env: { PATH: path } })
    const server = await ServerProcess.start(definition)
    const [said] = (await once(server.stdout, 'data')) as [Buffer]
    expect(said.toString().trim()).toBe('system')
    await server.shutDown(systemClock, 30_000)
  })
})

describe.runIf(process.platform !== 'win32')('a server that does not start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-start-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function whyNot(rest: Partial<StdioDefinition>): Promise<string> {
    const error: unknown = await ServerProcess.start(definitionOf(rest)).then(
      () => 'It started.',
      (reason: unknown) => reason
    )
    expect(error).toMatchObject({ name: 'WorkbenchError', code: 'START_FAILED' })
    return (error as Error).message.replaceAll(folder, '<folder>')
  }

  function fileOf(name: string, text: string, mode: number): string {
    const path = join(folder, name)
    writeFileSync(path, text)
    chmodSync(path, mode)
    return path
  }

  it('says where a command was looked for, up to a point', async () => {
    const env = { PATH: '/nowhere/1:/nowhere/2' }
    expect(await whyNot({ command: 'no-such-command', env })).toBe(
      'Cannot start script: the command "no-such-command" was not found on PATH (searched "/nowhere/1", "/nowhere/2").'
    )
    const long = { PATH: Array.from({ length: 30 }, (_, n) => `/nowhere/${n}`).join(':') }
    expect(await whyNot({ command: 'no-such-command', env: long })).toMatch(
      /"\/nowhere\/7" and 22 more\)\.$/
    )
  })

  it('says that a path leads nowhere, and that ~ is not expanded', async () => {
    expect(await whyNot({ command: './no-such-file', cwd: folder })).toBe(
      'Cannot start script: "./no-such-file" does not exist.'
    )
    expect(await whyNot({ command: '~/bin/server' })).toBe(
      'Cannot start script: "~/bin/server" does not exist. The ~ is not expanded here: write the whole path.'
    )
  })

  it('tells a missing folder from a missing command', async () => {
    const file = fileOf('plain.txt', '', 0o644)
    mkdirSync(join(folder, 'inner'))
    expect(await whyNot({ cwd: join(folder, 'absent') })).toBe(
      'Cannot start script: its folder "<folder>/absent" does not exist.'
    )
    expect(await whyNot({ cwd: file })).toBe(
      'Cannot start script: its folder "<folder>/plain.txt" is not a folder.'
    )
    expect(await whyNot({ command: join(folder, 'inner') })).toBe(
      'Cannot start script: "<folder>/inner" is a folder, not a program.'
    )
  })

  it('says what is not executable, also when it was found on PATH', async () => {
    const path = fileOf('locked', '#!/bin/sh\n', 0o644)
    const why = 'Cannot start script: "<folder>/locked" is not executable.'
    expect(await whyNot({ command: path })).toBe(why)
    expect(await whyNot({ command: 'locked', env: { PATH: folder } })).toBe(why)
  })

  it('names the interpreter that a script asks for in vain', async () => {
    const path = fileOf('script', '#!/nowhere/python3 -u\n', 0o755)
    expect(await whyNot({ command: path })).toBe(
      'Cannot start script: "<folder>/script" exists, but the program it needs in order to run, "/nowhere/python3", does not.'
    )
  })

  it('refuses what no process can be given', async () => {
    expect(await whyNot({ command: 'a\0b' })).toMatch(/^Cannot start script: /)
    expect(await whyNot({ args: ['a\0b'] })).toMatch(/^Cannot start script: /)
    expect(await whyNot({ args: ['x'.repeat(10_000_000)] })).toMatch(/^Cannot start script: /)
  })
})
