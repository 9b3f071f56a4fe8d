import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bundle } from '../channel/bundle-testing'
import type { Loss } from '../disk/state-file'
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

function writePage(name: string, owner: object, servers: readonly unknown[]): void {
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
    `import type { Loss } from '../disk/state-file'
import { OrphanLedger } from ${from('orphan-ledger.ts')}
     import { ServerProcess } from ${from('server-process.ts')}
     const ledger = new OrphanLedger(${JSON.stringify(pages)})
     const server = await ServerProcess.start(${JSON.stringify(definition)}, ledger)
     console.log(server.pid)
     setInterval(() => {}, 60_000)`
  )
  return bundle(source, join(folder, 'built'))
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

  it('ends the servers that a page still names, though others on it are damaged', async () => {
    const mark = randomUUID()
    const marked = run(['-e', 'console.log("up"); setInterval(() => {}, 60_000)'], {
      PATCHBAY_SERVER: mark
    })
    await firstWords(marked)
    const exited = once(marked, 'exit')
    const bystander = await innocent()
    writePage('999-1.json', { pid: await deadPid(), startedAt: 'boot 1' }, [
      { pid: -1, mark: randomUUID(), command: 'everything' },
      { pid: bystander, startedAt: startTimeOf(bystander), program: process.execPath },
      'words',
      { pid: await deadPid(), mark, command: 'escaped' }
    ])
    const problems: string[] = []
    const ledger = new OrphanLedger(folder, { onLoss: ({ message }) => problems.push(message) })
    expect(await ledger.reap()).toEqual([{ pid: marked.pid, command: 'escaped' }])
    expect(await exited).toEqual([null, 'SIGKILL'])
    expect({ isAlive: isAlive(bystander), pages: readdirSync(folder) }).toEqual({
      isAlive: true,
      pages: ['999-1.json.damaged']
    })
    expect(problems).toEqual([expect.stringContaining('3 of its 4 servers')])
  })

  it('does not end a server of an owner that runs, whatever another page says', async () => {
    const owner = await innocent()
    const mark = randomUUID()
    const marked = run(['-e', 'console.log("up"); setInterval(() => {}, 60_000)'], {
      PATCHBAY_SERVER: mark
    })
    await firstWords(marked)
    const server = { pid: marked.pid, mark, command: 'node' }
    const known = { startedAt: startTimeOf(marked.pid ?? 0), program: process.execPath }
    writePage('998-1.json', { pid: await deadPid() }, [{ ...server, ...known }])
    writePage('999-1.json', { pid: owner, startedAt: startTimeOf(owner) }, [server])
    expect(await new OrphanLedger(folder).reap()).toEqual([])
    expect(isAlive(marked.pid ?? 0)).toBe(true)
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

  it('moves damaged pages aside, says so, and goes on with the others', async () => {
    writeFileSync(join(folder, '1-1.json'), '{"owner":')
    writePage('1-2.json', { pid: 1.5 }, [])
    writePage('1-3.json', { pid: await deadPid() }, [])
    writeFileSync(join(folder, '1-4.json'), '')
    writeFileSync(join(folder, '1-4.json.damaged'), 'from an earlier start')
    mkdirSync(join(folder, '1-5.json', 'inside'), { recursive: true })
    writeFileSync(join(folder, '1-6.json'), 'null')
    writeFileSync(join(folder, '1-7.json'), Buffer.from([0xff, 0xfe, 0x00]))
    mkdirSync(join(folder, '1-8.json.new'))
    writeFileSync(join(folder, 'notes.txt'), 'not a page')
    const losses: Loss[] = []
    const ledger = new OrphanLedger(folder, { onLoss: (loss) => losses.push(loss) })
    expect(await ledger.reap()).toEqual([])
    expect(readdirSync(folder).sort()).toEqual([
      '1-1.json.damaged',
      '1-2.json.damaged',
      '1-4.json.damaged',
      '1-4.json.damaged-2',
      '1-5.json.damaged',
      '1-6.json.damaged',
      '1-7.json.damaged',
      '1-8.json.new.damaged',
      'notes.txt'
    ])
    expect(readFileSync(join(folder, '1-4.json.damaged'), 'utf8')).toBe('from an earlier start')
    const first = losses.find(({ path }) => path === join(folder, '1-1.json.damaged'))
    expect(first?.message).toMatch(
      /^1-1\.json, a list of running servers, cannot be read: .*It was kept as 1-1\.json\.damaged, and servers that it names may still be running\.$/
    )
    expect(losses).toHaveLength(7)
  })

  it.runIf(process.platform !== 'win32')('does not wait for what is no file', async () => {
    execFileSync('mkfifo', [join(folder, '1-1.json')])
    expect(await new OrphanLedger(folder).reap()).toEqual([])
    expect(readdirSync(folder)).toEqual(['1-1.json.damaged'])
  })

  it('says once that it cannot write, and stops nobody', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const problems: string[] = []
    const ledger = new OrphanLedger(join(file, 'pages'), {
      onFault: (fault) => problems.push(fault)
    })
    const mark = randomUUID()
    ledger.started(mark, process.pid, 'one')
    ledger.started(randomUUID(), process.pid, 'two')
    ledger.ended(mark)
    expect(await ledger.reap()).toEqual([])
    expect(problems).toEqual([expect.stringMatching(/^Servers that outlive Patchbay .*ENOTDIR/)])
  })
})
