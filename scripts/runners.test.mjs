import { expect, it } from 'vitest'
import { countsFrom, endToEndCounts, flakyTests, unitCounts } from './runners.mjs'

it('counts unit tests that did not run, and files that did not load, as failed', () => {
  const file = (status, ...assertionResults) => ({ status, assertionResults })
  expect(
    unitCounts({
      numTotalTests: 5,
      numPassedTests: 3,
      testResults: [file('passed', {}), file('failed', {}), file('failed')]
    })
  ).toEqual({ passed: 3, failed: 3 })
})

it('counts skipped end-to-end tests as failed, and flaky ones as passed', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 1 }
  expect(endToEndCounts({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 3 })
})

it('names each flaky end-to-end test with the trace of its failed try', () => {
  const failed = { attachments: [{ name: 'trace', path: 'first/trace.zip' }] }
  const spec = (title, status) => ({
    file: 'calls.spec.ts',
    title,
    tests: [{ status, results: [failed, { attachments: [] }] }]
  })
  const suites = [
    { specs: [spec('calls', 'expected')], suites: [{ specs: [spec('cancels', 'flaky')] }] }
  ]
  expect(flakyTests({ suites })).toEqual([
    { title: 'calls.spec.ts › cancels', trace: 'first/trace.zip' }
  ])
})

it('counts a runner that crashed as failed, with a report and without', () => {
  const allWell = () => ({ passed: 2, failed: 0 })
  expect(countsFrom({}, 0, allWell)).toEqual({ passed: 2, failed: 0 })
  expect(countsFrom({}, 1, allWell)).toEqual({ passed: 2, failed: 1 })
  expect(countsFrom(undefined, 1, allWell)).toEqual({ passed: 0, failed: 1 })
})
