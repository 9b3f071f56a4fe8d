import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { fakeClock } from '../time/fake-clock'
import { serverScript, SERVER, temporaryFolder, watched, write } from './watch-testing'
import { WatchedRestart } from './watched-restart'

vi.setConfig({ testTimeout: 60_000 })

async function opened() {
  const script = join(temporaryFolder(), 'server.mjs')
  write(script, serverScript(['one']))
  const { workbench } = watched(script)
  await workbench.open(SERVER)
  const clock = fakeClock()
  const restarts = new WatchedRestart({
    serverId: SERVER,
    clock,
    workbench,
    rerun: async () => undefined,
    onChange: () => {}
  })
  const change = async (): Promise<void> => {
    restarts.changed('server.log.txt')
    await vi.waitFor(() => expect(restarts.last?.phase).not.toBe('restarting'), 30_000)
  }
  return { workbench, clock, restarts, change }
}

describe('restarts after a change', () => {
  it('leave a server alone that the person has closed', async () => {
    const { workbench, restarts, change } = await opened()
    await workbench.close(SERVER)
    await change()
    expect(restarts.last).toBeUndefined()
    expect(workbench.report(SERVER).state.phase).toBe('idle')
  })

  it('end when the server itself makes the changes, and begin again when that is over', async () => {
    const { workbench, clock, restarts, change } = await opened()
    const pidOf = (): unknown => (workbench.report(SERVER).state as { pid?: number }).pid
    for (let count = 0; count < 8; count += 1) await change()
    const before = pidOf()
    await change()
    expect(restarts.failure).toMatch(/^server\.log\.txt changes again and again/)
    expect(pidOf()).toBe(before)
    clock.pass(19_999)
    expect(restarts.failure).toBeDefined()
    clock.pass(1)
    await vi.waitFor(() => expect(restarts.last?.phase).not.toBe('restarting'), 30_000)
    expect(restarts.failure).toBeUndefined()
    expect(pidOf()).not.toBe(before)
    await change()
    expect(restarts.failure).toBeDefined()
    clock.pass(60_000)
    await vi.waitFor(() => expect(restarts.last?.phase).not.toBe('restarting'), 30_000)
    clock.pass(20_000)
    for (let count = 0; count < 8; count += 1) await change()
    expect(restarts.failure).toBeUndefined()
  })

  it('do not come after all once nothing is watched', async () => {
    const { workbench, clock, restarts, change } = await opened()
    for (let count = 0; count < 9; count += 1) await change()
    const { state } = workbench.report(SERVER)
    restarts.stop()
    clock.pass(20_000)
    expect([clock.timers.size, workbench.report(SERVER).state]).toEqual([0, state])
  })
})
