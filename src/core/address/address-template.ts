/**
 * An address as it is written, with its references: cut into what may be secret and what may not,
 * so that the text around stays as the person wrote it.
 */
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { isOnlyReferences } from '../references/secret-values'
import { piecesOf } from '../references/references'
import { isSocketAddress } from './socket-address'

export type AddressPart = {
  readonly text: string
  /** Names the part where it may be secret, the same in two versions of one address. */
  readonly slot?: string
}

export function addressParts(address: string): readonly AddressPart[] {
  const { masked, unmask } = mask(address)
  const [, path = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/.exec(masked) ?? []
  const parts: AddressPart[] = [...credentialParts(path)]
  if (query !== undefined) parts.push({ text: '?' }, ...queryParts(query))
  // Of a socket it is the path that is asked for.
  const isSecret = !isSocketAddress(address)
  if (fragment !== undefined) {
    parts.push({ text: '#' }, { text: fragment, ...(isSecret && { slot: 'fragment' }) })
  }
  return parts.map((part) => ({ ...part, text: unmask(part.text) }))
}

/** Credentials, values of the query and the fragment are hidden, unless they are references. */
export function shownTemplate(address: string): string {
  return addressParts(address)
    .map(({ text, slot }) => (slot === undefined || isHarmless(text) ? text : HIDDEN_VALUE))
    .join('')
}

function isHarmless(text: string): boolean {
  return text === '' || text.split(':').join('') === '' || isOnlyReferences(text)
}

function credentialParts(path: string): readonly AddressPart[] {
  const scheme = /^\s*[a-z][a-z\d+.-]*:[/\\]+/i.exec(path)?.[0] ?? ''
  // Without slashes what looks like a scheme may be a name, so everything before the @ is hidden.
  const authority = scheme === '' ? path : (/^[^/\\]*/.exec(path.slice(scheme.length))?.[0] ?? '')
  const at = authority.lastIndexOf('@')
  if (at === -1) return [{ text: path }]
  return [
    { text: scheme },
    { text: authority.slice(0, at), slot: 'credentials' },
    { text: path.slice(scheme.length + at) }
  ]
}

function queryParts(query: string): readonly AddressPart[] {
  const counts = new Map<string, number>()
  return query.split('&').flatMap((parameter, index) => {
    const end = parameter.indexOf('=')
    const name = parameter.slice(0, Math.max(0, end))
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    const slot = `parameter ${name} ${count}`
    const before = `${index === 0 ? '' : '&'}${end === -1 ? '' : `${name}=`}`
    return [{ text: before }, { text: parameter.slice(end + 1), slot }]
  })
}

/** References may hold any delimiter; here each is one character that no address has. */
function mask(address: string): { masked: string; unmask: (text: string) => string } {
  const hidden: string[] = []
  const masked = piecesOf(address)
    .map((piece) => {
      if (piece.kind === 'literal' && !piece.text.includes('\0')) return piece.text
      hidden.push(piece.kind === 'reference' ? piece.reference.text : piece.text)
      return `\0${hidden.length - 1}\0`
    })
    .join('')
  return {
    masked,
    unmask: (text) => text.replace(/\0(\d+)\0/g, (_all, index) => hidden[Number(index)] ?? '')
  }
}
