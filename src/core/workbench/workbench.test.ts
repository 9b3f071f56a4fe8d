import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/protocol/ids'
import type { StdioDefinition } from '../../shared/servers/server-config'
import { isAlive } from '../process/process-testing'
import { Workbench } from './workbench'
import { PLAIN_NETWORKS } from '../network/networks'

const FAULTS = join(import.meta.dirname, '../../../e2e/servers/faults.mjs')
const benches: Workbench[] = []

function server(name: string, mode = 'plain', argument?: string): StdioDefinition {
  return {
    id: ServerId.parse(name),
    name,
    scope: 'user',
    transport: 'stdio',
    command: process.execPath,
    args: [FAULTS, mode, ...(argument === undefined ? [] : [argument])],
    env: { ELECTRON_RUN_AS_NODE: '1' },
    settings: { maxRestarts: 0 }
  }
}

function workbench(...servers: readonly StdioDefinition[]): Workbench {
  const made = new Workbench({ networks: PLAIN_NETWORKS, servers, version: '0' })
  benches.push(made)
  return made
}

/** Of every process that was started, from the log. */
function pids(bench: Workbench): number[] {
  return bench.log
    .tail(100_000)
    .flatMap(({ text }) => /^Started, process (\d+)\.$/.exec(text ?? '')?.[1] ?? [])
    .map(Number)
}

afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.closeAll()
})

describe('many servers', () => {
  const slow = Array.from({ length: 6 }, (_, n) => server(`slow-${n}`, 'slowstart', '1500'))

  it('start a few at a time, each once, however often one is asked for', async () => {
    const bench = workbench(...slow, server('last'))
    const ids = [...slow.map(({ id }) => id), ServerId.parse('last')]
    await bench.openAll([...ids, ServerId.parse('last')])
    expect(bench.reports().map(({ state }) => state.phase)).toEqual(Array(7).fill('ready'))
    expect(pids(bench)).toHaveLength(7)
  })

  it('start after one another, but never for longer than three seconds', async () => {
    const stuck = Array.from({ length: 6 }, (_, n) => server(`stuck-${n}`, 'slowstart', '60000'))
    const bench = workbench(...stuck, server('last'))
    for (const { id } of stuck) void bench.open(id).catch(() => undefined)
    const last = bench.open(ServerId.parse('last'))
    await expect.poll(() => pids(bench).length, { timeout: 20_000 }).toBe(6)
    await last
    expect(bench.report(ServerId.parse('last')).state.phase).toBe('ready')
    bench.killAll()
  })

  it('do not start once they were closed while they stood in line', async () => {
    const bench = workbench(...slow, server('last'))
    const last = ServerId.parse('last')
    for (const { id } of slow) void bench.open(id).catch(() => undefined)
    const opening = bench.open(last).then(
      () => 'opened',
      () => 'refused'
    )
    await bench.close(last)
    expect(await opening).toBe('refused')
    expect(bench.report(last).state).toEqual({ phase: 'idle' })
    await bench.closeAll()
    const alive = pids(bench).filter(isAlive)
    expect([pids(bench).length <= 6, alive]).toEqual([true, []])
  })
})

const BAD_VERSION = `process.stdin.on('data', (line) => { for (const one of String(line).trim().split('\\n')) {
  const { id } = JSON.parse(one); if (id === undefined) continue
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: '1999-01-01' } })) } })`

const stubborn = {
  ...server('stubborn', 'badversion'),
  args: ['-e', `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); ${BAD_VERSION}`]
}

describe('a server that failed to open', () => {
  it('leaves no process, not even one that does not want to end', async () => {
    const bench = workbench(stubborn)
    await expect(bench.open(stubborn.id)).rejects.toThrow(/1999-01-01/)
    await expect(bench.open(stubborn.id)).rejects.toThrow(/1999-01-01/)
    await bench.closeAll()
    await expect.poll(() => pids(bench).filter(isAlive)).toEqual([])
    expect(pids(bench).length).toBeGreaterThanOrEqual(2)
  })

  it('does not begin again when it is closed while the process before it ends', async () => {
    const bench = workbench(stubborn)
    await expect(bench.open(stubborn.id)).rejects.toThrow(/1999-01-01/)
    const again = bench.open(stubborn.id).catch((error: Error) => error.message)
    await new Promise(setImmediate) // by now it waits for the end of what was before
    await bench.close(stubborn.id)
    expect(await again).toBe('stubborn was closed before it was open.')
    expect(pids(bench)).toHaveLength(1)
  })

  it('does not begin again when it may not any more once the process before it has ended', async () => {
    const begun: string[] = []
    const bench = new Workbench({
      networks: PLAIN_NETWORKS,
      version: '0',
      servers: {
        list: () => [stubborn],
        resolve: async () => stubborn,
        begin: ({ name }) => {
          if (begun.push(name) > 1) throw new Error('not trusted any more')
        }
      }
    })
    benches.push(bench)
    await expect(bench.open(stubborn.id)).rejects.toThrow(/1999-01-01/)
    await expect(bench.open(stubborn.id)).rejects.toThrow('not trusted any more')
    expect([begun.length, pids(bench).length]).toEqual([2, 1])
  })
})

describe('two who open the same server', () => {
  it('both get the lists they asked for', async () => {
    const bench = workbench(server('pages', 'pages'))
    const id = ServerId.parse('pages')
    const whole = bench.open(id)
    const { done } = await bench.startCall(id, 'echo', {})
    await Promise.all([whole, done])
    const { catalogue } = bench.report(id)
    expect([catalogue.tools.length, catalogue.prompts.length]).toEqual([6, 6])
  })
})

describe('a server that may not be started again', () => {
  it('goes on as it is when it is restarted', async () => {
    const definition = server('steady')
    let isAllowed = true
    const bench = new Workbench({
      networks: PLAIN_NETWORKS,
      version: '0',
      servers: {
        list: () => [definition],
        resolve: async () => {
          if (isAllowed) return definition
          throw new Error('not trusted any more')
        }
      }
    })
    await bench.open(definition.id)
    const [pid] = pids(bench)
    isAllowed = false
    await expect(bench.restart(definition.id)).rejects.toThrow('not trusted any more')
    expect(bench.report(definition.id).state).toMatchObject({ phase: 'ready', pid })
    await bench.closeAll()
  })
})

describe('a server that takes its time to end', () => {
  const [id, name] = [ServerId.parse('lingering'), 'lingering'] as const
  const LINGER = 'const { exit } = process; process.exit = (code) => setTimeout(exit, 600, code)'

  async function restarting() {
    const script = `${LINGER}; import(${JSON.stringify(FAULTS)})`
    const definition = { ...server(name), args: ['-e', script] }
    let isTrusted = true
    const bench = new Workbench({
      networks: PLAIN_NETWORKS,
      version: '0',
      servers: {
        list: () => [definition],
        resolve: async () => {
          if (isTrusted) return definition
          throw new Error('not trusted any more')
        }
      }
    })
    benches.push(bench)
    await bench.open(id)
    const restarted = bench.restart(id).then(
      () => 'restarted',
      (error: Error) => error.message
    )
    await expect.poll(() => bench.report(id).state.phase).toBe('closing')
    return { bench, restarted, revoke: () => (isTrusted = false) }
  }

  it('stays closed when it is closed while it is restarted', async () => {
    const { bench, restarted } = await restarting()
    await bench.close(id)
    expect(await restarted).toBe('lingering was closed before it was open.')
    expect([bench.report(id).state.phase, pids(bench).length]).toEqual(['idle', 1])
  })

  it('does not begin again when it is no longer trusted by then', async () => {
    const { bench, restarted, revoke } = await restarting()
    revoke()
    expect(await restarted).toBe('not trusted any more')
    expect(pids(bench)).toHaveLength(1)
  })

  it('is restarted once by two who want it', async () => {
    const { bench, restarted } = await restarting()
    await bench.restart(id)
    expect([await restarted, pids(bench).length]).toEqual(['restarted', 2])
  })
})
