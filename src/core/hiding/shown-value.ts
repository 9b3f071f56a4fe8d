/**
 * What you see of a value before you decide: in the question about trust and before an import. Only
 * what is called a secret or looks like a token is hidden, because all else may decide what runs.
 */
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { isCodeLoading, withoutCredentials } from './code-loading'
import { piecesOf } from '../references/references'
import {
  isLikelyToken,
  isOnlyReferences,
  isSecretName,
  isSecretValue
} from '../references/secret-values'

export function shownValue(name: string, value: string): string {
  if (value === '' || isOnlyReferences(value)) return value
  if (isCalledSecret(name, value) && !isCodeLoading(name)) return HIDDEN_VALUE
  return piecesOf(withoutCredentials(value))
    .map((piece) => {
      if (piece.kind !== 'reference') return withoutTokens(piece.text)
      const { name: asked, fallback, text } = piece.reference
      const isHidden =
        fallback !== undefined && (isCalledSecret(asked, fallback) || isLikelyToken(fallback))
      return isHidden ? text.replace(fallback, () => HIDDEN_VALUE) : text
    })
    .join('')
}

function isCalledSecret(name: string, value: string): boolean {
  return isSecretName(name) && isSecretValue(name, value)
}

const WORDS = /[\w+/.~-]+={0,2}/g

function withoutTokens(text: string): string {
  return text.replace(WORDS, (word) => (isLikelyToken(word) ? HIDDEN_VALUE : word))
}
