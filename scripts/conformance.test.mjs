import { expect, it } from 'vitest'
import { countChecks, unscoredScenarios, scoredClientScenarios } from './conformance.mjs'

it('takes the scenarios that a revision requires of clients, and nothing else', () => {
  const yaml = `# client: no
server:
  - ping
client:
  - initialize
  # a remark
  - auth/basic

  - tools_call # the last one
not_scored:
  - scenario: extra
    leg: client
`
  expect(scoredClientScenarios(yaml)).toEqual(['initialize', 'auth/basic', 'tools_call'])
  expect(scoredClientScenarios('server:\n  - ping\n')).toEqual([])
})

it('counts a warning as failed, and what is only information not at all', () => {
  const checks = ['SUCCESS', 'INFO', 'WARNING', 'FAILURE', 'SKIPPED', 'SUCCESS']
  expect(countChecks(checks.map((status) => ({ status })))).toEqual({ passed: 2, failed: 2 })
})

it('takes the client scenarios that are not scored, too', () => {
  const yaml = `client:
  - initialize
not_scored:
  - scenario: auth/dpop
    leg: client
    reason: extension
  - scenario: tasks-lifecycle
    leg: server
    reason: extension
  - scenario: auth/new
    leg: client
    reason: added-after-release
`
  expect(unscoredScenarios(yaml)).toEqual(['auth/dpop', 'auth/new'])
})
