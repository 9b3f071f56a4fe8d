/**
 * How much is taken of what servers say in a sign-in. All of it is shown, kept and written down, so
 * what is longer is cut where it comes in, and says that it was.
 */
import { LIMITS } from '../bounds/limits'
import { beginningOf } from '../text/long-text'

/** What a server says by way of explanation. */
export function boundedText(text: string, most: number = LIMITS.signInTextChars.most): string {
  if (text.length <= most) return text
  const start = beginningOf(text, most).replace(/[\ud800-\udbff]$/, '')
  return `${start}… (the first ${most} of ${text.length} characters)`
}

/** A sentence of ours, in which there may be several such texts. */
export function boundedSentence(text: string): string {
  return boundedText(text, LIMITS.signInSentenceChars.most)
}

/** An address, an issuer, or an id, which is of no use when a part of it is missing. */
export function isTooLong(text: string): boolean {
  return text.length > LIMITS.signInAddressChars.most
}

export type BoundedScopes = {
  readonly scopes: readonly string[]
  /** How many there were, where not all are taken. */
  readonly cutFrom?: number
}

/** As many as a page can ask for by its address. */
export function boundedScopes(wanted: readonly string[]): BoundedScopes {
  const scopes: string[] = []
  let chars = 0
  for (const scope of wanted.slice(0, LIMITS.signInScopes.most)) {
    chars += scope.length + 1
    if (chars > LIMITS.signInScopeChars.most) break
    scopes.push(scope)
  }
  return scopes.length === wanted.length ? { scopes } : { scopes, cutFrom: wanted.length }
}

/** Scopes as a token endpoint names them. */
export function boundedScope(scope: string): string {
  const { scopes, cutFrom } = boundedScopes(scope.split(' '))
  return cutFrom === undefined ? scope : scopes.join(' ')
}
