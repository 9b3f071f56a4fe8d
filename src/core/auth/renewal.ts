/** Renews the tokens of a person with their refresh token. */
import { authErrorOf } from './auth-error'
import { discover } from './discovery'
import type { BoundKey } from './dpop'
import { resourceOf, storedTokens, type FlowContext } from './sign-in-flow'
import type { SignInRecord } from './sign-in-record'
import { refresh } from './tokens'

/** Trying again with the same would end in the same way. */
const REFUSED_FOR_GOOD: ReadonlySet<string> = new Set([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'invalid_target'
])

type RenewalOptions = {
  readonly key: BoundKey | undefined
  /** The server refuses the token, so what is known of its authorization server may be wrong, too. */
  readonly isRejected: boolean
}

/**
 * The record with new tokens; undefined where the person has to sign in again. Rejects where the
 * authorization server could not be asked.
 */
export async function renewed(
  record: SignInRecord,
  context: FlowContext,
  { key, isRejected }: RenewalOptions
): Promise<SignInRecord | undefined> {
  const refreshToken = record.tokens?.refresh_token
  if (refreshToken === undefined) return undefined
  const current = isRejected ? await rediscovered(record, context) : record
  if (!current) return undefined
  const { oauth, client, clock } = context
  const { issuer, metadata, resource } = current
  try {
    const asks = { oauth, issuer, metadata, client, resource, dpop: key?.session }
    const tokens = await refresh(asks, current.client, refreshToken)
    return { ...current, tokens: storedTokens(tokens, clock, current.tokens) }
  } catch (error) {
    const { oauthCode } = authErrorOf(error)
    if (oauthCode === undefined || !REFUSED_FOR_GOOD.has(oauthCode)) throw error
    return undefined
  }
}

/** Undefined where the server has moved to another authorization server, which must not get our tokens. */
async function rediscovered(
  record: SignInRecord,
  context: FlowContext
): Promise<SignInRecord | undefined> {
  const discovery = await discover(context)
  if (discovery.issuer !== record.issuer) return undefined
  const { metadata } = discovery
  return { ...record, metadata, resource: await resourceOf(context, discovery) }
}
