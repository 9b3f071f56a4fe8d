/** A sign-in could not go on: what happened, and who has to act. */
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { isObject } from '../../shared/json/json'
import type { AuthBlame } from '../../shared/sign-in/sign-in'
import { withoutEnd } from '../../shared/text/without-end'
import { boundedSentence, boundedText } from './bounds'
import { WireError } from '../wire/wire'

export class AuthError extends WorkbenchError {
  constructor(
    message: string,
    readonly blame: AuthBlame,
    /** As the authorization server names it, such as `invalid_grant`. */
    readonly oauthCode?: string
  ) {
    super(WorkbenchErrorCode.AuthRequired, boundedSentence(message))
  }
}

/** Whatever was thrown on the way, as an error that names who has to act. */
export function authErrorOf(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  if (error instanceof WorkbenchError) {
    const isOwnWish = error.code === WorkbenchErrorCode.Dismissed
    return new AuthError(error.message, isOwnWish ? 'you' : 'definition')
  }
  if (error instanceof WireError) return unansweredBy('authorization-server', error)
  const code = oauthCodeOf(error)
  return new AuthError(sentenceOf(error, code), 'authorization-server', code)
}

/** Nobody else can mend the proxy that you go through. */
export function unansweredBy(asked: AuthBlame, { message, failure }: WireError): AuthError {
  return new AuthError(message, failure.class === 'proxy' ? 'you' : asked)
}

function oauthCodeOf(error: unknown): string | undefined {
  // Errors of the system have codes, too.
  const isOAuth = error instanceof Error && error.name === 'OAuthError' && 'code' in error
  return isOAuth && typeof error.code === 'string' ? error.code : undefined
}

function sentenceOf(error: unknown, code: string | undefined): string {
  const said = withoutEnd(boundedText(saidBy(error)), '.')
  return code === undefined
    ? `The authorization server answers in a way that cannot be used: ${said}.`
    : `The authorization server refuses (${boundedText(code)}): ${said}.`
}

/** What a schema finds wrong is a list, of which the first says enough. */
export function saidBy(error: unknown): string {
  const issues = error instanceof Error && 'issues' in error ? error.issues : undefined
  const first: unknown = Array.isArray(issues) ? issues[0] : undefined
  if (!isObject(first) || !Array.isArray(first['path'])) return messageOf(error)
  return `${first['path'].join('.') || 'the document'}: ${String(first['message'])}`
}
