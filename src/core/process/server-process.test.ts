import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { type ServerDefinition } from '../../shared/server-config'
import { ServerId } from '../../shared/ids'
import { systemClock } from '../clock'
import { ServerProcess } from './server-process'

/** Runs JavaScript on this Node and waits until it has said its first words. */
async function start(source: string): Promise<{ server: ServerProcess; said: string }> {
  const definition: ServerDefinition = {
    id: ServerId.parse('script'),
    name: 'script',
    scope: 'user',
    transport: 'stdio',
    command: process.execPath,
    args: ['-e', source],
    env: { ELECTRON_RUN_AS_NODE: '1' }
  }
  const server = await ServerProcess.start(definition)
  const [said] = (await once(server.stdout, 'data')) as [Buffer]
  return { server, said: said.toString().trim() }
}

const READY = 'console.log(process.pid);'
const STAY = 'setInterval(() => {}, 1000);'
const DEAF = 'process.on("SIGTERM", () => {});'

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function isGone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 200 && isAlive(pid); attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return !isAlive(pid)
}

describe('shutting down', () => {
  it('is done when the server ends with its stdin', async () => {
    const { server } = await start(`${READY} process.stdin.resume()`)
    expect(await server.shutDown(systemClock, 5_000)).toBe('stdin closed')
  })

  it('sends SIGTERM to a server that stays', async () => {
    const { server } = await start(READY + STAY)
    expect(await server.shutDown(systemClock, 50)).toBe('SIGTERM')
    expect(await server.exited).toEqual({ code: null, signal: 'SIGTERM' })
  })

  it('kills a server that does not listen', async () => {
    const { server } = await start(DEAF + READY + STAY)
    expect(await server.shutDown(systemClock, 50)).toBe('SIGKILL')
  })

  it('has nothing to do when the server has exited', async () => {
    const { server } = await start(READY)
    await server.exited
    expect(await server.shutDown(systemClock, 50)).toBe('had exited')
  })

  it('takes the whole group with it, deaf grandchildren included', async () => {
    const grandchild = JSON.stringify(DEAF + READY + STAY)
    const { server, said } = await start(
      `${DEAF} ${STAY} require("child_process").spawn(process.execPath, ["-e", ${grandchild}], { stdio: "inherit" })`
    )
    const pid = Number(said)
    expect(isAlive(pid)).toBe(true)
    await server.shutDown(systemClock, 50)
    expect(await isGone(pid)).toBe(true)
  })

  it('finds what a wrapper left behind when it exited first', async () => {
    const grandchild = JSON.stringify(DEAF + READY + STAY)
    const { server, said } = await start(
      `require("child_process").spawn(process.execPath, ["-e", ${grandchild}], { stdio: "inherit" }).unref();
       process.stdin.on("end", () => process.exit()).resume()`
    )
    const pid = Number(said)
    await server.shutDown(systemClock, 5_000)
    server.killGroup()
    expect(await isGone(pid)).toBe(true)
  })
})

it('hands arguments over unchanged, because there is no shell', async () => {
  const hostile = ['; touch x', '$(id)', '`id`', '%PATH%', '"', '^', '&', 'a\nb', "'", '\\', '*']
  const definition: ServerDefinition = {
    id: ServerId.parse('argv'),
    name: 'argv',
    scope: 'user',
    transport: 'stdio',
    command: process.execPath,
    args: ['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...hostile],
    env: { ELECTRON_RUN_AS_NODE: '1' }
  }
  const server = await ServerProcess.start(definition)
  const [said] = (await once(server.stdout, 'data')) as [Buffer]
  expect(JSON.parse(said.toString())).toEqual(hostile)
})
