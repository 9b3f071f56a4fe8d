/** Tells what is wrong with a connection that could not be made, and whose certificate it was. */
import * as tls from 'node:tls'
import type { WireFailure } from '../../shared/failure'
import { visibleText } from '../../shared/visible-text'
import type { Clock } from '../clock'
import { codeOf, isTlsError, networkFailure, tlsFailure } from './http-failure'
import { lookup } from './lookup'

const CERTIFICATE_WAIT_MS = 3_000

export async function failureOf(error: unknown, url: URL, clock: Clock): Promise<WireFailure> {
  if (!isTlsError(codeOf(error))) return networkFailure(error, url)
  return tlsFailure(error, url, await describeCertificate(url, clock))
}

/** Looks at a certificate that was not accepted. Nothing is ever sent over this connection. */
function describeCertificate(url: URL, clock: Clock): Promise<string | undefined> {
  return new Promise((resolve) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const port = url.port === '' ? 443 : Number(url.port)
    const socket = tls.connect({
      host,
      port,
      lookup,
      servername: serverName(host),
      rejectUnauthorized: false
    })
    const finish = (text?: string): void => {
      stopWaiting()
      socket.destroy()
      resolve(text)
    }
    const stopWaiting = clock.after(CERTIFICATE_WAIT_MS, () => finish())
    socket.on('error', () => finish())
    socket.once('close', () => finish())
    socket.once('secureConnect', () => finish(summary(socket.getPeerCertificate())))
  })
}

/** An address is no name, and TLS knows names only. */
function serverName(host: string): string {
  return /^[\d.]+$|:/.test(host) ? '' : host
}

function summary({ subject, issuer, valid_to: validTo }: tls.PeerCertificate): string | undefined {
  if (!subject) return undefined
  const name = ({ CN, O }: tls.Certificate): string => visibleText(String(CN ?? O ?? 'nobody'))
  return `The certificate is for ${name(subject)}, from ${name(issuer)}, valid until ${validTo}.`
}
