/** From the address of a server to a connection with it. */
import * as net from 'node:net'
import { messageOf } from '../../shared/protocol/errors'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import type { Clock } from '../time/clock'
import { piecesOf } from '../references/references'
import { httpAddressOf, isSocketAddress, readSocketAddress } from '../address/socket-address'
import { preview } from '../text/preview'
import { codeOf } from '../network/network-error'
import { ADDRESS_REFUSED, lookUpAll, LOOPBACKS } from '../network/lookup'
import { shownAddress } from '../address/shown-address'
import { failed, ok, warning, type Verdict } from './check-list'

export type Place = {
  readonly url: URL
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
  /** Where the server listens, if it is not a port. */
  readonly socketPath?: string
}

export type Address = { readonly address: string; readonly family: number }

type Limits = { readonly clock: Clock; readonly signal: AbortSignal }
type Attempt = Address & { readonly error?: string }

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'ws:': 80,
  'https:': 443,
  'wss:': 443
}
const TRIED_ADDRESSES = 4
/** Shorter than the check may take, so that there is something to tell. */
const CONNECT_WAIT_MS = 6_000

/** Would be taken for a strange name. */
function hasVariable(text: string): boolean {
  return piecesOf(text).some(({ kind }) => kind !== 'literal')
}

/** Undefined when the text is not an address that the transport can use. */
export function placeOf({ url: text, transport }: RemoteDefinition): Place | undefined {
  if (isSocketAddress(text)) return socketPlace(text)
  const url = URL.canParse(text) && !hasVariable(text) ? new URL(text) : undefined
  if (!url) return undefined
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
  const isSocket = transport === 'websocket' && ['ws:', 'wss:'].includes(url.protocol)
  if (!isHttp && !isSocket) return undefined
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port)
  return { url, host, port, isSecure: url.protocol === 'https:' || url.protocol === 'wss:' }
}

function socketPlace(text: string): Place | undefined {
  const socket = hasVariable(text) ? undefined : readSocketAddress(text)
  if (!socket || 'problem' in socket) return undefined
  const url = httpAddressOf(socket)
  return { url, host: url.hostname, port: 80, isSecure: false, socketPath: socket.path }
}

export function checkAddress(definition: RemoteDefinition): Verdict {
  const { url: text, transport } = definition
  const shown = preview(shownAddress(text))
  if (hasVariable(text)) {
    return failed(
      `${shown} holds a variable that has no value.`,
      'Give the variable a value, or write the address out.'
    )
  }
  const place = placeOf(definition)
  if (place) {
    const { url, host, socketPath } = place
    if (socketPath !== undefined) {
      return ok(`${shown} is the socket ${socketPath} of this machine, asked for ${url.pathname}.`)
    }
    if (url.username !== '' || url.password !== '') {
      return warning(
        `${shown} holds a name or a password, which may end up in logs on the way.`,
        'Give the credentials in a header of the definition instead.'
      )
    }
    return ok(`${shown} is the address of port ${place.port} at ${host}.`)
  }
  const schemes = transport === 'websocket' ? 'ws:, wss:, http: or https:' : 'http: or https:'
  if (/^wss?:/i.test(text.trim())) {
    return failed(
      `${shown} is the address of a WebSocket, and the transport is ${transport}.`,
      'Set "transport" to "websocket", or write an address that starts with http: or https:.'
    )
  }
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text.trim())) {
    return failed(
      `${shown} does not start with ${schemes}.`,
      `Write the whole address, starting with ${/^(localhost|127\.|\[)/.test(text) ? 'http://' : 'https://'}.`
    )
  }
  return failed(
    `${shown} is not an address that starts with ${schemes}.`,
    'Correct the url in the definition of the server.'
  )
}

export async function lookUp({ host }: Place): Promise<{
  verdict: Verdict
  addresses: readonly Address[]
}> {
  const family = net.isIP(host)
  if (family !== 0) {
    const verdict = ok(`${host} is an address already, and needs no lookup.`)
    return { verdict, addresses: [{ address: host, family }] }
  }
  try {
    const addresses = await lookUpAll(host)
    const found = addresses.map(({ address }) => address).join(', ')
    const local = isLocal(host)
      ? ' Patchbay does not ask the network for that name. A server may listen on only one of them.'
      : ''
    return { verdict: ok(`${host} is ${found}.${local}`), addresses }
  } catch (error) {
    if (codeOf(error) === ADDRESS_REFUSED) return { verdict: refused(error), addresses: [] }
    return { verdict: lookupFailed(host, codeOf(error) ?? 'ENOTFOUND'), addresses: [] }
  }
}

function refused(error: unknown): Verdict {
  return failed(
    `${capitalized(messageOf(error))}.`,
    'If that is where you want to go, write the address itself in the definition of the server.'
  )
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function lookupFailed(host: string, code: string): Verdict {
  if (code === 'ENOTFOUND') {
    return failed(
      `The name ${host} is not known (${code}).`,
      'Check the spelling of the name, and whether it is only known inside a network (VPN) that you are not in.'
    )
  }
  return failed(
    `The name ${host} cannot be looked up now (${code}).`,
    'Check that this machine has a network, and that its DNS server answers.'
  )
}

export async function tryToConnectSocket(path: string, limits: Limits): Promise<Verdict> {
  const error = await connectTo({ path }, limits)
  if (error === undefined) return ok(`${path} can be reached.`)
  if (error === 'ENOENT') {
    return failed(
      `There is no socket ${path} (${error}).`,
      'Start the server, and check the path of its socket.'
    )
  }
  if (error === 'EACCES') {
    return failed(
      `You may not use ${path} (${error}).`,
      'Let the server give you the right to read and write its socket.'
    )
  }
  return failed(`${path} ${said(error)}.`, 'Start the server, and check the path of its socket.')
}

/** Tries every address by itself, so that one that hangs hides no other. */
export async function tryToConnect(
  { host, port }: Place,
  addresses: readonly Address[],
  { clock, signal }: Limits
): Promise<Verdict> {
  const tried = addresses.slice(0, TRIED_ADDRESSES)
  const limits = { clock, signal }
  const attempts = await Promise.all(tried.map((each) => attemptTo(each, port, limits)))
  const open = attempts.filter(({ error }) => error === undefined)
  const shut = attempts.filter(({ error }) => error !== undefined)
  const told = shut.map((each) => `${shownPlace(each, port)} ${said(each.error)}.`).join(' ')
  if (open.length > 0) {
    const first = `${open.map((each) => shownPlace(each, port)).join(' and ')} can be reached.`
    return ok(told === '' ? first : `${first} ${told}`)
  }
  const others = LOOPBACKS.filter(({ address }) => isLocal(host) && !isIn(tried, address))
  for (const other of others) {
    if ((await attemptTo(other, port, limits)).error === undefined) {
      return failed(
        `${told} But ${shownPlace(other, port)} can be reached.`,
        `Write ${other.family === 6 ? `[${other.address}]` : other.address} instead of ${host} in the address.`
      )
    }
  }
  return failed(told, connectAdvice(host, port, attempts))
}

async function attemptTo(
  { address, family }: Address,
  port: number,
  limits: Limits
): Promise<Attempt> {
  const error = await connectTo({ host: address, port }, limits)
  return { address, family, ...(error !== undefined && { error }) }
}

/** Undefined when somebody is there. */
function connectTo(
  place: net.NetConnectOpts,
  { clock, signal }: Limits
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect(place)
    const finish = (error?: string): void => {
      signal.removeEventListener('abort', onAbort)
      stopWaiting()
      socket.destroy()
      resolve(error)
    }
    const onAbort = (): void => finish('ETIMEDOUT')
    const stopWaiting = clock.after(CONNECT_WAIT_MS, onAbort)
    signal.addEventListener('abort', onAbort, { once: true })
    socket.once('connect', () => finish())
    socket.on('error', (error) => finish(codeOf(error) ?? 'failed'))
  })
}

function connectAdvice(host: string, port: number, attempts: readonly Attempt[]): string {
  const errors = new Set(attempts.map(({ error }) => error))
  if (errors.has('ECONNREFUSED')) {
    return isLocal(host)
      ? `Start the server, and check that it listens on port ${port}.`
      : `Check the port ${port}, and that the server runs on ${host}.`
  }
  if (errors.has('ETIMEDOUT')) {
    return `Check that ${host} runs, and that no firewall or VPN is in the way of port ${port}.`
  }
  if (errors.has('EHOSTUNREACH') || errors.has('ENETUNREACH')) {
    return 'Check that this machine has a network, and the VPN if the server is behind one.'
  }
  return `Check the address, and that a server listens on port ${port} there.`
}

function said(code: string | undefined): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'refuses: nothing listens there (ECONNREFUSED)'
    case 'ETIMEDOUT':
      return 'does not react (ETIMEDOUT)'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `cannot be reached: there is no way to it (${code})`
    default:
      return `cannot be reached (${code})`
  }
}

function isLocal(host: string): boolean {
  return /^(.+\.)?localhost\.?$|^127\.|^::1$/i.test(host)
}

function isIn(addresses: readonly Address[], address: string): boolean {
  return addresses.some((each) => each.address === address)
}

function shownPlace({ address, family }: Address, port: number): string {
  return family === 6 ? `[${address}]:${port}` : `${address}:${port}`
}
