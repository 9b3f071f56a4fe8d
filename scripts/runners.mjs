// The test runners: each runs to its end, shows what failed, and says how many passed and failed.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, inProject, nodeEnvironment, plainOutput, run, runTool } from './project.mjs'
import { say } from './report.mjs'

/** Unit tests run on Electron's own Node, so that what they prove holds for the app. */
export async function runUnitTests(runtime, args = []) {
  const report = join(cacheFolder, 'unit.json')
  rmSync(report, { force: true })
  const { code } = await run(
    runtime.executable,
    [
      inProject('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args
    ],
    {
      env: nodeEnvironment({ ...plainOutput(), PATCHBAY_ELECTRON: runtime.executable }),
      show: true
    }
  )
  return countsFrom(readReport(report), code, unitCounts)
}

/** A test that did not run has not passed, and neither has a file that could not be loaded. */
export function unitCounts({ numTotalTests, numPassedTests, testResults }) {
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0
  )
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests + brokenFiles.length }
}

export async function runEndToEndTests(runtime, args = []) {
  const report = join(cacheFolder, 'e2e.json')
  rmSync(report, { force: true })
  const { code } = await runTool('@playwright/test/cli.js', ['test', ...args], {
    env: {
      ...process.env,
      PATCHBAY_ELECTRON: runtime.executable,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      ...plainOutput()
    },
    show: true
  })
  const found = readReport(report)
  for (const { title, trace } of found === undefined ? [] : flakyTests(found)) {
    say('flaky', `${title}\n${' '.repeat(17)}trace of the failed try: ${trace}`)
  }
  return countsFrom(found, code, endToEndCounts)
}

/** A test that was skipped has not passed. One that passed at the second try has, and is named. */
export function endToEndCounts({ stats, errors }) {
  const { expected, unexpected, flaky, skipped } = stats
  return { passed: expected + flaky, failed: unexpected + skipped + errors.length }
}

/** The tests that failed first and then passed, each with the trace of its failed try. */
export function flakyTests({ suites }) {
  const found = []
  const walk = ({ suites: inner = [], specs = [] }) => {
    inner.forEach(walk)
    for (const { file, title, tests } of specs) {
      for (const { status, results } of tests) {
        if (status !== 'flaky') continue
        const attachments = results.flatMap((result) => result.attachments)
        const trace = attachments.find(({ name }) => name === 'trace')?.path ?? 'none'
        found.push({ title: `${file} › ${title}`, trace })
      }
    }
  }
  suites.forEach(walk)
  return found
}

/** Undefined when the runner ended before it could write one. */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** A runner that ends badly without naming a failed test has failed all the same. */
export function countsFrom(report, code, count) {
  const counts = report === undefined ? { passed: 0, failed: 0 } : count(report)
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}
