// npm test: sets up what is missing, then checks, tests, builds and tests the app in real Electron.
// npm run unit, npm run e2e: one runner only, with the arguments it is given.
// npm run conformance, npm run test:real: one runner only; the latter with all real servers.
// npm run test:kills: only what is killed, a hundred times.
import { checks, runCheck } from './checks.mjs'
import { runConformance, setUpConformance } from './conformance.mjs'
import { inProject, run } from './project.mjs'
import { runRealServers, setUpRealServers } from './real-servers.mjs'
import { duration, report, say, step } from './report.mjs'
import { runEndToEndTests, runUnitTests } from './runners.mjs'
import { buildIfNeeded, sayHowItRuns, setUp } from './set-up.mjs'

const [named, ...given] = process.argv.slice(2)
const isKills = named === 'kills'
const only = isKills ? 'e2e' : named
const args = isKills ? ['e2e/kills.spec.ts'] : given
if (isKills) process.env.PATCHBAY_KILLS = '100'
const started = performance.now()
const total = { passed: 0, failed: 0 }

async function test() {
  const runtime = await setUp({ needsVirtualDisplay: wants('e2e') })
  if (wants('e2e')) sayHowItRuns(runtime)
  const add = ({ passed, failed }) => {
    total.passed += passed
    total.failed += failed
  }

  if (only === undefined) {
    // Each of them uses one core only.
    for (const holds of await Promise.all(checks.map(runCheck))) add(asCounts(holds))
  }
  if (wants('unit')) add(await timed('unit tests', () => runUnitTests(runtime, args)))
  if (wants('conformance')) add(await attempted(() => testConformance(runtime)))
  if (wants('real')) add(await attempted(() => testRealServers(runtime)))
  if (wants('e2e')) {
    const isBuilt = await tryToBuild()
    if (!isBuilt || only === undefined) add(asCounts(isBuilt))
    if (isBuilt) {
      add(await timed('end to end', () => runEndToEndTests(runtime, args)))
      if (only === undefined) await reportSpeed(runtime)
    }
  }
}

function wants(runner) {
  return only === undefined || only === runner
}

async function testConformance(runtime) {
  const ready = await setUpConformance(runtime)
  return timed('conformance', () => runConformance(ready))
}

async function testRealServers(runtime) {
  const ready = await setUpRealServers(runtime, { isWhole: only === 'real' })
  return timed('real servers', () => runRealServers(ready))
}

/** Only reports: on a machine that does other things as well, a figure proves nothing. */
async function reportSpeed(runtime) {
  const env = { ...process.env, PATCHBAY_ELECTRON: runtime.executable }
  const limitMs = 60_000
  await run(process.execPath, [inProject('bench', 'bench.mjs'), '--short'], {
    env,
    show: true,
    limitMs
  })
}

/** Whatever happens, the last line says how it went. */
function conclude() {
  say('total', duration(performance.now() - started))
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
}

function asCounts(holds) {
  return holds ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** What cannot be set up here has failed, and the rest is tested all the same. */
async function attempted(work) {
  try {
    return await work()
  } catch (error) {
    report(error)
    return asCounts(false)
  }
}

async function timed(name, work) {
  let counts
  await step(name, async () => {
    counts = await work()
    return `${counts.passed} passed, ${counts.failed} failed`
  })
  return counts
}

async function tryToBuild() {
  try {
    await buildIfNeeded()
    return true
  } catch (error) {
    process.stdout.write(`${error.message}\n\n`)
    return false
  }
}

test()
  .catch((error) => {
    total.failed++
    report(error)
  })
  .then(conclude)
