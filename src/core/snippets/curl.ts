/** A call as a script for curl: one request where the era allows that, or with the handshake before. */
import { isObject } from '../../shared/json/json'
import { LEGACY_REVISIONS } from '../../shared/protocol/revisions'
import { isSocketAddress, readSocketAddress, requestAddress } from '../address/socket-address'
import { paramHeaders } from '../http/modern-headers'
import { tokenInInitialize } from '../http/own-credentials'
import { messageHeaders } from '../http/request-headers'
import { curlNetwork } from './curl-network'
import { callFrame, isModernCall, revisionOf } from './frame'
import { shellTemplate, shellWord } from './shell-quote'
import { safeToken, withoutSecrets } from './stand-ins'
import { notPossible, type SnippetRequest } from './snippet-request'

const TOKEN_MARK = '<the token>'
const SESSION_HEADER = '${session:+-H "Mcp-Session-Id: $session"}'

export function curlSnippet(wanted: SnippetRequest): string {
  expectHttp(wanted)
  return isModernCall(wanted) ? modernScript(wanted) : legacyScript(wanted)
}

/** A frame exactly as it is written, whatever it is. */
export function curlFrame(wanted: SnippetRequest, message: unknown, text: string): string {
  expectHttp(wanted)
  const { method, params } = isObject(message) ? message : {}
  const frame = { message, text }
  if (!isModernCall(wanted)) {
    return method === 'initialize'
      ? request(wanted, frame, { address: addressOf(wanted) })
      : legacyScript(wanted, frame)
  }
  const args = method === 'tools/call' && isObject(params) ? params['arguments'] : undefined
  const headers = isObject(args) ? paramHeaders(wanted.inputSchema, args) : {}
  const version = revisionOf(wanted, '')
  return request(wanted, frame, { version, headers, address: addressOf(wanted) })
}

function expectHttp({ definition }: SnippetRequest): void {
  const { transport, name } = definition
  if (transport === 'stdio') {
    throw notPossible(`${name} is a process, and curl can only reach servers over HTTP.`)
  }
  if (transport !== 'streamable-http' && transport !== 'auto') {
    throw notPossible(
      `${name} is reached by ${transport}, which takes more than requests of curl can do.`
    )
  }
  if (definition.access?.signing) {
    throw notPossible(
      `${name} takes signed requests, and a signature holds only for one request and a few minutes. Copy it as a patchbay command instead.`
    )
  }
}

type Frame = { readonly message: unknown; readonly text: string }

function modernScript(wanted: SnippetRequest): string {
  const frame = written(callFrame(wanted, 1, false))
  const headers = paramHeaders(wanted.inputSchema, wanted.arguments)
  const version = revisionOf(wanted, '')
  return request(wanted, frame, { version, headers, address: addressOf(wanted) })
}

function written(message: object): Frame {
  return { message, text: JSON.stringify(message) }
}

/** Such a server answers nothing before the handshake, and may give out a session. */
function legacyScript(
  wanted: SnippetRequest,
  frame = written(callFrame(wanted, 2, false))
): string {
  const version = revisionOf(wanted, LEGACY_REVISIONS[0])
  const clientInfo = { name: 'patchbay', version: wanted.version }
  const token = tokenInInitialize(wanted.definition)
  const params = {
    protocolVersion: version,
    capabilities: {},
    clientInfo,
    ...(token !== undefined && { authorization: { token } })
  }
  const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params } as const
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' } as const
  const address = '"$url"'
  const later = { version, address, extra: [SESSION_HEADER] }
  return [
    `url=${addressOf(wanted)}`,
    'headers=$(mktemp)',
    request(wanted, written(initialize), { address, extra: ['-D "$headers"', '-o /dev/null'] }),
    `session=$(awk 'tolower($1) == "mcp-session-id:" { print $2 }' "$headers" | tr -d '\\r')`,
    'rm -f "$headers"',
    request(wanted, written(initialized), later),
    request(wanted, frame, later)
  ].join('\n\n')
}

type RequestParts = {
  /** As a word of the shell. */
  readonly address: string
  readonly version?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly extra?: readonly string[]
}

function request(wanted: SnippetRequest, { message, text }: Frame, parts: RequestParts): string {
  const { address, version, headers = {}, extra = [] } = parts
  const safe = withoutSecrets(wanted.definition)
  const own = safe.kind === 'address' ? safe.headers : []
  const network = curlNetwork(wanted.definition)
  const said = messageHeaders(message, { version }, { headers })
  const seconds = wanted.timeoutMs === undefined ? [] : [`-m ${wanted.timeoutMs / 1_000}`]
  return [
    ['curl -sS', ...seconds, ...socketOf(wanted), ...network, address].join(' '),
    ...extra,
    ...own.map(([name, value]) => `-H ${shellTemplate([{ text: `${name}: ` }, ...value])}`),
    ...Object.entries(said).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    `--data-raw ${bodyWord(wanted, message, text)}`
  ].join(' \\\n  ')
}

/** A name of a variable stands for the token that `initialize` carries. */
function bodyWord({ definition }: SnippetRequest, message: unknown, text: string): string {
  const { method, params } = isObject(message) ? message : {}
  const token = tokenInInitialize(definition)
  if (token === undefined || method !== 'initialize' || !isObject(params)) return shellWord(text)
  const marked = { ...params, authorization: { token: TOKEN_MARK } }
  const json = JSON.stringify({ ...(message as object), params: marked })
  const [before = '', after = ''] = json.split(TOKEN_MARK)
  const { scheme, template } = safeToken(token)
  return shellTemplate([{ text: `${before}${scheme}` }, ...template, { text: after }])
}

function addressOf({ definition }: SnippetRequest): string {
  if (definition.transport !== 'stdio' && isSocketAddress(definition.url)) {
    return shellWord(requestAddress(definition.url))
  }
  const safe = withoutSecrets(definition)
  return safe.kind === 'address' ? shellTemplate(safe.url) : ''
}

function socketOf({ definition }: SnippetRequest): readonly string[] {
  const url = definition.transport === 'stdio' ? '' : definition.url
  const socket = isSocketAddress(url) ? readSocketAddress(url) : undefined
  return socket && 'path' in socket ? [`--unix-socket ${shellWord(socket.path)}`] : []
}
