// The test runners: each runs to its end, shows what failed, and says how many passed and failed.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, inProject, nodeEnvironment, plainOutput, run, runTool } from './project.mjs'

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
  return countsFrom(report, code, (result) => ({
    passed: result.numPassedTests,
    // A test that did not run has not passed.
    failed: result.numTotalTests - result.numPassedTests + failedFiles(result)
  }))
}

function failedFiles({ testResults }) {
  return testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0
  ).length
}

export async function runEndToEndTests(runtime, display, args = []) {
  const report = join(cacheFolder, 'e2e.json')
  rmSync(report, { force: true })
  const { code } = await runTool('@playwright/test/cli.js', ['test', ...args], {
    env: {
      ...process.env,
      ...display.env,
      PATCHBAY_ELECTRON: runtime.executable,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      ...plainOutput()
    },
    show: true
  })
  return countsFrom(report, code, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length
  }))
}

/** A runner that ends badly without naming a failed test has failed all the same. */
function countsFrom(report, code, count) {
  let counts
  try {
    counts = count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    counts = { passed: 0, failed: 0 } // it ended before it could write a report
  }
  if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1 }
  return counts
}
