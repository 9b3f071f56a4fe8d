/** Binds tokens to a key that only this Patchbay has (RFC 9449). */
import type { DpopKeyPair, DpopSession } from '@modelcontextprotocol/client'
import { createPublicKey, webcrypto, type JsonWebKey } from 'node:crypto'
import type { RefusedAttempt } from '../http/credentials'
import type { Challenge } from './challenge'
import { loadSdk } from './sdk'

const ALGORITHM = 'ES256'
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const

export type BoundKey = {
  readonly session: DpopSession
  /** As it is kept, so that the tokens are still of use after a restart. */
  readonly jwk: Readonly<Record<string, unknown>>
}

type Reply = Pick<RefusedAttempt, 'url' | 'status' | 'replied'>

/** A server may want a number of its own in each proof (RFC 9449, 9). Whether it has named one. */
export function takesNonce(
  key: BoundKey | undefined,
  { url, status, replied }: Reply,
  { error }: Challenge
): boolean {
  const nonce = replied['dpop-nonce']
  if (!key || typeof nonce !== 'string') return false
  key.session.rememberNonce(url, nonce)
  return status === 401 && error === 'use_dpop_nonce'
}

export async function newKey(): Promise<BoundKey> {
  const sdk = await loadSdk()
  const keyPair = await sdk.generateDpopKeyPair({ alg: ALGORITHM, extractable: true })
  const jwk = await webcrypto.subtle.exportKey('jwk', keyPair.privateKey)
  return { session: await sdk.DpopSession.create({ keyPair }), jwk: { ...jwk } }
}

export async function keptKey(jwk: Readonly<Record<string, unknown>>): Promise<BoundKey> {
  const sdk = await loadSdk()
  const key: JsonWebKey = jwk
  const publicJwk = createPublicKey({ key, format: 'jwk' }).export({ format: 'jwk' })
  const keyPair: DpopKeyPair = {
    privateKey: await webcrypto.subtle.importKey('jwk', key, CURVE, true, ['sign']),
    publicKey: await webcrypto.subtle.importKey('jwk', publicJwk, CURVE, true, ['verify']),
    publicJwk,
    thumbprint: await thumbprintOf(publicJwk),
    alg: ALGORITHM
  }
  return { session: await sdk.DpopSession.create({ keyPair }), jwk }
}

/** RFC 7638: the required members, in the order of their names. */
async function thumbprintOf({ crv, kty, x, y }: JsonWebKey): Promise<string> {
  const text = JSON.stringify({ crv, kty, x, y })
  const digest = await webcrypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(digest).toString('base64url')
}
