/** Tells what is wrong with a connection that could not be made, and whose certificate it was. */
import type * as tls from 'node:tls'
import type { WireFailure } from '../../shared/protocol/failure'
import { visibleText } from '../../shared/text/visible-text'
import type { Clock } from '../time/clock'
import type { Network } from '../network/network'
import { codeOf, NetworkError } from '../network/network-error'
import { readChain, targetOf } from '../network/read-chain'
import { isTlsError, networkFailure, tlsFailure } from './http-failure'

const CERTIFICATE_WAIT_MS = 3_000

export async function failureOf(
  error: unknown,
  url: URL,
  clock: Clock,
  network: Network
): Promise<WireFailure> {
  if (error instanceof NetworkError || !isTlsError(codeOf(error))) return networkFailure(error, url)
  return tlsFailure(error, url, await describeCertificate(url, clock, network))
}

/** Looks at a certificate that was not accepted. */
async function describeCertificate(
  url: URL,
  clock: Clock,
  network: Network
): Promise<string | undefined> {
  const limit = new AbortController()
  const stopWaiting = clock.after(CERTIFICATE_WAIT_MS, () => limit.abort())
  try {
    const [leaf] = (await readChain(network, targetOf(url), limit.signal)).certificates
    return leaf && summary(leaf)
  } catch {
    return undefined // there is nothing more to tell
  } finally {
    stopWaiting()
  }
}

function summary({ subject, issuer, valid_to: validTo }: tls.PeerCertificate): string | undefined {
  if (!subject) return undefined
  const name = ({ CN, O }: tls.Certificate): string => visibleText(String(CN ?? O ?? 'nobody'))
  const until = new Date(validTo)
  const day = Number.isNaN(until.getTime()) ? validTo : until.toISOString().slice(0, 10)
  return `The certificate is for ${name(subject)}, from ${name(issuer)}, valid until ${day}.`
}
