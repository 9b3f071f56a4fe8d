import { describe, expect, it } from 'vitest'
import { AUTH_DEBUG_STEPS, AUTH_MISTAKES, AUTH_REVISIONS } from '../../shared/sign-in/auth-debug'
import { OAUTH_GRANTS } from '../../shared/servers/server-access'
import { mcp, MCP_TOPICS, rulesOf } from './revision-rules'
import { clauseOf } from './step-clauses'

const RFC = /^RFC \d{4}, \d+(?:\.\d+)*(?: and RFC \d{4}, \d+(?:\.\d+)*)?$/
const OAUTH = /^OAuth 2\.1 \(draft 13\), \d+(?:\.\d+)*$/

describe.each(AUTH_REVISIONS)('the clauses of the steps by %s', (revision) => {
  const rules = rulesOf(revision)
  const sections = [undefined, ...MCP_TOPICS].map((topic) => mcp(rules, topic))

  it('name sections that a person can look up, for each step, grant and mistake', () => {
    const all = AUTH_DEBUG_STEPS.flatMap((id) => [
      ...OAUTH_GRANTS.flatMap((grant) =>
        [true, false].map((dpop) => clauseOf(id, rules, { oauth: { grant, dpop } }))
      ),
      ...AUTH_MISTAKES.map((mistake) => clauseOf(id, rules, { mistake }))
    ])
    const parts = [...new Set(all)].flatMap((clause) => clause.split('; '))
    const isKnown = (part: string) => RFC.test(part) || OAUTH.test(part) || sections.includes(part)
    expect(parts.filter((part) => !isKnown(part))).toEqual([])
  })
})

it('each mistake has a clause of its own', () => {
  const rules = rulesOf('2025-11-25')
  const clauses = AUTH_MISTAKES.map((mistake) => clauseOf('mistake', rules, { mistake }))
  expect(clauses).not.toContain(mcp(rules))
})
