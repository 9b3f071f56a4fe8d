/** Asks an address once, outside of any session, and tells everything that came back. */
import type { IncomingHttpHeaders } from 'node:http'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import type { WireFailure } from '../../shared/protocol/failure'
import { isObject, parseJson } from '../../shared/json/json'
import {
  isLegacyRevision,
  LEGACY_REVISIONS,
  MODERN_REVISION
} from '../../shared/protocol/revisions'
import type { RemoteDefinition } from '../../shared/servers/server-config'
import { modernMeta } from '../conversation/handshake'
import { readEvents, type StreamEvent } from '../framing/event-stream'
import { readBody } from '../framing/http-body'
import type { HttpClient, HttpReply } from '../http/http-client'
import { LATE } from '../http/http-failure'
import { SESSION_HEADER } from '../http/http-head'
import { tokenInInitialize } from '../http/own-credentials'
import {
  isSessionId,
  messageHeaders,
  sessionHeaders,
  type Agreement
} from '../http/request-headers'
import { WireError } from '../wire/wire'

export type Answer = {
  readonly method: 'GET' | 'POST'
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly contentType: string
  /** The start of the body. */
  readonly text: string
  /** It is an answer to the request, be it a result or an error. */
  readonly isRpc: boolean
  /** What later requests in the session that it begins have to say. */
  readonly session?: Agreement
}

export type Probe = Answer | { readonly failure: WireFailure }

const BODY_LIMIT_BYTES = 256 * 1024
const PROBE_ID = 'patchbay-doctor'

export function initializeMessage(
  version: string,
  definition: Pick<RemoteDefinition, 'access'>
): JSONRPCMessage {
  const token = tokenInInitialize(definition)
  const params = {
    protocolVersion: LEGACY_REVISIONS[0],
    capabilities: {},
    clientInfo: clientOf(version),
    ...(token !== undefined && { authorization: { token } })
  }
  return { jsonrpc: '2.0', id: PROBE_ID, method: 'initialize', params }
}

export function discoverMessage(version: string): JSONRPCMessage {
  const _meta = modernMeta({ client: clientOf(version), clientCapabilities: {} })
  return { jsonrpc: '2.0', id: PROBE_ID, method: 'server/discover', params: { _meta } }
}

export function pingMessage(): JSONRPCMessage {
  return { jsonrpc: '2.0', id: PROBE_ID, method: 'ping' }
}

export async function post(
  client: HttpClient,
  url: URL,
  message: JSONRPCMessage,
  signal: AbortSignal,
  agreement: Agreement = {}
): Promise<Probe> {
  const isDiscovery = 'method' in message && message.method === 'server/discover'
  const agreed = isDiscovery ? { version: MODERN_REVISION } : agreement
  const headers = messageHeaders(message, agreed)
  const rpcMethod = 'method' in message ? message.method : undefined
  const body = JSON.stringify(message)
  return ask(client, { method: 'POST', url, headers, body, rpcMethod }, signal)
}

export async function get(
  client: HttpClient,
  url: URL,
  accept: string,
  signal: AbortSignal
): Promise<Probe> {
  return ask(client, { method: 'GET', url, headers: { accept } }, signal)
}

/** The status, or why there is none. */
export async function endSession(
  client: HttpClient,
  url: URL,
  session: Agreement,
  signal: AbortSignal
): Promise<number | WireFailure> {
  const headers = sessionHeaders(session)
  const exchange = client.exchange({ method: 'DELETE', url, headers })
  const stop = abortWith(exchange, signal)
  try {
    const { status, incoming } = await exchange.reply
    incoming.destroy()
    return status
  } catch (error) {
    return failureIn(error)
  } finally {
    stop()
  }
}

async function ask(
  client: HttpClient,
  request: Parameters<HttpClient['exchange']>[0] & { method: 'GET' | 'POST' },
  signal: AbortSignal
): Promise<Probe> {
  const exchange = client.exchange(request)
  const stop = abortWith(exchange, signal)
  try {
    const reply = await exchange.reply
    const text = await startOf(reply, request.method)
    const { status, headers, contentType } = reply
    const sessionId = headers[SESSION_HEADER]
    return {
      method: request.method,
      status,
      headers,
      contentType,
      text,
      isRpc: isAnswer(text),
      ...(typeof sessionId === 'string' &&
        isSessionId(sessionId) && { session: { sessionId, version: versionIn(text) } })
    }
  } catch (error) {
    return { failure: failureIn(error) }
  } finally {
    stop()
  }
}

/** A stream may never end: of one that answers a request the answer is enough, of others the first event. */
async function startOf({ contentType, incoming }: HttpReply, method: string): Promise<string> {
  if (contentType !== 'text/event-stream') return (await readBody(incoming, BODY_LIMIT_BYTES)).text
  let first: string | undefined
  let answer: string | undefined
  const onEvent = ({ data }: StreamEvent): void => {
    first ??= data
    if (isAnswer(data)) answer ??= data
    if (method === 'GET' || answer !== undefined) incoming.destroy()
  }
  await readEvents(incoming, BODY_LIMIT_BYTES, { onBytes: () => 0, onEvent }, BODY_LIMIT_BYTES)
  return answer ?? first ?? ''
}

function isAnswer(text: string): boolean {
  return answerIn(text) !== undefined
}

function answerIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(text)
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value]
  return parts
    .filter(isObject)
    .find((part) => part['id'] === PROBE_ID && ('result' in part || 'error' in part))
}

/** The revision that the server has chosen; undefined when it names none that we know. */
function versionIn(text: string): string | undefined {
  const result = answerIn(text)?.['result']
  const version = isObject(result) ? result['protocolVersion'] : undefined
  return isLegacyRevision(version) ? version : undefined
}

function abortWith(exchange: { abort: (why: WireFailure) => void }, signal: AbortSignal) {
  const onAbort = (): void => exchange.abort(LATE)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  return (): void => signal.removeEventListener('abort', onAbort)
}

function failureIn(error: unknown): WireFailure {
  if (error instanceof WireError) return error.failure
  throw error
}

function clientOf(version: string) {
  return { name: 'patchbay', title: 'Patchbay', version }
}
