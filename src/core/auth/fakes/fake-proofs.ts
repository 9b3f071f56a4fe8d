/** For tests: looks at the proofs that a client has a key (RFC 9449), as a server does. Checks no signature. */
import { fromJson } from '../../../shared/json/json'
import type { SeenRequest } from './fake-host'

export type ProofFault = 'invalid_dpop_proof' | 'use_dpop_nonce'

/** Undefined where the proof is for this request, and has the nonce that the server wants. */
export function proofFault(
  { headers, method, origin, path }: SeenRequest,
  nonce: string | undefined
): ProofFault | undefined {
  const claims = claimsIn(String(headers['dpop'] ?? ''))
  const isForThis = claims['htm'] === method && claims['htu'] === origin + path
  if (!isForThis) return 'invalid_dpop_proof'
  return nonce === undefined || claims['nonce'] === nonce ? undefined : 'use_dpop_nonce'
}

function claimsIn(proof: string): Readonly<Record<string, unknown>> {
  const [, body = ''] = proof.split('.')
  if (body === '') return {}
  return fromJson(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
}
