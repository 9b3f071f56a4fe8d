/** Where an address leads, as far as it can be told before its variables are filled in. */
import { BlockList, isIP } from 'node:net'
import { PROXY_WORDS, type Access } from '../../shared/servers/server-access'
import { piecesOf, type Reference } from '../references/references'
import { isSocketAddress } from './socket-address'

export type HostKind = 'loopback' | 'private' | 'link-local' | 'metadata' | 'public'

export type Destination = {
  /** In lower case and without the port; absent when variables decide it. */
  readonly host?: string
  /** For a person to read. */
  readonly shown: string
  /** Absent when a variable decides it. */
  readonly scheme?: string
  readonly isLoopback: boolean
}

const METADATA_NAMES = ['metadata.google.internal', 'metadata.goog', 'instance-data']

const loopback = blocks(['127.0.0.0', 8, 'ipv4'], ['::1', 128, 'ipv6'])
const metadata = blocks(
  ['169.254.169.254', 32, 'ipv4'],
  ['169.254.170.2', 32, 'ipv4'],
  ['100.100.100.200', 32, 'ipv4'],
  ['fd00:ec2::254', 128, 'ipv6']
)
const linkLocal = blocks(['169.254.0.0', 16, 'ipv4'], ['fe80::', 10, 'ipv6'])
const privateNetworks = blocks(
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['0.0.0.0', 8, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
  ['::', 128, 'ipv6']
)

export function hostKind(host: string): HostKind {
  const name = host.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (METADATA_NAMES.includes(name)) return 'metadata'
  const version = isIP(name)
  if (version === 0) {
    if (name === 'localhost' || name.endsWith('.localhost')) return 'loopback'
    return /\.(local|internal|lan|home\.arpa)$/.test(name) || !name.includes('.')
      ? 'private'
      : 'public'
  }
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (metadata.check(name, family)) return 'metadata'
  if (loopback.check(name, family)) return 'loopback'
  if (linkLocal.check(name, family)) return 'link-local'
  return privateNetworks.check(name, family) ? 'private' : 'public'
}

export function destinationOf(address: string): Destination {
  if (isSocketAddress(address)) {
    const scheme = address.trim().slice(0, 4).toLowerCase()
    return { host: 'localhost', shown: 'a socket of this machine', scheme, isLoopback: true }
  }
  const { text, references } = withMarks(address)
  const match = /^([a-z][a-z\d+.-]{0,30}):[/\\]*([^/\\?#]*)/i.exec(text.trim())
  const [, scheme = '', authority = ''] = match ?? []
  const host = match && isSteady(authority, references) ? canonicalHost(authority) : undefined
  if (!match || host === undefined) {
    return { shown: unknownHost(references), isLoopback: false }
  }
  const isLoopback = hostKind(host) === 'loopback'
  return { host, shown: host, scheme: scheme.toLowerCase(), isLoopback }
}

/** The proxy that a definition names itself, if it does; what is sent to its server goes there first. */
export function namedProxy(access: Access | undefined): Destination | undefined {
  const proxy = access?.proxy
  if (proxy === undefined || PROXY_WORDS.has(proxy)) return undefined
  return destinationOf(proxy)
}

const MARK = /[\uE000-\uF8FF]/
const FIRST_MARK = 0xe000
/** Stands for what is not known, and for references beyond those that have a mark. */
const LAST_MARK = 0xf8ff

/** References hold colons and slashes of their own, so single characters stand in for them. */
function withMarks(address: string): { text: string; references: readonly Reference[] } {
  const references: Reference[] = []
  const parts = piecesOf(address).map((piece) => {
    if (piece.kind === 'literal') return piece.text.replace(/[\uE000-\uF8FF]/g, '%')
    const mark = FIRST_MARK + references.length
    if (piece.kind === 'unknown' || mark >= LAST_MARK) return String.fromCharCode(LAST_MARK)
    references.push(piece.reference)
    return String.fromCharCode(mark)
  })
  return { text: parts.join(''), references }
}

/**
 * Whether the host stays the same whatever the references turn out to be: they are in the
 * credentials or the port only, and no fallback there brings a delimiter with it.
 */
function isSteady(authority: string, references: readonly Reference[]): boolean {
  const used = [...authority].flatMap((character) => {
    if (!MARK.test(character)) return []
    return [references[character.charCodeAt(0) - FIRST_MARK]]
  })
  const isTame = used.every((each) => each && /^[\w.~-]*$/.test(each.fallback ?? ''))
  return isTame && !MARK.test(hostPart(authority))
}

function hostPart(authority: string): string {
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:[^:\]]*$/, '')
}

/** As a client would understand it: `0x7f.1` is 127.0.0.1. */
function canonicalHost(authority: string): string | undefined {
  const address = `http://${hostPart(authority)}/`
  return URL.canParse(address) ? new URL(address).hostname : undefined
}

function unknownHost(references: readonly Reference[]): string {
  const [first] = references
  return first ? `a host that ${first.text} decides` : 'a host that cannot be told'
}

type Network = readonly [address: string, prefix: number, family: 'ipv4' | 'ipv6']

function blocks(...networks: readonly Network[]): BlockList {
  const list = new BlockList()
  for (const [address, prefix, family] of networks) list.addSubnet(address, prefix, family)
  return list
}
