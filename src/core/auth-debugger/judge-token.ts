/** Judges the answer of a token endpoint, what the token says, and what the server makes of it. */
import type { AuthFinding, DecodedToken } from '../../shared/sign-in/auth-debug'
import type { Challenge } from '../auth/challenge'
import { OFFLINE } from '../auth/discovery'
import {
  isAccepted,
  isJson,
  isSuccess,
  objectIn,
  quoted,
  refusalIn,
  remark,
  scopesOf,
  textIn,
  textsIn,
  when,
  wrong,
  type SeenExchange
} from './finding'
import { mcp, oauth21, type RevisionRules } from './revision-rules'

const AUTHORIZATION_SERVER = 'authorization-server'
const TOKEN_TYPES = ['bearer', 'dpop']

export function judgeToken(
  seen: SeenExchange | undefined,
  askedScope: string | undefined
): readonly AuthFinding[] {
  if (!seen) return []
  if (!isSuccess(seen)) return refusedToken(seen)
  const answer = objectIn(seen)
  if (!answer) return [bad('The answer is not a JSON object.', 'RFC 6749, 5.1')]
  const { token_type: type, expires_in: expiresIn, scope } = answer
  const cache = seen.reply.headers['cache-control'] ?? ''
  return [
    ...when(!isJson(seen), () =>
      bad('The answer does not come as application/json.', 'RFC 6749, 5.1')
    ),
    ...when(typeof answer['access_token'] !== 'string', () =>
      bad('The answer has no access_token.', 'RFC 6749, 5.1')
    ),
    ...when(typeof type !== 'string' || !TOKEN_TYPES.includes(type.toLowerCase()), () =>
      bad(
        type === undefined
          ? 'The answer does not say of what type the token is (token_type).'
          : `The token is of type ${quoted(type)}. Clients of MCP use Bearer or DPoP.`,
        'RFC 6749, 5.1'
      )
    ),
    ...when(expiresIn === undefined, () =>
      remark(
        'The answer does not say how long the token lives (expires_in), so a client learns it by a refusal.',
        'RFC 6749, 5.1',
        AUTHORIZATION_SERVER
      )
    ),
    ...when(expiresIn !== undefined && typeof expiresIn !== 'number', () =>
      bad(`expires_in is ${quoted(expiresIn)}. It has to be a number.`, 'RFC 6749, 5.1')
    ),
    ...when(!/no-store/i.test(cache), () =>
      bad(
        'The answer may be cached: the header Cache-Control: no-store is missing.',
        'RFC 6749, 5.1'
      )
    ),
    ...judgeGranted(textIn(scope), askedScope, textIn(answer['refresh_token']) !== undefined)
  ]
}

function bad(text: string, clause: string): AuthFinding {
  return wrong(text, clause, AUTHORIZATION_SERVER)
}

function refusedToken(seen: SeenExchange): readonly AuthFinding[] {
  const hasReason = typeof objectIn(seen)?.['error'] === 'string'
  return [
    bad(`The token is refused (${refusalIn(seen)}).`, 'RFC 6749, 5.2'),
    ...when(!hasReason, () =>
      bad('The refusal does not say why in the form that clients understand.', 'RFC 6749, 5.2')
    )
  ]
}

/** No scope in the answer means: what was asked for. A refresh token is all that `OFFLINE` asks for. */
export function missingScopes(
  granted: string | undefined,
  asked: string | undefined,
  hasRefreshToken: boolean
): readonly string[] {
  if (granted === undefined) return []
  const has = [...scopesOf(granted), ...(hasRefreshToken ? [OFFLINE] : [])]
  return scopesOf(asked).filter((each) => !has.includes(each))
}

function judgeGranted(
  granted: string | undefined,
  asked: string | undefined,
  hasRefreshToken: boolean
): readonly AuthFinding[] {
  if (granted === undefined || asked === undefined) return []
  const [has, wanted] = [scopesOf(granted), scopesOf(asked)]
  const missing = missingScopes(granted, asked, hasRefreshToken)
  const more = has.filter((each) => !wanted.includes(each))
  return [
    ...when(missing.length > 0, () =>
      remark(
        `The token has fewer scopes than were asked for: ${quoted(missing.join(' '))} is missing.`,
        'RFC 6749, 3.3',
        AUTHORIZATION_SERVER
      )
    ),
    ...when(more.length > 0, () =>
      remark(
        `The token has scopes that nobody asked for: ${quoted(more.join(' '))}.`,
        'RFC 6749, 3.3',
        AUTHORIZATION_SERVER
      )
    )
  ]
}

export type ExpectedToken = {
  readonly resource?: string | undefined
  readonly issuer?: string | undefined
  readonly scope?: string | undefined
  /** Of the answer of the token endpoint. */
  readonly expiresInS?: number | undefined
  /** Seconds since 1970. */
  readonly nowS: number
}

const CLOCKS_APART_S = 60
const LONG_S = 24 * 3_600

/** Audiences are one text or several. */
export function audiencesOf({ claims }: DecodedToken): readonly string[] {
  const { aud } = claims
  return typeof aud === 'string' ? [aud] : (textsIn(aud) ?? [])
}

export function isFor(token: DecodedToken, resource: string): boolean {
  const same = (text: string): string => text.replace(/\/$/, '')
  return audiencesOf(token).some((each) => same(each) === same(resource))
}

export function judgeTokenContent(
  token: DecodedToken,
  expected: ExpectedToken,
  rules: RevisionRules
): readonly AuthFinding[] {
  const { header, claims } = token
  const { resource, issuer } = expected
  const audiences = audiencesOf(token)
  return [
    ...when(String(header['alg']).toLowerCase() === 'none', () =>
      bad('The token is not signed (alg none), so anybody could have made it.', 'RFC 9068, 2.1')
    ),
    ...when(audiences.length === 0 && rules.needsResource, () =>
      bad('The token does not say whom it is for (aud).', `RFC 8707, 2; ${mcp(rules, 'audience')}`)
    ),
    ...judgeAudience(token, resource, rules),
    ...when(issuer !== undefined && claims['iss'] !== undefined && claims['iss'] !== issuer, () =>
      bad(
        `The token is from the issuer ${quoted(claims['iss'])}, and ${quoted(issuer)} was asked.`,
        'RFC 9068, 4'
      )
    ),
    ...judgeTimes(claims, expected),
    ...judgeScopeClaim(claims['scope'], expected.scope)
  ]
}

/** An authorization server may call the resource by another name, so only an address elsewhere is wrong. */
function judgeAudience(
  token: DecodedToken,
  resource: string | undefined,
  rules: RevisionRules
): readonly AuthFinding[] {
  const audiences = audiencesOf(token)
  if (resource === undefined || audiences.length === 0 || isFor(token, resource)) return []
  const text = `The token is for ${quoted(audiences.join(', '))}, and was asked for ${quoted(resource)}.`
  const clause = `RFC 8707, 2; ${mcp(rules, 'audience')}`
  return audiences.every((each) => isElsewhere(each, resource))
    ? [bad(text, clause)]
    : [
        remark(
          `${text} That may be another name for the same server, if the server knows it.`,
          clause,
          AUTHORIZATION_SERVER
        )
      ]
}

function isElsewhere(audience: string, resource: string): boolean {
  if (!/^https?:/i.test(audience) || !URL.canParse(audience) || !URL.canParse(resource))
    return false
  return new URL(audience).origin !== new URL(resource).origin
}

function judgeTimes(
  { exp, nbf, iat }: Readonly<Record<string, unknown>>,
  { nowS, expiresInS }: ExpectedToken
): readonly AuthFinding[] {
  if (typeof exp !== 'number') {
    return [
      remark('The token does not say when it ends (exp).', 'RFC 9068, 2.2', AUTHORIZATION_SERVER)
    ]
  }
  const leftS = exp - nowS
  const livesS = exp - (typeof iat === 'number' ? iat : nowS)
  return [
    ...when(leftS <= 0, () => bad('The token has already ended (exp).', 'RFC 9068, 2.2')),
    ...when(typeof nbf === 'number' && nbf > nowS + CLOCKS_APART_S, () =>
      bad('The token is not valid yet (nbf).', 'RFC 7519, 4.1.5')
    ),
    ...when(
      leftS > 0 && expiresInS !== undefined && Math.abs(leftS - expiresInS) > CLOCKS_APART_S,
      () =>
        remark(
          `The token ends in ${Math.round(leftS)} seconds, and the answer says ${expiresInS} (expires_in). Or the clocks differ.`,
          'RFC 6749, 5.1',
          AUTHORIZATION_SERVER
        )
    ),
    ...when(livesS > LONG_S, () =>
      remark(
        `The token lives for ${Math.round(livesS / 3_600)} hours. Whoever gets hold of it can use it that long.`,
        oauth21('7.1.3.5'),
        AUTHORIZATION_SERVER
      )
    )
  ]
}

function judgeScopeClaim(claim: unknown, granted: string | undefined): readonly AuthFinding[] {
  const said = textIn(claim)
  if (said === undefined || granted === undefined) return []
  const isSame = [...scopesOf(said)].sort().join(' ') === [...scopesOf(granted)].sort().join(' ')
  return when(!isSame, () =>
    remark(
      `The token has the scopes ${quoted(said)}, and the answer says ${quoted(granted)}.`,
      'RFC 9068, 2.2.3',
      AUTHORIZATION_SERVER
    )
  )
}

/** Of a challenge that nobody has heard. */
export const NOT_ASKED = 0

export function judgeRequest(
  { status, error, errorDescription }: Challenge,
  rules: RevisionRules
): readonly AuthFinding[] {
  if (status === NOT_ASKED || isAccepted(status)) return []
  const why = errorDescription ?? error
  const said = why === undefined ? '' : ` It says: ${quoted(why)}.`
  if (status === 401) {
    return [
      wrong(
        `The server refuses the token that it asked for.${said}`,
        mcp(rules, 'checking a token'),
        'server'
      )
    ]
  }
  if (status === 403) {
    return [
      wrong(
        error === 'insufficient_scope'
          ? `The server wants more scopes than its challenge and metadata name.${said}`
          : `The server does not let this token in.${said}`,
        mcp(rules, 'refusals'),
        'server'
      )
    ]
  }
  return [
    remark(
      `The server answers ${status}. That is not about the token, which it seems to accept.`,
      mcp(rules, 'refusals'),
      'server'
    )
  ]
}

export type RefreshFacts = {
  readonly isPublic: boolean
  readonly isBoundToKey: boolean
  readonly scope?: string | undefined
}

export function judgeRefresh(
  seen: SeenExchange | undefined,
  { isPublic, isBoundToKey, scope }: RefreshFacts
): readonly AuthFinding[] {
  if (!seen) return []
  if (!isSuccess(seen)) return [bad(`The refresh is refused (${refusalIn(seen)}).`, 'RFC 6749, 6')]
  const answer = objectIn(seen) ?? {}
  const before = new URLSearchParams(seen.request.body ?? '').get('refresh_token')
  const after = textIn(answer['refresh_token'])
  const isRotated = after !== undefined && after !== before
  const granted = textIn(answer['scope'])
  const more = scopesOf(granted).filter((each) => !scopesOf(scope).includes(each))
  return [
    ...when(isPublic && !isBoundToKey && !isRotated, () =>
      bad(
        'The server gives no new refresh token. It has to for a client without a secret, so that a stolen one is noticed.',
        oauth21('4.3.1')
      )
    ),
    ...when(granted !== undefined && scope !== undefined && more.length > 0, () =>
      bad(`The new token has more scopes than the first: ${quoted(more.join(' '))}.`, 'RFC 6749, 6')
    )
  ]
}
