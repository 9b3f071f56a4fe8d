/** Judges how the other side reacted to a mistake that was made on purpose. */
import type {
  AuthDebugStepId,
  AuthFinding,
  AuthMistake,
  DecodedToken
} from '../../shared/sign-in/auth-debug'
import type { AuthError } from '../auth/auth-error'
import { isAccepted, remark, wrong } from './finding'
import { isFor } from './judge-token'
import type { RevisionRules } from './revision-rules'
import { mistakeClause } from './step-clauses'

/** How a run with a mistake went. */
export type MistakeOutcome = {
  /** Where the run ended early, and why. */
  readonly refusal?: { readonly step: AuthDebugStepId; readonly error: AuthError }
  /** The server asks nobody for a token. */
  readonly isOpen?: boolean
  readonly token?: DecodedToken | undefined
  /** What the server was asked for with that token, by its status. */
  readonly requestStatus?: number
  /** The same for a token that nobody has issued. */
  readonly madeUpStatus?: number
  /** Of the second exchange of the same code. */
  readonly isReuseRefused?: boolean
  /** Whether the first token is still accepted after the code was used twice. */
  readonly isFirstStillValid?: boolean
  /** The browser came back to an address that was not registered. */
  readonly isForeignRedirectUsed?: boolean
  /** The metadata lists PKCE with "plain". */
  readonly isPlainOffered?: boolean
}

export type MistakeJudgement = {
  /** A sentence: what happened. */
  readonly text: string
  readonly findings: readonly AuthFinding[]
  /** The step that ended the run did what it has to. */
  readonly isRefusalRight: boolean
  /** Nothing can be said, because the run ended before the mistake mattered. */
  readonly isUnclear: boolean
}

/** The steps in which an authorization server, or Patchbay, can refuse a mistake. */
const REFUSING: ReadonlySet<AuthDebugStepId> = new Set(['authorization', 'return', 'token'])

export function judgeMistake(
  mistake: AuthMistake,
  outcome: MistakeOutcome,
  rules: RevisionRules,
  resource: string | undefined
): MistakeJudgement {
  const { refusal } = outcome
  const clause = mistakeClause(mistake, rules)
  if (refusal && (!REFUSING.has(refusal.step) || refusal.error.blame === 'you')) {
    return unclear(`The run ended before the mistake could matter. ${refusal.error.message}`)
  }
  switch (mistake) {
    case 'no-pkce':
      return refusedOr(outcome, 'The authorization server gave a token without PKCE.', [
        wrong(
          'The authorization server accepts a code without PKCE. Whoever catches the code can use it.',
          clause,
          'authorization-server'
        )
      ])
    case 'plain-pkce':
      return refusedOr(outcome, 'The authorization server gave a token for plain PKCE.', [
        plainFinding(outcome, clause)
      ])
    case 'wrong-iss':
      return refusal
        ? right('Patchbay refused the answer of another issuer, as it has to.')
        : accepted('Patchbay took the answer of another issuer.', [
            wrong('Patchbay has to refuse it.', clause, 'patchbay')
          ])
    case 'wrong-redirect':
      return outcome.isForeignRedirectUsed === true
        ? accepted(
            'The authorization server sent your browser to an address that nobody has registered.',
            [
              wrong(
                'The authorization server sends codes to any address that somebody writes into a link.',
                clause,
                'authorization-server'
              )
            ]
          )
        : refusedOr(outcome, 'The wrong redirect was not used.', [])
    case 'reused-code':
      return judgeReuse(outcome, clause)
    case 'foreign-token':
      return judgeForeign(outcome, clause, resource)
    case 'missing-resource':
      return judgeMissingResource(outcome, clause, resource)
  }
}

function right(text: string): MistakeJudgement {
  return { text, findings: [], isRefusalRight: true, isUnclear: false }
}

function accepted(text: string, findings: readonly AuthFinding[]): MistakeJudgement {
  return { text, findings, isRefusalRight: false, isUnclear: false }
}

function unclear(text: string): MistakeJudgement {
  return { text, findings: [], isRefusalRight: false, isUnclear: true }
}

function refusedOr(
  { refusal }: MistakeOutcome,
  text: string,
  findings: readonly AuthFinding[]
): MistakeJudgement {
  if (!refusal) return accepted(text, findings)
  return right(`Refused, as it has to be. ${refusal.error.message}`)
}

function plainFinding({ isPlainOffered = false }: MistakeOutcome, clause: string): AuthFinding {
  const blame = 'authorization-server'
  return isPlainOffered
    ? remark(
        'The authorization server accepts plain PKCE, as its metadata says.',
        'RFC 7636, 7.2',
        blame
      )
    : wrong(
        'The authorization server accepts plain PKCE, although its metadata does not list it.',
        clause,
        blame
      )
}

function judgeReuse(outcome: MistakeOutcome, clause: string): MistakeJudgement {
  const { refusal, isReuseRefused, isFirstStillValid } = outcome
  if (refusal) return unclear(`There was no code to use twice. ${refusal.error.message}`)
  const blame = 'authorization-server'
  if (isReuseRefused !== true) {
    return accepted('The authorization server gave tokens twice for the same code.', [
      wrong('A code must not be used more than once.', clause, blame)
    ])
  }
  if (isFirstStillValid !== true) return right('Refused, as it has to be.')
  return {
    ...right('Refused, as it has to be.'),
    findings: [
      remark(
        'The first token is still accepted after somebody tried the code again. It should be revoked.',
        clause,
        blame
      )
    ]
  }
}

function judgeForeign(
  outcome: MistakeOutcome,
  clause: string,
  resource: string | undefined
): MistakeJudgement {
  const { refusal, madeUpStatus, requestStatus, token } = outcome
  if (outcome.isOpen === true) {
    return unclear('The server asks for no token here, so it cannot refuse one.')
  }
  if (isAccepted(madeUpStatus)) {
    return accepted('The server accepted a token that nobody has issued.', [
      wrong('The server does not check its tokens at all.', clause, 'server')
    ])
  }
  if (refusal) {
    return right(
      `The server refused a made-up token, and the authorization server gives none for another resource. ${refusal.error.message}`
    )
  }
  if (!isAccepted(requestStatus)) return right('The server refused both tokens, as it has to.')
  if (token && resource !== undefined && isFor(token, resource)) {
    return accepted('The authorization server gave a token for this server anyway.', [
      remark(
        'The authorization server ignores which resource was asked for.',
        'RFC 8707, 2',
        'authorization-server'
      )
    ])
  }
  return accepted('The server accepted a token that was asked for another resource.', [
    wrong(
      token
        ? 'The server does not check whom a token is for.'
        : 'Either the server does not check whom a token is for, or the authorization server ignores the resource. The token is opaque, so Patchbay cannot tell.',
      clause,
      'server'
    )
  ])
}

function judgeMissingResource(
  outcome: MistakeOutcome,
  clause: string,
  resource: string | undefined
): MistakeJudgement {
  const { refusal, requestStatus, token } = outcome
  if (refusal) return right(`Refused, as it may be. ${refusal.error.message}`)
  if (!isAccepted(requestStatus)) {
    return right('The server refused a token that does not say whom it is for, as it has to.')
  }
  if (token && resource !== undefined && isFor(token, resource)) {
    return right('The token is for this server all the same, so nothing is lost.')
  }
  const text = 'The server accepted a token that was not asked for it.'
  return accepted(text, [
    token
      ? wrong(
          'The token is not for this server, and the server does not check that.',
          clause,
          'server'
        )
      : remark(
          'The token is opaque, so Patchbay cannot tell whether it is only for this server.',
          clause,
          'server'
        )
  ])
}
