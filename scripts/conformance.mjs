// Runs the official conformance suite against our core: every scored client scenario of both eras that
// does not need OAuth, as the suite itself lists them.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, temporaryFolder } from './bundle.mjs'
import { cachePackages } from './cached-packages.mjs'
import { provideNode } from './node-runtime.mjs'
import { nodeEnvironment, run } from './project.mjs'
import { say } from './report.mjs'

const REVISIONS = ['2025-11-25', '2026-07-28']
const NEEDS_OAUTH = /^auth\//
const AT_ONCE = 2
const CLIENT_LIMIT_MS = 30_000
const SCENARIO_LIMIT_MS = 60_000

/** Resolves with what `runConformance` needs. */
export async function setUpConformance(runtime) {
  const node = await provideNode()
  const folder = await cachePackages('e2e/conformance/suite')
  return { runtime, node, suite: join(folder, 'node_modules/@modelcontextprotocol/conformance') }
}

export async function runConformance({ runtime, node, suite }) {
  const client = await bundle('e2e/conformance/client.ts')
  // The suite splits this at spaces and hands the parts to a shell, which puts them together again.
  const command = `"${runtime.executable}" "${client}"`
  const results = temporaryFolder()
  const waiting = REVISIONS.flatMap((revision) => scenariosOf(suite, revision))
  const total = { passed: 0, failed: 0 }
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const holds = await runScenario({ node, suite, command, results, ...next })
      if (holds) total.passed++
      else total.failed++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return total
}

function scenariosOf(suite, revision) {
  const text = readFileSync(join(suite, 'requirements', `${revision}.yaml`), 'utf8')
  const scored = scoredClientScenarios(text)
  const ours = scored.filter((name) => !NEEDS_OAUTH.test(name))
  if (ours.length === 0) throw new Error(`The suite lists no client scenarios for ${revision}.`)
  say('conformance', `${revision}: ${ours.length} of ${scored.length} do not need OAuth`)
  return ours.map((scenario) => ({ revision, scenario }))
}

/** The names under `client:`, which is what a revision requires of clients. */
export function scoredClientScenarios(yaml) {
  const section = /^client:[^\n]*\n((?:(?:[ \t]+[^\n]*|#[^\n]*)?\n)*)/m.exec(yaml)?.[1] ?? ''
  return [...section.matchAll(/^\s*-\s+([^\s#]+)/gm)].map(([, name]) => name)
}

/** Runs one scenario in the way in which the suite runs a whole revision, and says how it went. */
async function runScenario({ node, suite, command, results, revision, scenario }) {
  const folder = join(results, revision, scenario)
  mkdirSync(folder, { recursive: true })
  const { code, output } = await run(
    node,
    [
      join(suite, 'dist', 'index.js'),
      ...['client', '--command', command, '--scenario', scenario, '--spec-version', revision],
      ...['--force', '--timeout', String(CLIENT_LIMIT_MS), '--output-dir', folder]
    ],
    { env: nodeEnvironment({ NODE_OPTIONS: '', NO_COLOR: '1' }), limitMs: SCENARIO_LIMIT_MS }
  )
  const { passed, failed } = countChecks(readChecks(folder))
  const holds = code === 0 && passed > 0 && failed === 0
  const counts = `checks: ${passed} passed, ${failed} failed`
  say('conformance', `${holds ? 'ok    ' : 'FAILED'} ${revision} ${scenario}, ${counts}`)
  if (!holds) process.stdout.write(`${output.trim()}\n\n`)
  return holds
}

/** A warning is something that ought to be otherwise; the suite lets no scenario pass with one. */
export function countChecks(checks) {
  const count = (...kinds) => checks.filter(({ status }) => kinds.includes(status)).length
  return { passed: count('SUCCESS'), failed: count('FAILURE', 'WARNING') }
}

/** None when the suite ended before it could write them. */
function readChecks(folder) {
  const files = readdirSync(folder).map((name) => join(folder, name, 'checks.json'))
  const file = files.find((each) => existsSync(each))
  return file ? JSON.parse(readFileSync(file, 'utf8')) : []
}
