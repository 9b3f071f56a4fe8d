// Six servers that try to bring the app down, beside twelve that are in use. Fails if a call of these
// fails, or one of those is not named.
import { failAndExit, SetUpError } from '../scripts/report.mjs'
import { THIS } from './builds.mjs'
import { Figures } from './figures.mjs'
import { SOAK } from './goals.mjs'
import { publishFigures } from './publish.mjs'
import { badServers, goodServers, NAMED, startHttpFlood } from './soak/servers.mjs'
import { Soak } from './soak/soak.mjs'
import { onDisplay } from './window/app.mjs'
import { say } from './window/measuring.mjs'

const WHOLE_MINUTES = 10
const MINUTES = Number(process.argv[2] ?? WHOLE_MINUTES)
const GOOD = 12
const CALL_PAUSE_MS = 250
const LOOK_MS = 1_000
const MINUTE_MS = 60_000
/** Of the whole time, how much is quiet. */
const QUIET_PART = 0.1

const program = { command: process.execPath, env: {} }

async function measure({ launchPatchbay }) {
  const httpFlood = await startHttpFlood(program)
  const good = goodServers(GOOD, program)
  const bad = badServers(program, httpFlood.url)
  const app = await launchPatchbay({ ...good, ...bad })
  try {
    const window = await app.firstWindow()
    await window.getByRole('navigation', { name: 'Servers' }).waitFor()
    const soak = await Soak.begin(app, window)
    await soak.open(Object.keys(good))
    await soak.startCalls(Object.keys(good), CALL_PAUSE_MS)

    const quietMs = MINUTES * MINUTE_MS * QUIET_PART
    const quiet = await watch(soak, quietMs, () => undefined)
    void soak.open(Object.keys(bad))
    const loud = await watch(soak, MINUTES * MINUTE_MS - quietMs, () => soak.tend())
    await soak.stopCalls()
    return figuresOf(soak, quiet, loud)
  } finally {
    await app.close()
    httpFlood.stop()
  }
}

/** Calls that ended, and the memory of main, over so much time. */
async function watch(soak, ms, look) {
  const endsAt = performance.now() + ms
  const seen = { times: [], failures: [], memory: [await soak.memory()] }
  await soak.takeCalls()
  while (performance.now() < endsAt) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    await look()
    seen.memory.push(await soak.memory())
  }
  return { ...seen, ...(await soak.takeCalls()) }
}

function figuresOf(soak, quiet, loud) {
  const figures = new Figures()
  const note = (title, goal, value) => figures.note(THIS, title, SOAK[goal], value)
  const before = quiet.memory.at(-1)
  note('memory of main, growth at most', 'memory', Math.max(...loud.memory) - before)
  note('memory of main, growth in the end', 'left', loud.memory.at(-1) - before)
  note('calls of the good ones', 'calls', quiet.times.length + loud.times.length)
  note('calls that failed', 'failed', quiet.failures.length + loud.failures.length)
  for (const [what, { times }] of Object.entries({ quiet, 'beside the bad': loud })) {
    note(`median of their calls, ${what}`, 'time', at(times, 0.5))
    note(`p95 of their calls, ${what}`, 'time', at(times, 0.95))
  }
  note('p95 beside the bad, in multiples', 'slower', at(loud.times, 0.95) / at(quiet.times, 0.95))
  note('bad servers that were not named', 'unnamed', Object.keys(NAMED).length - soak.named.size)
  for (const name of Object.keys(NAMED)) say(name, soak.named.get(name) ?? 'was not named')
  return figures
}

function at(times, part) {
  if (times.length === 0) throw new SetUpError('Not one call was answered.')
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)]
}

async function main() {
  const figures = await onDisplay(measure)
  const how = `${GOOD} good and ${Object.keys(NAMED).length} bad servers, ${MINUTES} min`
  const isWritten = MINUTES === WHOLE_MINUTES
  await publishFigures('soak', how, figures, { builds: [THIS], isWritten })
}

main().catch(failAndExit)
