// Runs the official conformance suite against our core: every scored client scenario of both eras, as
// the suite itself lists them, those that it does not score, and the sign-in of 2025-03-26.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bundle, temporaryFolder } from './bundle.mjs'
import { cachePackages } from './cached-packages.mjs'
import { provideNode } from './node-runtime.mjs'
import { nodeEnvironment, run } from './project.mjs'
import { say } from './report.mjs'

const REVISIONS = ['2025-11-25', '2026-07-28']
/** Of a revision that the suite has no list for. */
const OLDER = [
  { revision: '2025-03-26', scenario: 'auth/2025-03-26-oauth-metadata-backcompat' },
  { revision: '2025-03-26', scenario: 'auth/2025-03-26-oauth-endpoint-fallback' }
]
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
  const waiting = [...OLDER, ...REVISIONS.flatMap((revision) => scenariosOf(suite, revision))]
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
  if (scored.length === 0) throw new Error(`The suite lists no client scenarios for ${revision}.`)
  const extra = unscoredScenarios(text)
  say('conformance', `${revision}: ${scored.length} scored, ${extra.length} not`)
  return [...scored, ...extra].map((scenario) => ({ revision, scenario }))
}

/** The client scenarios that are not scored: what they are about is optional, or they are new. */
export function unscoredScenarios(yaml) {
  const [, section = ''] = /^not_scored:[^\n]*\n([\s\S]*)/m.exec(yaml) ?? []
  const entry = /-\s+scenario:\s*(\S+)\n\s+leg:\s*client\b/g
  return [...section.matchAll(entry)].map(([, name]) => name)
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
  const names = readdirSync(folder, { recursive: true })
  const name = names.find((each) => basename(each) === 'checks.json')
  return name ? JSON.parse(readFileSync(join(folder, name), 'utf8')) : []
}
