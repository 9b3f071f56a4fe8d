import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { build } from 'vite'
import { OrphanLedger } from './orphan-ledger'
import { startTimeOf } from './survivors'
import { isAlive } from './process-testing'

const FAULTS = resolve('e2e/servers/faults.mjs')
const RUN_AS_NODE = { ELECTRON_RUN_AS_NODE: '1' }

vi.setConfig({ testTimeout: 60_000 })

let folder = ''
const started: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-ledger-'))
})

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  rmSync(folder, { recursive: true, force: true })
})

function run(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, args, {
    env: { ...RUN_AS_NODE, ...env },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  started.push(child)
  return child
}

async function firstWords(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The process has no stdout.')
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return said.toString().trim()
}

async function innocent(): Promise<number> {
  const child = run(['-e', 'console.log("up"); setInterval(() => {}, 60_000)'])
  await firstWords(child)
  return child.pid ?? 0
}

/** The number of a process that has been and gone. */
async function deadPid(): Promise<number> {
  const child = run(['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

function writePage(name: string, owner: object, servers: readonly object[]): void {
  writeFileSync(join(folder, name), JSON.stringify({ owner, servers }))
}

/** A program of its own that starts a server as Patchbay does, and then waits. */
async function buildOwner(pages: string): Promise<string> {
  const source = join(folder, 'owner.ts')
  const from = (path: string): string => JSON.stringify(resolve('src/core/process', path))
  const definition = {
    id: 'deaf',
    name: 'deaf',
    scope: 'user',
    transport: 'stdio',
    command: process.execPath,
    args: [FAULTS, 'ignoreterm'],
    env: RUN_AS_NODE
  }
  writeFileSync(
    source,
    `import { OrphanLedger } from ${from('orphan-ledger.ts')}
     import { ServerProcess } from ${from('server-process.ts')}
     const ledger = new OrphanLedger(${JSON.stringify(pages)})
     const server = await ServerProcess.start(${JSON.stringify(definition)}, ledger)
     console.log(server.pid)
     setInterval(() => {}, 60_000)`
  )
  const outDir = join(folder, 'built')
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { ssr: source, outDir, emptyOutDir: true }
  })
  return join(outDir, readdirSync(outDir).find((name) => name.startsWith('owner')) ?? '')
}

describe.runIf(process.platform === 'linux')('the ledger on Linux', () => {
  it('ends the server that outlived a killed owner', async () => {
    const pages = join(folder, 'pages')
    const owner = run([await buildOwner(pages)])
    const pid = Number(await firstWords(owner))
    const exited = once(owner, 'exit')
    owner.kill('SIGKILL')
    await exited
    expect(isAlive(pid)).toBe(true)

    const reaped = await new OrphanLedger(pages).reap()
    expect(reaped).toEqual([{ pid, command: process.execPath }])
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false)
    expect(readdirSync(pages)).toEqual([])
  })

  it('leaves alone a process that has the number of one that ended', async () => {
    const pid = await innocent()
    const owner = { pid: await deadPid(), startedAt: 'boot 1' }
    const program = process.execPath
    const entry = { pid, program, mark: randomUUID(), command: 'node' }
    writePage('999-1.json', owner, [
      { ...entry, startedAt: 'boot 2' },
      { ...entry, startedAt: startTimeOf(pid), program: '/another/program' },
      entry
    ])
    expect(await new OrphanLedger(folder).reap()).toEqual([])
    expect({ isAlive: isAlive(pid), pages: readdirSync(folder) }).toEqual({
      isAlive: true,
      pages: []
    })
  })

  it('takes an owner for gone when another process has its number', async () => {
    const pid = await innocent()
    const mark = randomUUID()
    const marked = run(['-e', 'console.log("up"); setInterval(() => {}, 60_000)'], {
      PATCHBAY_SERVER: mark
    })
    await firstWords(marked)
    const exited = once(marked, 'exit')
    const gone = { pid: await deadPid(), mark, command: 'escaped' }
    writePage('999-1.json', { pid, startedAt: 'boot 1' }, [gone])
    expect(await new OrphanLedger(folder).reap()).toEqual([{ pid: marked.pid, command: 'escaped' }])
    expect(await exited).toEqual([null, 'SIGKILL'])
    expect(isAlive(pid)).toBe(true)
  })

  it('does not touch what belongs to an owner that still runs', async () => {
    const pid = await innocent()
    const server = await innocent()
    const entry = { pid: server, startedAt: startTimeOf(server), program: process.execPath }
    writePage('999-1.json', { pid, startedAt: startTimeOf(pid) }, [
      { ...entry, mark: randomUUID(), command: 'node' }
    ])
    expect(await new OrphanLedger(folder).reap()).toEqual([])
    expect({ isAlive: isAlive(server), pages: readdirSync(folder) }).toEqual({
      isAlive: true,
      pages: ['999-1.json']
    })
  })
})

describe('the ledger', () => {
  it('has a page while servers run, and none when the last has ended', () => {
    const ledger = new OrphanLedger(folder)
    const [first, second] = [randomUUID(), randomUUID()]
    ledger.started(first, process.pid, 'one')
    ledger.started(second, process.pid, 'two')
    ledger.ended(first)
    const [name = '', ...others] = readdirSync(folder)
    expect(others).toEqual([])
    expect(JSON.parse(readFileSync(join(folder, name), 'utf8'))).toMatchObject({
      owner: { pid: process.pid },
      servers: [{ mark: second, pid: process.pid, command: 'two' }]
    })
    ledger.ended(second)
    expect(readdirSync(folder)).toEqual([])
  })

  it('moves damaged pages aside and goes on with the others', async () => {
    writeFileSync(join(folder, '1-1.json'), '{"owner":')
    writePage('1-2.json', { pid: 1 }, [{ pid: -1, mark: randomUUID(), command: 'everything' }])
    writePage('1-3.json', { pid: await deadPid() }, [])
    writeFileSync(join(folder, 'notes.txt'), 'not a page')
    const problems: string[] = []
    expect(await new OrphanLedger(folder, (problem) => problems.push(problem)).reap()).toEqual([])
    expect(readdirSync(folder).sort()).toEqual([
      '1-1.json.damaged',
      '1-2.json.damaged',
      'notes.txt'
    ])
    expect(problems).toEqual([])
  })

  it('says once that it cannot write, and stops nobody', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const problems: string[] = []
    const ledger = new OrphanLedger(join(file, 'pages'), (problem) => problems.push(problem))
    const mark = randomUUID()
    ledger.started(mark, process.pid, 'one')
    ledger.started(randomUUID(), process.pid, 'two')
    ledger.ended(mark)
    expect(await ledger.reap()).toEqual([])
    expect(problems).toEqual([expect.stringMatching(/^Servers that outlive Patchbay .*ENOTDIR/)])
  })
})
