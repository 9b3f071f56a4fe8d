import { describe, expect, it } from 'vitest'
import { AUTH_REVISIONS, type AuthRevision } from '../../shared/sign-in/auth-debug'
import { mcp, MCP_TOPICS } from './revision-rules'

/** The titles of the specification itself, as far as a run can cite them. */
const TITLES: Readonly<Record<AuthRevision, readonly string[]>> = {
  '2025-03-26': [
    'Authorization',
    'Authorization, Server Metadata Discovery',
    'Authorization, Fallbacks for Servers without Metadata Discovery',
    'Authorization, Dynamic Client Registration',
    'Authorization, Token Requirements',
    'Authorization, Token Handling',
    'Authorization, Security Considerations',
    'Authorization, Error Handling',
    'Authorization, Implementation Requirements'
  ],
  '2025-06-18': [
    'Authorization',
    'Authorization, Authorization Server Location',
    'Authorization, Server Metadata Discovery',
    'Authorization, Dynamic Client Registration',
    'Authorization, Token Requirements',
    'Authorization, Token Handling',
    'Authorization, Error Handling',
    'Authorization, Token Audience Binding and Validation',
    'Authorization, Authorization Code Protection',
    'Authorization, Open Redirection'
  ],
  '2025-11-25': [
    'Authorization',
    'Authorization, Authorization Server Location',
    'Authorization, Protected Resource Metadata Discovery Requirements',
    'Authorization, Authorization Server Metadata Discovery',
    'Authorization, Client Registration Approaches',
    'Authorization, Dynamic Client Registration',
    'Authorization, Token Requirements',
    'Authorization, Token Handling',
    'Authorization, Error Handling',
    'Authorization, Token Audience Binding and Validation',
    'Authorization, Authorization Code Protection',
    'Authorization, Open Redirection'
  ],
  '2026-07-28': [
    'Authorization',
    'Authorization, Scope Selection Strategy',
    'Authorization, Authorization Response Validation',
    'Authorization, Token Requirements',
    'Authorization, Token Handling',
    'Authorization, Error Handling',
    'Authorization Server Discovery, Authorization Server Location',
    'Authorization Server Discovery, Protected Resource Metadata Discovery Requirements',
    'Authorization Server Discovery, Authorization Server Metadata Discovery',
    'Client Registration',
    'Client Registration, Dynamic Client Registration',
    'Authorization Security Considerations, Token Audience Binding and Validation',
    'Authorization Security Considerations, Authorization Code Protection',
    'Authorization Security Considerations, Open Redirection'
  ]
}

describe('a clause of MCP', () => {
  it.each(AUTH_REVISIONS)('names a section that %s has', (revision) => {
    const cited = MCP_TOPICS.map((topic) => mcp({ revision }, topic))
    const known = TITLES[revision].map((title) => `MCP ${revision}, ${title}`)
    expect(cited.filter((clause) => !known.includes(clause))).toEqual([])
  })
})
