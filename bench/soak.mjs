// Six servers that try to bring the app down, beside twelve that are in use. Fails if they get anywhere.
import { report, SetUpError } from '../scripts/report.mjs'
import { Bounds } from './flood/bounds.mjs'
import { badServers, goodServers, NAMED, startHttpFlood } from './soak/servers.mjs'
import { Soak } from './soak/soak.mjs'
import { onDisplay } from './window/app.mjs'
import { ratio, say } from './window/measuring.mjs'

const MINUTES = Number(process.argv[2] ?? 10)
const GOOD = 12
const GROWTH_MB = 400
const SLOWER = 3
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
    tell(soak, quiet, loud)
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

function tell(soak, quiet, loud) {
  const bounds = new Bounds()
  const before = quiet.memory.at(-1)
  const growth = Math.max(...loud.memory) - before
  const left = loud.memory.at(-1) - before
  const slower = p95(loud.times) / p95(quiet.times)
  say(`${GOOD} good and ${Object.keys(NAMED).length} bad servers for`, `${MINUTES} min`)
  say('memory of main, before', `${before.toFixed(0)} MB`)
  say('its growth', `at most ${growth.toFixed(0)} MB, in the end ${left.toFixed(0)} MB`)
  say('calls of the good ones, quiet', `${quiet.times.length}, ${figures(quiet.times)}`)
  say('calls of the good ones, beside the bad', `${loud.times.length}, ${figures(loud.times)}`)
  say('p95 beside the bad', `${ratio(p95(loud.times), p95(quiet.times))} quiet`)
  say('calls that failed', String(quiet.failures.length + loud.failures.length))
  for (const name of Object.keys(NAMED)) say(name, soak.named.get(name) ?? 'was not named')
  bounds.below('growth of main', growth, GROWTH_MB, 'MB')
  bounds.atMost('p95 of calls', slower, SLOWER, 'x')
  bounds.atMost('calls that failed', loud.failures.length, 0, '')
  bounds.atMost('servers not named', Object.keys(NAMED).length - soak.named.size, 0, '')
  bounds.check()
}

function figures(times) {
  return `median ${at(times, 0.5).toFixed(0)} ms, p95 ${p95(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`
}

function p95(times) {
  return at(times, 0.95)
}

function at(times, part) {
  if (times.length === 0) throw new SetUpError('Not one call was answered.')
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)]
}

onDisplay(measure).catch((error) => {
  report(error)
  process.exitCode = 1
})
