/** Looks at the certificates of a server. Nothing is ever sent over the connection that this makes. */
import type * as tls from 'node:tls'
import { visibleText } from '../../shared/text/visible-text'
import type { Clock } from '../time/clock'
import { hostKind } from '../address/hosts'
import type { Network } from '../network/network'
import { codeOf, NetworkError } from '../network/network-error'
import { pinFailure, samePrint, shownPrint } from '../network/pin'
import { readChain, type Chain } from '../network/read-chain'
import { bundledContext } from '../network/trust-roots'
import type { Place } from './address-checks'
import { failed, ok, warning, type Verdict } from './check-list'

const DAY_MS = 24 * 60 * 60_000
const SOON_DAYS = 14
const SHOWN_NAMES = 5

export async function checkCertificate(
  place: Place,
  network: Network,
  clock: Clock,
  signal: AbortSignal
): Promise<Verdict> {
  try {
    const chain = await readChain(network, place, signal)
    const verdict = network.pinned === undefined ? judge(chain, place, clock.wall()) : undefined
    if (!verdict) return judgePinned(chain, place, network.pinned ?? '')
    if (verdict.status !== 'ok' || network.hasOwnAuthority) return verdict
    return (await foreignIssuer(chain, place, network, signal)) ?? verdict
  } catch (error) {
    if (error instanceof NetworkError) {
      return failed(error.message, 'Correct "tls" and "proxy" in the definition of the server.')
    }
    const code = codeOf(error) ?? 'no answer'
    if (code === 'EPROTO' || /^ERR_SSL_/.test(code)) {
      return failed(
        `Port ${place.port} at ${place.host} does not speak TLS that we understand (${code}).`,
        `If the server has no certificate, write ${place.url.protocol === 'wss:' ? 'ws' : 'http'}:// instead; otherwise check the port.`
      )
    }
    return failed(
      `The connection was closed before there was a certificate (${code}).`,
      'Check the port, and whether the server wants a certificate of yours or another host name.'
    )
  }
}

function judge({ refusal, certificates, protocol }: Chain, place: Place, now: number): Verdict {
  const [leaf] = certificates
  if (!leaf) return failed('The server shows no certificate.', 'Give the server a certificate.')
  const until = Date.parse(leaf.valid_to)
  const about = `The certificate is for ${nameOf(leaf.subject)}, from ${nameOf(leaf.issuer)}, valid until ${dateOf(until)}.${shownChain(certificates)}`
  if (refusal === undefined) {
    const days = Math.floor((until - now) / DAY_MS)
    const detail = `${protocol} is spoken, and the system accepts the chain. ${about}`
    if (days >= SOON_DAYS) return ok(detail)
    return warning(
      `The certificate ends in ${days} days. ${detail}`,
      'Renew the certificate of the server.'
    )
  }
  const { what, fix } = explain(refusal, leaf, certificates.length, place, now)
  const detail = `The system does not accept the certificate: ${what} (${refusal}). ${about}`
  return { ...failed(detail, fix), offers: 'certificate' }
}

/** You trust this one and no other, whatever anybody else thinks of either. */
function judgePinned({ certificates, protocol }: Chain, place: Place, pinned: string): Verdict {
  const [leaf] = certificates
  if (samePrint(leaf?.fingerprint256, pinned)) {
    const detail = `${protocol} is spoken, and the certificate is the one that you trust for this server.`
    return ok(`${detail}${shownChain(certificates)}`)
  }
  const { message } = pinFailure(place, pinned, leaf?.fingerprint256)
  const fix =
    'Ask whoever runs the server whether its certificate was renewed. If it was, look at the new one and trust it.'
  return { ...failed(`${message}${shownChain(certificates)}`, fix), offers: 'certificate' }
}

/**
 * Undefined unless the chain is accepted only because somebody has told this machine to: that is how a
 * proxy looks that reads what is encrypted. In a network of one's own it is usual, and no remark.
 */
async function foreignIssuer(
  { certificates, protocol }: Chain,
  place: Place,
  network: Network,
  signal: AbortSignal
): Promise<Verdict | undefined> {
  if (hostKind(place.host.toLowerCase()) !== 'public') return undefined
  const { refusal } = await readChain(network, place, signal, bundledContext())
  if (refusal === undefined) return undefined
  const issuer = nameOf(certificates.at(-1)?.issuer)
  return warning(
    `${protocol} is spoken, and the system accepts the chain, but only because of ${issuer}, an authority that was added to this machine.${shownChain(certificates)}`,
    'If your company inspects what is encrypted, this is how it looks, and nothing has to be done. Otherwise find out who added that authority.'
  )
}

/** A line for each certificate, that of the server first. */
function shownChain(certificates: readonly tls.DetailedPeerCertificate[]): string {
  return certificates
    .map(({ subject, issuer, valid_from: from, valid_to: until, fingerprint256 }) => {
      const dates = `${dateOf(Date.parse(from))} to ${dateOf(Date.parse(until))}`
      return `\n${nameOf(subject)}, from ${nameOf(issuer)}, ${dates}, SHA-256 ${shownPrint(fingerprint256)}`
    })
    .join('')
}

function explain(
  refusal: string,
  leaf: tls.DetailedPeerCertificate,
  length: number,
  { host }: Place,
  now: number
): { what: string; fix: string } {
  const isSelfSigned = nameOf(leaf.subject) === nameOf(leaf.issuer) && length === 1
  const hasExpired = Date.parse(leaf.valid_to) < now
  if (hasExpired || refusal === 'CERT_HAS_EXPIRED') {
    const own = isSelfSigned ? ' It is also self-signed.' : ''
    const expired = hasExpired ? 'it has expired' : 'one of its chain has expired'
    return {
      what: expired,
      fix: `Renew the certificate of the server; if it is valid, check the clock of this machine.${own}`
    }
  }
  switch (refusal) {
    case 'CERT_NOT_YET_VALID':
      return {
        what: `it is valid only from ${dateOf(Date.parse(leaf.valid_from))}`,
        fix: 'Check the clock of this machine.'
      }
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return {
        what: `it is not for ${host}, but for ${namesIn(leaf)}`,
        fix: `Write a name that the certificate is for in the address, or give the server a certificate for ${host}.`
      }
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return { what: 'it is self-signed', fix: TRUST_IT }
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return {
        what: 'its chain ends in an authority that this machine does not know',
        fix: TRUST_IT
      }
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      if (isSelfSigned) return { what: 'it is self-signed', fix: TRUST_IT }
      return {
        what: `the certificate of ${nameOf(leaf.issuer)}, which signed it, was not sent and is not known here`,
        fix: `Let the server send the intermediate certificates too (its full chain), or, if it has an authority of your own, do this: ${TRUST_IT}`
      }
    default:
      return { what: 'it does not hold', fix: TRUST_IT }
  }
}

const TRUST_IT =
  'Give the server a certificate of an authority this machine trusts, name the file of its authority as "ca" under "tls" in the definition, or trust this very certificate with its SHA-256 fingerprint as "pinned" there.'

function nameOf(names: tls.Certificate | undefined): string {
  const { CN, O } = names ?? {}
  return visibleText(String(CN ?? O ?? 'nobody').slice(0, 200))
}

function namesIn({ subjectaltname, subject }: tls.DetailedPeerCertificate): string {
  const names = (subjectaltname ?? '').split(', ').map((name) => name.replace(/^[^:]*:/, ''))
  const shown = names.filter((name) => name !== '').slice(0, SHOWN_NAMES)
  return shown.length === 0 ? nameOf(subject) : visibleText(shown.join(', ').slice(0, 300))
}

function dateOf(time: number): string {
  return Number.isNaN(time) ? 'an unknown day' : new Date(time).toISOString().slice(0, 10)
}
