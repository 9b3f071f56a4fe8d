import { isNumber } from '../../../shared/json/exact-number'
import { isObject } from '../../../shared/json/json'

/** What a server says about a piece of content, in words. Its claim, never a finding of ours. */
export function claimsAbout(annotations: unknown): readonly string[] {
  if (!isObject(annotations)) return []
  const { audience, priority, lastModified } = annotations
  const claims: string[] = []
  if (Array.isArray(audience) && audience.length > 0) {
    claims.push(`for ${audience.slice(0, 10).map(String).join(' and ')}`)
  }
  if (isNumber(priority)) claims.push(`priority ${String(priority)}`)
  if (typeof lastModified === 'string') claims.push(`last modified ${lastModified}`)
  return claims
}
