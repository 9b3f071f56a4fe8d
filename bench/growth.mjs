// Many calls of good servers: what main keeps of them has a bound, so its heap stops growing.
import { report } from '../scripts/report.mjs'
import { Bounds } from './flood/bounds.mjs'
import { goodServers } from './soak/servers.mjs'
import { Soak } from './soak/soak.mjs'
import { onDisplay } from './window/app.mjs'
import { say } from './window/measuring.mjs'

const CALLS = Number(process.argv[2] ?? 100_000)
const STEPS = 10
const SERVERS = 8
const LOOK_MS = 500
/** The most that the heap may grow for each thousand calls in the last steps. */
const GROWTH_MB = 0.1
const LAST_STEPS = 3

async function measure({ launchPatchbay }) {
  const good = goodServers(SERVERS, { command: process.execPath, env: {} })
  const app = await launchPatchbay(good)
  try {
    const window = await app.firstWindow()
    await window.getByRole('navigation', { name: 'Servers' }).waitFor()
    const soak = await Soak.begin(app, window)
    await soak.open(Object.keys(good))
    const looks = [await look(app, soak, 0)]
    await soak.startCalls(Object.keys(good), 0)
    for (let calls = 0; looks.length <= STEPS;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      calls += (await soak.takeCalls()).times.length
      if (calls >= (CALLS / STEPS) * looks.length) looks.push(await look(app, soak, calls))
    }
    await soak.stopCalls()
    const [from, to] = [looks.at(-1 - LAST_STEPS), looks.at(-1)]
    const growth = ((to.heap - from.heap) / (to.calls - from.calls)) * 1_000
    const bounds = new Bounds()
    bounds.below('growth of the heap by 1,000 calls, in the end', growth, GROWTH_MB, 'MB')
    bounds.check()
  } finally {
    await app.close()
  }
}

/** What main holds once its garbage is gone, in megabytes. */
async function look(app, soak, calls) {
  const heap = await app.evaluate(() => {
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc')
    process.getBuiltinModule('node:vm').runInNewContext('gc')()
    return process.memoryUsage().heapUsed / 1024 ** 2
  })
  const memory = await soak.memory()
  say(`${calls} calls`, `heap ${heap.toFixed(1)} MB, all of main ${memory.toFixed(0)} MB`)
  return { calls, heap }
}

onDisplay(measure).catch((error) => {
  report(error)
  process.exitCode = 1
})
