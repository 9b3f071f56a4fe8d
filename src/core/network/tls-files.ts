/** The certificates and the key that a definition names, read and checked before anything is sent. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import * as tls from 'node:tls'
import type { TlsAccess } from '../../shared/servers/server-access'
import { messageOf } from '../../shared/protocol/errors'
import { isPem } from '../references/tls-paths'
import { NetworkError } from './network-error'
import { plainContext, trustRoots } from './trust-roots'

const FILE_LIMIT_BYTES = 1024 * 1024

/** For the server itself. Throws a `NetworkError` that says which file is wrong, and how. */
export function contextOf({ ca, cert, key, passphrase }: TlsAccess): tls.SecureContext {
  if (ca === undefined && cert === undefined) return plainContext()
  const own = cert !== undefined && key !== undefined && identityOf(cert, key, passphrase)
  return contextFrom({ ca: authoritiesOf(ca), ...own })
}

/** For everybody else who is asked on its behalf: they get no certificate of yours. */
export function strangerContextOf({ ca }: TlsAccess): tls.SecureContext {
  return ca === undefined ? plainContext() : contextFrom({ ca: authoritiesOf(ca) })
}

function contextFrom(options: tls.SecureContextOptions): tls.SecureContext {
  try {
    return tls.createSecureContext(options)
  } catch (error) {
    throw unusable(`The certificates of this server cannot be used: ${messageOf(error)}.`)
  }
}

/** Added to those that are trusted anyway, not instead of them. */
function authoritiesOf(ca: string | undefined): string[] {
  if (ca === undefined) return [...trustRoots()]
  const { text, name } = read('ca', ca)
  const certificates = certificatesIn(text)
  if (certificates.length === 0) throw unusable(`${name} holds no certificate in PEM.`)
  for (const certificate of certificates) expectCertificate(certificate, name)
  return [...trustRoots(), ...certificates]
}

function identityOf(
  cert: string,
  key: string,
  passphrase: string | undefined
): tls.SecureContextOptions {
  const certificate = read('cert', cert)
  const [first] = certificatesIn(certificate.text)
  if (first === undefined) throw unusable(`${certificate.name} holds no certificate in PEM.`)
  const leaf = expectCertificate(first, certificate.name)
  const secret = read('key', key)
  const opened = openKey(secret, passphrase)
  if (!leaf.checkPrivateKey(opened)) {
    throw unusable(
      `${secret.name} does not belong to ${certificate.name}: they are two different keys.`
    )
  }
  const unlocked = opened.export({ type: 'pkcs8', format: 'pem' })
  return { cert: certificate.text, key: unlocked }
}

type Source = { readonly text: string; readonly name: string }

function openKey({ text, name }: Source, passphrase: string | undefined) {
  const isLocked = /ENCRYPTED/.test(text)
  if (isLocked && passphrase === undefined) {
    throw unusable(`${name} is locked: give what opens it as "tls.passphrase".`)
  }
  try {
    return createPrivateKey({ key: text, ...(passphrase !== undefined && { passphrase }) })
  } catch {
    // The error of the library may quote what it read.
    throw unusable(
      isLocked
        ? `${name} cannot be opened with "tls.passphrase".`
        : `${name} holds no private key in PEM.`
    )
  }
}

function expectCertificate(pem: string, name: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw unusable(`${name} holds a certificate that cannot be read.`)
  }
}

function certificatesIn(text: string): readonly string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g) ?? []
}

function read(field: 'ca' | 'cert' | 'key', value: string): Source {
  if (isPem(value)) return { text: value, name: `"tls.${field}"` }
  const name = `The file ${value} of "tls.${field}"`
  try {
    const found = statSync(value)
    if (!found.isFile()) throw new Error('it is not a file')
    if (found.size > FILE_LIMIT_BYTES) throw new Error('it is larger than 1 MiB')
    return { text: readFileSync(value, 'utf8'), name }
  } catch (error) {
    throw unusable(`${name} cannot be read: ${readFault(error)}.`)
  }
}

function readFault(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EACCES' || code === 'EPERM') return 'you may not read it'
  return messageOf(error)
}

function unusable(message: string): NetworkError {
  const code = 'ERR_TLS_FILES'
  return new NetworkError({ class: 'tls', code, message, isUnsent: true })
}
