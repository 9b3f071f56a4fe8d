/** Reads a JWT without checking who signed it. Its signature is left behind. */
import type { DecodedToken } from '../../shared/sign-in/auth-debug'
import { isObject, parseJson } from '../../shared/json/json'

const LONGEST_TOKEN = 100_000

/** Undefined where the token is opaque: only whoever issued it can read it. */
export function decodeToken(token: string): DecodedToken | undefined {
  if (token.length > LONGEST_TOKEN) return undefined
  const [first = '', second = '', third, ...others] = token.split('.')
  if (third === undefined || others.length > 0) return undefined
  const [header, claims] = [partOf(first), partOf(second)]
  return header && claims ? { header, claims } : undefined
}

function partOf(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined
  const value = parseJson(Buffer.from(text, 'base64url').toString('utf8'))
  return isObject(value) ? value : undefined
}
