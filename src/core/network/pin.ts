/** The one certificate that the person trusts for a server, whatever its chain, its names or its dates. */
import type { WireFailure } from '../../shared/protocol/failure'

export const CERTIFICATE_CHANGED = 'ERR_CERTIFICATE_CHANGED'

export function samePrint(one: string | undefined, other: string): boolean {
  return one !== undefined && digits(one) === digits(other)
}

/** As other programs show it: pairs of digits in capitals, with colons between. */
export function shownPrint(print: string): string {
  return digits(print).match(/../g)?.join(':') ?? ''
}

/** Also of a certificate that anybody else would accept: only you can say that it is the right one. */
export function pinFailure(
  { host, port }: { readonly host: string; readonly port: number },
  pinned: string,
  found: string | undefined
): WireFailure {
  const now = found === undefined ? 'none' : shownPrint(found)
  const message = `The certificate of ${host}:${port} is not the one that you trusted for this server. Nothing was sent. Trusted (SHA-256): ${shownPrint(pinned)}. Now: ${now}.`
  return { class: 'tls', code: CERTIFICATE_CHANGED, message, isUnsent: true }
}

function digits(print: string): string {
  return print
    .replace(/^sha256:/i, '')
    .replaceAll(':', '')
    .toUpperCase()
}
