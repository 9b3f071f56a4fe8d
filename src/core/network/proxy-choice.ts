/** Which proxy the way to an address leads through, and who says so. Pure: it connects to nothing. */
import { BlockList, isIP } from 'node:net'
import { hostKind } from '../address/hosts'

export type Environment = Readonly<Record<string, string | undefined>>

export type Proxy = {
  readonly protocol: 'http:' | 'https:'
  readonly host: string
  readonly port: number
  /** What `Proxy-Authorization` has to say. Never shown. */
  readonly authorization?: string
}

/** One way to try. */
export type Hop = { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly proxy: Proxy }

/** The ways to an address, the first to be tried first, and a whole sentence that says why these. */
export type Route = { readonly hops: readonly Hop[]; readonly why: string }

/** No way can be taken; the sentence says why. */
export type NoRoute = { readonly problem: string }

export const DIRECT: Hop = { kind: 'direct' }

const DEFAULT_PORTS = { 'http:': 80, 'https:': 443 } as const

/** Never with a name or a password. */
export function shownProxy({ protocol, host, port }: Pick<Proxy, 'protocol' | 'host' | 'port'>) {
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return protocol === 'https:' ? `https://${place}` : place
}

/** Undefined when the text is not the address of a proxy that we can use. */
export function readProxy(text: string): Proxy | undefined {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const url = URL.parse(whole.trim())
  if (!url || url.hostname === '') return undefined
  const { protocol } = url
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return {
    protocol,
    host: bare(url.hostname),
    port: url.port === '' ? DEFAULT_PORTS[protocol] : Number(url.port),
    ...(url.username + url.password !== '' && { authorization: basic(url) })
  }
}

function basic({ username, password }: URL): string {
  const pair = `${decoded(username)}:${decoded(password)}`
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a percent sign that encodes nothing is meant as it is
  }
}

/** As curl and Node understand the variables; a name in lower case goes before the other. */
export function environmentRoute(url: URL, environment: Environment): Route | NoRoute {
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:'
  const found = [isSecure ? 'https_proxy' : 'http_proxy', 'all_proxy']
    .flatMap((name) => [name, name.toUpperCase()])
    .find((name) => (environment[name] ?? '').trim() !== '')
  if (found === undefined) {
    return { hops: [DIRECT], why: 'No variable of the environment names a proxy.' }
  }
  const exception = exceptionFor(url, environment)
  if (exception !== undefined) return { hops: [DIRECT], why: exception }
  const text = environment[found] ?? ''
  const proxy = readProxy(text)
  if (!proxy) return unusable(found, text)
  const why = `The variable ${found} names the proxy ${shownProxy(proxy)}.`
  return { hops: [{ kind: 'proxy', proxy }], why }
}

function unusable(variable: string, text: string): NoRoute {
  const scheme = /^\s*(socks\w*):/i.exec(text)?.[1]
  const what = scheme === undefined ? 'is not the address of a proxy' : `asks for ${scheme}`
  return {
    problem: `The variable ${variable} ${what}. Patchbay uses proxies that begin with http:// or https://.`
  }
}

/** Why an address is reached without the proxy of the environment; undefined when it is not. */
function exceptionFor(url: URL, environment: Environment): string | undefined {
  const name = ['no_proxy', 'NO_PROXY'].find((each) => (environment[each] ?? '').trim() !== '')
  if (name === undefined) return undefined
  const entries = (environment[name] ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
  const match = entries.find((entry) => isExcepted(entry.toLowerCase(), url))
  return match === undefined
    ? undefined
    : `The variable ${name} says that ${bare(url.hostname)} is reached directly.`
}

function isExcepted(entry: string, url: URL): boolean {
  if (entry === '*') return true
  const host = bare(url.hostname).replace(/\.$/, '')
  const port = url.port === '' ? String(portOf(url)) : url.port
  const { wanted, port: entryPort } = partsOf(entry)
  if (entryPort !== undefined && entryPort !== port) return false
  if (wanted.includes('/')) return isInNetwork(host, wanted)
  if (isIP(host) !== 0) return host === bare(wanted)
  const suffix = wanted.replace(/^\*?\./, '')
  return suffix !== '' && (host === suffix || host.endsWith(`.${suffix}`))
}

/** `host`, `host:port`, an address of IPv6, or one in brackets with a port or without. */
function partsOf(entry: string): { readonly wanted: string; readonly port?: string } {
  if (isIP(entry) !== 0) return { wanted: entry }
  const [, inBrackets, plain = '', port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? []
  const wanted = inBrackets ?? plain
  if (wanted === '') return { wanted: entry }
  return { wanted, ...(port !== undefined && { port }) }
}

function isInNetwork(host: string, network: string): boolean {
  const [address = '', prefix = ''] = network.split('/')
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  const longest = family === 'ipv4' ? 32 : 128
  const isNetwork = isIP(address) !== 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= longest
  if (!isNetwork || isIP(host) === 0) return false
  const list = new BlockList()
  list.addSubnet(address, Number(prefix), family)
  return list.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6')
}

/** Reads what Chromium and PAC files say: `PROXY host:port; HTTPS host:port; DIRECT`. */
export function systemRoute(said: string): Route | NoRoute {
  const words = said.split(';').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]))
  const hops = words.flatMap(hopOf)
  if (words.length === 0 || words[0]?.toUpperCase() === 'DIRECT') {
    return { hops: [DIRECT], why: 'The system names no proxy for this address.' }
  }
  const [first] = hops
  if (!first) {
    const kinds = kindsIn(words)
    return { problem: `The system asks for a kind of proxy that Patchbay does not use (${kinds}).` }
  }
  const named = first.kind === 'proxy' ? `the proxy ${shownProxy(first.proxy)}` : 'no proxy'
  return { hops, why: `The system names ${named} for this address.` }
}

function hopOf(word: string): readonly Hop[] {
  const [, kind = '', place = ''] = /^(\S+)\s*(\S*)$/.exec(word) ?? []
  if (kind.toUpperCase() === 'DIRECT') return [DIRECT]
  const scheme = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }[kind.toUpperCase()]
  const proxy = scheme === undefined ? undefined : readProxy(`${scheme}://${place}`)
  return proxy ? [{ kind: 'proxy', proxy }] : []
}

function kindsIn(words: readonly string[]): string {
  const kinds = words.map((word) => (word.split(/\s/)[0] ?? '').replace(/[^\w-]/g, '').slice(0, 20))
  return [...new Set(kinds)].join(', ')
}

/** This machine is never reached through somebody else's, unless you name the proxy yourself. */
export function isThisMachine({ hostname }: URL): boolean {
  return hostKind(hostname.toLowerCase()) === 'loopback'
}

export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' || protocol === 'wss:' ? 443 : 80
}

/** Without the brackets of an IPv6 address. */
export function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}
