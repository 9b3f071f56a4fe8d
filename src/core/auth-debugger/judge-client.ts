/** Judges the registration of a client, and what the browser brings back. */
import type { AuthFinding } from '../../shared/sign-in/auth-debug'
import { isObject, parseJson } from '../../shared/json/json'
import type { CallbackAnswer } from '../auth/callback'
import {
  isSuccess,
  objectIn,
  quoted,
  refusalIn,
  remark,
  textsIn,
  when,
  wrong,
  type SeenExchange
} from './finding'
import { mcp, type RevisionRules } from './revision-rules'

const AUTHORIZATION_SERVER = 'authorization-server'

export function judgeRegistration(
  seen: SeenExchange | undefined,
  rules: RevisionRules
): readonly AuthFinding[] {
  if (!seen) return []
  const deprecated = when(rules.isDynamicDeprecated, () =>
    remark(
      'This revision still allows dynamic registration, but calls it deprecated. Client id metadata documents take its place.',
      mcp(rules, 'dynamic registration'),
      AUTHORIZATION_SERVER
    )
  )
  if (!isSuccess(seen)) return [...deprecated, refusedRegistration(seen)]
  const answer = objectIn(seen)
  if (!answer)
    return [wrong('The answer is not a JSON object.', 'RFC 7591, 3.2.1', AUTHORIZATION_SERVER)]
  const asked = parseJson(seen.request.body ?? '')
  return [
    ...deprecated,
    ...when(seen.reply.status !== 201, () =>
      wrong(
        `The registration is answered with ${seen.reply.status}. It has to be 201.`,
        'RFC 7591, 3.2',
        AUTHORIZATION_SERVER
      )
    ),
    ...when(typeof answer['client_id'] !== 'string', () =>
      wrong('The answer has no client_id.', 'RFC 7591, 3.2.1', AUTHORIZATION_SERVER)
    ),
    ...when(
      answer['client_secret'] !== undefined && answer['client_secret_expires_at'] === undefined,
      () =>
        wrong(
          'The answer has a client_secret and does not say when it ends (client_secret_expires_at).',
          'RFC 7591, 3.2.1',
          AUTHORIZATION_SERVER
        )
    ),
    ...judgeRedirects(isObject(asked) ? asked['redirect_uris'] : undefined, answer['redirect_uris'])
  ]
}

function refusedRegistration(seen: SeenExchange): AuthFinding {
  const hasReason = typeof objectIn(seen)?.['error'] === 'string'
  return hasReason
    ? wrong(
        `The registration is refused (${refusalIn(seen)}).`,
        'RFC 7591, 3.2.2',
        AUTHORIZATION_SERVER
      )
    : wrong(
        `The registration is refused (${refusalIn(seen)}), and the answer does not say why in the form that clients understand.`,
        'RFC 7591, 3.2.2',
        AUTHORIZATION_SERVER
      )
}

function judgeRedirects(asked: unknown, registered: unknown): readonly AuthFinding[] {
  const wanted = textsIn(asked) ?? []
  const known = textsIn(registered)
  if (!known || wanted.every((each) => known.includes(each))) return []
  return [
    wrong(
      `The server has registered ${quoted(known.join(', ') || 'no redirect')} instead of ${quoted(wanted.join(', '))}, so your browser could not come back.`,
      'RFC 7591, 3.2.1',
      AUTHORIZATION_SERVER
    )
  ]
}

export type ExpectedReturn = {
  readonly issuer?: string | undefined
  readonly isPromised: boolean
  /** Something came back whose `state` was not ours. */
  readonly hasStranger?: boolean
}

export function judgeReturn(
  answer: CallbackAnswer | undefined,
  { issuer, isPromised, hasStranger = false }: ExpectedReturn,
  rules: RevisionRules
): readonly AuthFinding[] {
  const stranger = when(hasStranger, () =>
    wrong(
      'Something came back with another state than was sent. Patchbay ignored it, because it could be a forgery.',
      'RFC 6749, 4.1.2',
      AUTHORIZATION_SERVER
    )
  )
  if (!answer) return stranger
  const { iss, code, error } = answer
  return [
    ...stranger,
    ...when(iss === undefined && isPromised, () =>
      wrong(
        'The answer does not name its issuer (iss), although the metadata promises it.',
        'RFC 9207, 2.4',
        AUTHORIZATION_SERVER
      )
    ),
    ...when(iss !== undefined && issuer !== undefined && iss !== issuer, () =>
      wrong(
        `The answer is from the issuer ${quoted(iss)}, and ${quoted(issuer)} was asked. They have to be the same to the letter.`,
        'RFC 9207, 2.4',
        AUTHORIZATION_SERVER
      )
    ),
    ...when(iss !== undefined && iss === issuer && !isPromised, () => unpromisedIssuer(rules)),
    ...when(code === undefined && error === undefined, () =>
      wrong('The answer has neither a code nor an error.', 'RFC 6749, 4.1.2', AUTHORIZATION_SERVER)
    )
  ]
}

function unpromisedIssuer(rules: RevisionRules): AuthFinding {
  const text =
    'The answer names its issuer (iss), and the metadata does not promise that (authorization_response_iss_parameter_supported), so clients cannot rely on it.'
  return rules.checksIssuer
    ? wrong(text, `${mcp(rules, 'issuer of an answer')}; RFC 9207, 2.3`, AUTHORIZATION_SERVER)
    : remark(text, 'RFC 9207, 2.3', AUTHORIZATION_SERVER)
}
