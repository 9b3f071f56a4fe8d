/** Judges the request without a token, and the challenge that answers it. */
import type { AuthFinding } from '../../shared/sign-in/auth-debug'
import type { Challenge } from '../auth/challenge'
import { isSafeAddress, isSuccess, quoted, remark, when, wrong, type SeenExchange } from './finding'
import { mcp, type RevisionRules } from './revision-rules'
import { clauseOf } from './step-clauses'

export function judgeFirstRequest(
  seen: readonly SeenExchange[],
  rules: RevisionRules
): readonly AuthFinding[] {
  const [first] = seen
  const last = seen.at(-1)
  if (!first || !last) return []
  const { status } = last.reply
  return [
    ...when(isSuccess(first), () =>
      remark(
        'The server answers its first request without a token. That is allowed, and means that anybody can make this request.',
        mcp(rules),
        'server'
      )
    ),
    ...when(status === 403, () =>
      wrong(
        'The server answers 403 to a request without a token. It has to answer 401, so that a client knows that a token would help.',
        mcp(rules, 'refusals'),
        'server'
      )
    ),
    ...when(!isSuccess(last) && status !== 401 && status !== 403, () =>
      remark(
        `The server answers ${status} to a request without a token, so it does not ask for one here.`,
        mcp(rules, 'refusals'),
        'server'
      )
    )
  ]
}

export function judgeChallenge(
  refused: SeenExchange | undefined,
  challenge: Challenge,
  rules: RevisionRules
): readonly AuthFinding[] {
  if (!refused || refused.reply.status !== 401) return []
  const header = refused.reply.headers['www-authenticate']
  if (header === undefined) return [missingHeader(rules)]
  const { resourceMetadataUrl: url, scope, error } = challenge
  return [
    ...when(!/(^|,\s*)(Bearer|DPoP)(\s|,|$)/i.test(header), () =>
      wrong(
        `The challenge offers "${quoted(header.split(' ')[0])}". A client of MCP can only use Bearer or DPoP.`,
        'RFC 6750, 3',
        'server'
      )
    ),
    ...when(url === undefined && rules.needsResourceMetadata, () => unnamedMetadata(rules)),
    ...when(url !== undefined && !isSafeAddress(url), () =>
      wrong(
        `The challenge names metadata at ${quoted(url)}, which is not encrypted.`,
        'RFC 9728, 7.1',
        'server'
      )
    ),
    ...when(scope === undefined && rules.namesScopes, () =>
      remark(
        'The challenge names no scopes, so a client has to ask for all that the metadata lists, or for none.',
        mcp(rules, 'scopes of a challenge'),
        'server'
      )
    ),
    ...when(error !== undefined, () =>
      remark(
        `The challenge says the error "${quoted(error)}", although there was no token that could be wrong.`,
        'RFC 6750, 3.1',
        'server'
      )
    )
  ]
}

function missingHeader(rules: RevisionRules): AuthFinding {
  return wrong(
    'The server answers 401 without the header WWW-Authenticate, so it does not say how to sign in.',
    clauseOf('challenge', rules),
    'server'
  )
}

function unnamedMetadata(rules: RevisionRules): AuthFinding {
  const text = 'The challenge does not say where the metadata of the server is (resource_metadata).'
  if (rules.needsMetadataInChallenge) {
    return wrong(text, `${mcp(rules, 'resource metadata')}; RFC 9728, 5.1`, 'server')
  }
  return remark(
    `${text} Clients look for it at its well-known place instead.`,
    mcp(rules, 'resource metadata'),
    'server'
  )
}
