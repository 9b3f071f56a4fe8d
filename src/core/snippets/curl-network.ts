/** The way to a server as options of curl: its proxy, and what proves who is at either end. */
import { PROXY_WORDS, type Access, type TlsAccess } from '../../shared/servers/server-access'
import { isPem } from '../references/tls-paths'
import { shellTemplate } from './shell-quote'
import { safeText, templateOf } from './stand-ins'
import { notPossible } from './snippet-request'

type Reached = { readonly name: string; readonly access?: Access }

/** Refuses with a sentence where curl would go another way, or trust somebody else. */
export function curlNetwork({ name, access }: Reached): readonly string[] {
  return [...proxyOptions(access?.proxy), ...tlsOptions(name, access?.tls ?? {})]
}

/** For everybody else who is asked on behalf of the server: they get no certificate of yours. */
export function curlNetworkToOthers({ name, access }: Reached): readonly string[] {
  const { ca } = access?.tls ?? {}
  return [...proxyOptions(access?.proxy), ...(ca === undefined ? [] : caOption(name, ca))]
}

/** Without a word of ours, curl looks at the environment. */
function proxyOptions(proxy: string | undefined): readonly string[] {
  if (proxy === 'none') return [`--noproxy '*'`]
  if (proxy === undefined || PROXY_WORDS.has(proxy)) return []
  const [, scheme = '', user = '', password, rest = ''] =
    /^([a-z]+:\/\/)([^:@/]*)(?::([^@]*))?@(.*)$/i.exec(withoutColons(proxy)) ?? []
  if (password === undefined) return [`-x ${shellTemplate(templateOf(proxy))}`]
  const before = templateOf(withColons(`${scheme}${user}:`))
  const secret = templateOf(safeText('proxy_password', withColons(password)))
  return [`-x ${shellTemplate([...before, ...secret, ...templateOf(withColons(`@${rest}`))])}`]
}

/** The colon in a reference such as ${secret:NAME} does not begin a password. */
function withoutColons(text: string): string {
  return text.replaceAll(/\$\{[^}]*\}/g, (reference) => reference.replaceAll(':', '\0'))
}

function withColons(text: string): string {
  return text.replaceAll('\0', ':')
}

function tlsOptions(name: string, tls: TlsAccess): readonly string[] {
  const { ca, cert, key, passphrase, serverName, pinned } = tls
  if (pinned !== undefined) throw cannot(name, 'trusts one certificate by its fingerprint')
  if (serverName !== undefined) throw cannot(name, 'is asked for under another server name')
  return [
    ...(ca === undefined ? [] : caOption(name, ca)),
    ...(cert === undefined ? [] : [`--cert ${fileWord(name, cert)}`]),
    ...(key === undefined ? [] : [`--key ${fileWord(name, key)}`]),
    ...(passphrase === undefined
      ? []
      : [`--pass ${shellTemplate(templateOf(safeText('key_passphrase', passphrase)))}`])
  ]
}

function caOption(name: string, ca: string): readonly string[] {
  return [`--cacert ${fileWord(name, ca)}`]
}

function fileWord(name: string, file: string): string {
  if (isPem(file)) throw cannot(name, 'has a certificate or key written out in its definition')
  return shellTemplate(templateOf(file))
}

function cannot(name: string, what: string): Error {
  return notPossible(
    `${name} ${what}, which curl cannot do. Copy it as a patchbay command instead.`
  )
}
