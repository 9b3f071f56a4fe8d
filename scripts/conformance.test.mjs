import { expect, it } from 'vitest'
import { countChecks, scoredClientScenarios } from './conformance.mjs'

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
