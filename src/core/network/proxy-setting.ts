/** What may be set as the proxy for all servers. */
import { PROXY_WORDS } from '../../shared/servers/server-access'
import { piecesOf } from '../references/references'
import { isOnlyReferences } from '../references/secret-values'
import { readProxy, shownProxy } from './proxy-choice'

export function isProxyWord(text: string): boolean {
  return PROXY_WORDS.has(text)
}

/** Why a text cannot be set; undefined when it can. What is refused is kept nowhere. */
export function whyNoProxy(text: string): string | undefined {
  if (isProxyWord(text)) return undefined
  const { plain, names } = withoutSecrets(text)
  if (/^socks/i.test(text)) return 'SOCKS proxies are not used; http:// and https:// ones are.'
  if (!/^https?:\/\//i.test(text) || !readProxy(plain)) {
    return 'It has to be the address of a proxy that begins with http:// or https://.'
  }
  const other = piecesOf(text).find(
    (piece) =>
      piece.kind === 'unknown' || (piece.kind === 'reference' && piece.reference.kind !== 'secret')
  )
  if (other) return 'Only ${secret:NAME} is filled in there.'
  const [, authority = ''] = /^[a-z]+:\/\/([^/?#]*)/i.exec(text) ?? []
  const [, password] = /^[^:@]*:(.*)@/.exec(authority.replaceAll('${secret:', '${secret\0')) ?? []
  if (password !== undefined && !isOnlyReferences(password.replaceAll('\0', ':'))) {
    return 'Settings are kept in a file, so write the password as ${secret:NAME}.'
  }
  return names.length > 1 ? 'One secret is enough: that of the password.' : undefined
}

/** Of the proxy that a person is asked about. */
export function describeProxy(text: string): {
  readonly address: string
  readonly secret?: string
} {
  const { plain, names } = withoutSecrets(text)
  const proxy = readProxy(plain)
  const [secret] = names
  return {
    address: proxy ? shownProxy(proxy) : plain,
    ...(secret !== undefined && { secret })
  }
}

function withoutSecrets(text: string): { plain: string; names: readonly string[] } {
  const names: string[] = []
  const plain = piecesOf(text)
    .map((piece) => {
      if (piece.kind !== 'reference') return piece.text
      names.push(piece.reference.name)
      return 'x'
    })
    .join('')
  return { plain, names }
}
