/** Addresses of servers that listen on a socket or a named pipe of this machine instead of a port. */
import { win32 } from 'node:path'

export type SocketAddress = {
  /** As the system knows it. */
  readonly path: string
  /** What is asked for there; it begins with a slash. */
  readonly pathname: string
}

const SCHEME = /^\s*(unix|pipe):/i

export function isSocketAddress(address: string): boolean {
  return SCHEME.test(address)
}

/**
 * Reads `unix:///run/mcp.sock#/mcp` and `pipe:///pipe/mcp#/mcp`. The fragment is the path that is asked
 * for. Gives a whole sentence where the address cannot be used on this system.
 */
export function readSocketAddress(
  address: string,
  platform: NodeJS.Platform = process.platform
): SocketAddress | { readonly problem: string } {
  const url = URL.parse(address)
  const isPipe = url?.protocol === 'pipe:'
  if (!url || (url.protocol !== 'unix:' && !isPipe)) {
    return { problem: '"url" has to be an address that begins with unix:// or pipe://.' }
  }
  const path = decoded(url.pathname)
  if (url.host !== '' || path === undefined || path.length < 2 || path.includes('\0')) {
    const example = isPipe ? 'pipe:///pipe/name' : 'unix:///path/to.sock'
    return { problem: `"url" has to name a whole path after three slashes, such as ${example}.` }
  }
  if (isPipe && platform !== 'win32') {
    return { problem: 'Named pipes (pipe:) are there on Windows only. Use unix: instead.' }
  }
  const fragment = url.hash.slice(1)
  const pathname = fragment === '' ? '/' : fragment.startsWith('/') ? fragment : `/${fragment}`
  return { path: isPipe ? `\\\\.${win32.normalize(path)}` : onSystem(path, platform), pathname }
}

/** The address that HTTP is spoken with over the socket. The name is never looked up. */
export function httpAddressOf({ pathname }: SocketAddress): URL {
  return new URL(`http://localhost${pathname}`)
}

/** What an address is for clients of HTTP: the same, but for sockets. */
export function requestAddress(address: string): string {
  if (!isSocketAddress(address)) return address
  const socket = readSocketAddress(address)
  return 'problem' in socket ? address : httpAddressOf(socket).href
}

/** The address that a web page has at the same place: a WebSocket is opened by HTTP, too. */
export function webAddress(address: string): string {
  return requestAddress(address).replace(/^\s*ws(?=s?:)/i, 'http')
}

/** On Windows `unix:///C:/mcp.sock` is C:\mcp.sock. */
function onSystem(path: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? path.replace(/^\/(?=[A-Za-z]:)/, '') : path
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // a percent sign that encodes nothing
  }
}
