/** The short form of `npm run soak`: the same servers, with shorter limits for those that misbehave. */
import { badServers, goodServers, NAMED, startHttpFlood } from '../bench/soak/servers.mjs'
import { Soak } from '../bench/soak/soak.mjs'
import { electronExecutable, expect, test } from './fixtures'

const GROWTH_MB = 400
const CALL_PAUSE_MS = 250
const LIMITS = { healthInterval: 1_000, timeouts: { hung: 3_000 } }

test('servers that try to bring the app down are named, and the others stay usable', async ({
  start
}) => {
  test.setTimeout(240_000)
  const program = { command: electronExecutable(), env: { ELECTRON_RUN_AS_NODE: '1' } }
  const httpFlood = await startHttpFlood(program)
  try {
    const good = goodServers(12, program)
    const bad = badServers(program, httpFlood.url, LIMITS)
    const { app, window } = await start({ ...good, ...bad })
    const soak = await Soak.begin(app, window)
    await soak.open(Object.keys(good))
    await soak.startCalls(Object.keys(good), CALL_PAUSE_MS)
    const before = await soak.memory()
    const opening = soak.open(Object.keys(bad))
    let most = before
    const named = async (): Promise<readonly string[]> => {
      await soak.tend()
      most = Math.max(most, await soak.memory())
      return [...soak.named.keys()].toSorted()
    }
    await expect
      .poll(named, { timeout: 180_000, intervals: [1_000] })
      .toEqual(Object.keys(NAMED).toSorted())

    // From here on all of them have done their worst, and calls are answered all the same.
    await soak.takeCalls()
    await expect.poll(() => soak.answeredServers(), { timeout: 60_000 }).toBe(12)
    const { failures } = await soak.takeCalls()
    expect(failures).toEqual([])
    expect(most - before).toBeLessThan(GROWTH_MB)
    await soak.stopCalls()
    await opening
  } finally {
    httpFlood.stop()
  }
})
