import { expect, it } from 'vitest'
import { countsFrom, endToEndCounts, unitCounts } from './runners.mjs'

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

it('counts skipped and flaky end-to-end tests as failed', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 1 }
  expect(endToEndCounts({ stats, errors: [{}] })).toEqual({ passed: 4, failed: 4 })
})

it('counts a runner that crashed as failed, with a report and without', () => {
  const allWell = () => ({ passed: 2, failed: 0 })
  expect(countsFrom({}, 0, allWell)).toEqual({ passed: 2, failed: 0 })
  expect(countsFrom({}, 1, allWell)).toEqual({ passed: 2, failed: 1 })
  expect(countsFrom(undefined, 1, allWell)).toEqual({ passed: 0, failed: 1 })
})
