/** Looks at the certificates of a server. Nothing is ever sent over the connection that this makes. */
import * as tls from 'node:tls'
import * as net from 'node:net'
import { visibleText } from '../../shared/visible-text'
import type { Clock } from '../clock'
import { codeOf } from '../transport/http-failure'
import { lookup } from '../transport/lookup'
import type { Place } from './address-checks'
import { failed, ok, warning, type Verdict } from './check-list'

export type Chain = {
  /** What the system thinks of it; undefined when it is accepted. */
  readonly refusal?: string
  readonly certificates: readonly tls.DetailedPeerCertificate[]
  readonly protocol: string
}

const DAY_MS = 24 * 60 * 60_000
const SOON_DAYS = 14
const SHOWN_NAMES = 5

export async function checkCertificate(
  place: Place,
  clock: Clock,
  signal: AbortSignal
): Promise<Verdict> {
  try {
    return judge(await readChain(place, signal), place, clock.wall())
  } catch (error) {
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

/** Accepts every certificate in order to read it. The session later accepts only what is right. */
export function readChain(
  { host, port }: Pick<Place, 'host' | 'port'>,
  signal: AbortSignal
): Promise<Chain> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      host,
      port,
      lookup,
      ...(net.isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false
    })
    const onAbort = (): void => void socket.destroy(new Error('too late'))
    signal.addEventListener('abort', onAbort, { once: true })
    socket.on('error', reject)
    socket.once('close', () => {
      signal.removeEventListener('abort', onAbort)
      reject(new Error('closed'))
    })
    socket.once('secureConnect', () => {
      // Named as an error by its type, but a code at run time.
      const refusal = socket.authorized ? undefined : String(socket.authorizationError)
      resolve({
        certificates: chainOf(socket.getPeerCertificate(true)),
        protocol: socket.getProtocol() ?? 'TLS',
        ...(refusal !== undefined && { refusal })
      })
      socket.destroy()
    })
  })
}

/** The last one names itself as its issuer, or its issuer was not sent. */
function chainOf(first: tls.DetailedPeerCertificate): readonly tls.DetailedPeerCertificate[] {
  const chain: tls.DetailedPeerCertificate[] = []
  let next: tls.DetailedPeerCertificate | undefined = first
  while (next?.fingerprint256 !== undefined && !chain.includes(next)) {
    chain.push(next)
    next = next.issuerCertificate
  }
  return chain
}

function judge({ refusal, certificates, protocol }: Chain, place: Place, now: number): Verdict {
  const [leaf] = certificates
  if (!leaf) return failed('The server shows no certificate.', 'Give the server a certificate.')
  const until = Date.parse(leaf.valid_to)
  const about = `The certificate is for ${nameOf(leaf.subject)}, from ${nameOf(leaf.issuer)}, valid until ${dateOf(until)}.`
  if (refusal === undefined) {
    const days = Math.floor((until - now) / DAY_MS)
    const detail = `${protocol} is spoken, and the system accepts the chain. ${about}`
    if (days >= SOON_DAYS) return ok(detail)
    return warning(`${detail} That is in ${days} days.`, 'Renew the certificate of the server.')
  }
  const { what, fix } = explain(refusal, leaf, certificates.length, place, now)
  return failed(`The system does not accept the certificate: ${what} (${refusal}). ${about}`, fix)
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
  'Give the server a certificate of an authority this machine trusts, or start Patchbay with NODE_EXTRA_CA_CERTS set to a file with the certificate of its authority.'

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
