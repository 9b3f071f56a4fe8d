import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { endMarked, MARK_NAME, processesWithMark, startTimeOf } from './survivors'

vi.setConfig({ testTimeout: 60_000 })

const started: ChildProcess[] = []

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
})

/** A process with the given environment and nothing else, once it runs. */
async function sleeper(env: Record<string, string>, args: readonly string[] = []) {
  const source = 'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 60_000)'
  const child = spawn(process.execPath, ['-e', source, ...args], {
    env: { ELECTRON_RUN_AS_NODE: '1', ...env },
    stdio: ['ignore', 'pipe', 'ignore']
  })
  started.push(child)
  await once(child.stdout, 'data')
  return child
}

describe.runIf(process.platform === 'linux')('what carries a mark', () => {
  it('is found wherever it stands in the environment, and nothing else is', async () => {
    const [mark, other] = [randomUUID(), randomUUID()]
    const first = await sleeper({ [MARK_NAME]: mark })
    const last = await sleeper({ A: 'x'.repeat(100_000), B: '1', [MARK_NAME]: mark })
    await sleeper({ [MARK_NAME]: other })
    await sleeper({ [`NOT_${MARK_NAME}`]: mark }, [`${MARK_NAME}=${mark}`])
    const found = await processesWithMark(new Set([mark]))
    expect(found.map(({ pid }) => pid).sort()).toEqual([first.pid, last.pid].sort())
  })

  it('is found by each of many who look at the same time', async () => {
    const mark = randomUUID()
    const { pid } = await sleeper({ [MARK_NAME]: mark })
    const looks = Array.from({ length: 50 }, () => processesWithMark(new Set([mark])))
    for (const found of await Promise.all(looks)) expect(found).toMatchObject([{ pid, mark }])
  })

  it('is found by a look that began while another was under way', async () => {
    const mark = randomUUID()
    const { pid } = await sleeper({ [MARK_NAME]: mark })
    const busy = processesWithMark(new Set(['another mark']))
    expect(await processesWithMark(new Set([mark]))).toMatchObject([{ pid }])
    await busy
  })

  it('is ended, and what carries another mark is not', async () => {
    const [mark, other] = [randomUUID(), randomUUID()]
    const doomed = await sleeper({ [MARK_NAME]: mark })
    const spared = await sleeper({ [MARK_NAME]: other })
    const exited = once(doomed, 'exit')
    expect(await endMarked(new Set([mark]))).toMatchObject([{ pid: doomed.pid, mark }])
    expect(await exited).toEqual([null, 'SIGKILL'])
    expect(await processesWithMark(new Set([mark, other]))).toMatchObject([{ pid: spared.pid }])
  })
})

describe.runIf(process.platform === 'linux')('the start time of a process', () => {
  it('stays the same while it runs, and is gone when it has ended', async () => {
    const child = await sleeper({})
    const pid = child.pid ?? 0
    const before = startTimeOf(pid)
    expect(before).toMatch(/^[-0-9a-f]+ \d+$/)
    expect(startTimeOf(pid)).toBe(before)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(startTimeOf(pid)).toBeUndefined()
  })
})
