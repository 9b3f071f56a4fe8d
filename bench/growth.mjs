// Many calls of good servers: what main keeps of them has a bound, so its heap stops growing.
import { failAndExit } from '../scripts/report.mjs'
import { THIS } from './builds.mjs'
import { Figures } from './figures.mjs'
import { GROWTH } from './goals.mjs'
import { publishFigures } from './publish.mjs'
import { goodServers } from './soak/servers.mjs'
import { Soak } from './soak/soak.mjs'
import { onDisplay } from './window/app.mjs'

const WHOLE_CALLS = 100_000
const CALLS = Number(process.argv[2] ?? WHOLE_CALLS)
const STEPS = 10
const SERVERS = 8
const LOOK_MS = 500
const LAST_STEPS = 3

async function measure({ launchPatchbay }) {
  const good = goodServers(SERVERS, { command: process.execPath, env: {} })
  const app = await launchPatchbay(good)
  try {
    const window = await app.firstWindow()
    await window.getByRole('navigation', { name: 'Servers' }).waitFor()
    const soak = await Soak.begin(app, window)
    await soak.open(Object.keys(good))
    const figures = new Figures()
    const note = (title, goal, value) => figures.note(THIS, title, GROWTH[goal], value)
    const looks = [await look(app, soak, { calls: 0, step: 0 }, note)]
    await soak.startCalls(Object.keys(good), 0)
    for (let calls = 0; looks.length <= STEPS;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      calls += (await soak.takeCalls()).times.length
      const step = looks.length
      if (calls >= (CALLS / STEPS) * step) looks.push(await look(app, soak, { calls, step }, note))
    }
    await soak.stopCalls()
    const [from, to] = [looks.at(-1 - LAST_STEPS), looks.at(-1)]
    const growth = ((to.heap - from.heap) / (to.calls - from.calls)) * 1_000
    note('growth of the heap by 1,000 calls, in the end', 'growth', growth)
    return figures
  } finally {
    await app.close()
  }
}

/** What main holds once its garbage is gone, in megabytes. */
async function look(app, soak, { calls, step }, note) {
  const after = `${((CALLS / STEPS) * step).toLocaleString('en-GB')} calls`
  const heap = await app.evaluate(() => {
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc')
    process.getBuiltinModule('node:vm').runInNewContext('gc')()
    return process.memoryUsage().heapUsed / 1024 ** 2
  })
  const memory = await soak.memory()
  note(`heap of main without garbage, ${after}`, 'memory', heap)
  note(`all of main, ${after}`, 'memory', memory)
  return { calls, heap }
}

async function main() {
  const figures = await onDisplay(measure)
  const how = `${CALLS.toLocaleString('en-GB')} calls of ${SERVERS} servers`
  const isWritten = CALLS === WHOLE_CALLS
  await publishFigures('growth', how, figures, { builds: [THIS], isWritten })
}

main().catch(failAndExit)
