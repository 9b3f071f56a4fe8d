/** The certificate authorities that are trusted: those that come with us, and those of the system. */
import * as tls from 'node:tls'

let known: readonly string[] | undefined

/** Reading those of the system takes a while, so it is done once, and not before it is needed. */
export function trustRoots(): readonly string[] {
  known ??= [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])]
  return known
}

let plain: tls.SecureContext | undefined

/** For whoever has no certificates of their own to add. */
export function plainContext(): tls.SecureContext {
  plain ??= tls.createSecureContext({ ca: [...trustRoots()] })
  return plain
}

let bundled: tls.SecureContext | undefined

/** Only what comes with us: what it does not accept, the system has been told to accept. */
export function bundledContext(): tls.SecureContext {
  bundled ??= tls.createSecureContext({ ca: [...tls.rootCertificates] })
  return bundled
}
