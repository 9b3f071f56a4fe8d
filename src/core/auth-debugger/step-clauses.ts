/** The clause that each step of a run comes from, whatever is found about the step. */
import type { AuthDebugStepId, AuthMistake } from '../../shared/sign-in/auth-debug'
import type { OAuthAccess, OAuthGrant } from '../../shared/servers/server-access'
import { mcp, oauth21, type RevisionRules } from './revision-rules'

type Run = { readonly oauth?: OAuthAccess; readonly mistake?: AuthMistake | undefined }
type Clause = (rules: RevisionRules, run: Run) => string

const OF_GRANT: Readonly<Record<OAuthGrant, string>> = {
  'authorization-code': 'RFC 6749, 4.1.3',
  'client-credentials': 'RFC 6749, 4.4',
  enterprise: 'RFC 8693, 2 and RFC 7523, 2.1',
  workload: 'RFC 7523, 2.1'
}

const OF_MISTAKE: Readonly<Record<AuthMistake, (rules: RevisionRules) => string>> = {
  'no-pkce': (rules) => `${oauth21('7.5.2')}; ${mcp(rules, 'PKCE')}`,
  'plain-pkce': () => 'RFC 7636, 4.4.1',
  'wrong-iss': () => 'RFC 9207, 2.4',
  'wrong-redirect': (rules) => `${oauth21('2.3.1')}; ${mcp(rules, 'redirects')}`,
  'reused-code': () => 'RFC 6749, 4.1.2',
  'foreign-token': (rules) => mcp(rules, 'audience'),
  'missing-resource': (rules) => mcp(rules, 'audience')
}

const OF_STEP: Readonly<Record<AuthDebugStepId, Clause>> = {
  'first-request': (rules) => mcp(rules, 'refusals'),
  challenge: (rules) =>
    rules.needsResourceMetadata ? 'RFC 9110, 15.5.2 and RFC 9728, 5.1' : 'RFC 9110, 15.5.2',
  'resource-metadata': (rules) =>
    rules.needsResourceMetadata
      ? `${mcp(rules, 'resource metadata')}; RFC 9728, 3`
      : mcp(rules, 'resource metadata'),
  'server-metadata': (rules) => `${mcp(rules, 'server metadata')}; RFC 8414, 3`,
  client: (rules) => mcp(rules, 'registration'),
  authorization: (rules) => `RFC 6749, 4.1.1; ${mcp(rules, 'PKCE')}`,
  return: (rules) =>
    rules.checksIssuer ? `${mcp(rules, 'issuer of an answer')}; RFC 9207, 2.4` : 'RFC 6749, 4.1.2',
  token: (_rules, { oauth }) => `${OF_GRANT[oauth?.grant ?? 'authorization-code']}; RFC 6749, 5.1`,
  'token-content': (rules) => `RFC 9068, 4; ${mcp(rules, 'audience')}`,
  request: (rules, { oauth }) =>
    `${mcp(rules, 'sending a token')}; ${oauth?.dpop === true ? 'RFC 9449, 7.1' : 'RFC 6750, 2.1'}`,
  refresh: () => `RFC 6749, 6; ${oauth21('4.3.1')}`,
  mistake: (rules, { mistake }) => (mistake ? mistakeClause(mistake, rules) : mcp(rules))
}

export function mistakeClause(mistake: AuthMistake, rules: RevisionRules): string {
  return OF_MISTAKE[mistake](rules)
}

export function clauseOf(id: AuthDebugStepId, rules: RevisionRules, run: Run = {}): string {
  return OF_STEP[id](rules, run)
}
