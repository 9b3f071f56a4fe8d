/** The headers that each request to a Streamable HTTP server carries, by what was agreed upon. */
import { isObject } from '../../shared/json/json'
import { MODERN_REVISION } from '../../shared/protocol/revisions'
import type { Violation } from '../../shared/traffic/traffic'
import { standardHeaders } from './modern-headers'
import type { SendOptions } from '../wire/wire'

export type Agreement = {
  readonly version?: string | undefined
  readonly sessionId?: string | undefined
}

const VERSION_HEADER_SINCE = '2025-06-18'
const SESSION_ID = /^[\x21-\x7e]{1,4096}$/

export const BAD_SESSION_ID: Violation = {
  rule: 'bad-session-id',
  message: 'A session id has visible ASCII characters only.',
  clause: 'Transports, Streamable HTTP, session management'
}

export const OTHER_SESSION_ID: Violation = {
  rule: 'other-session-id',
  message: 'The Mcp-Session-Id changes in the middle of the session; Patchbay keeps the first one.',
  clause: 'Transports, Streamable HTTP, Session Management'
}

export function isModern(version: string | undefined): boolean {
  return version !== undefined && version >= MODERN_REVISION
}

export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text)
}

export function sessionHeaders({ version, sessionId }: Agreement): Record<string, string> {
  return {
    ...(version !== undefined &&
      version >= VERSION_HEADER_SINCE && { 'mcp-protocol-version': version }),
    ...(sessionId !== undefined && !isModern(version) && { 'mcp-session-id': sessionId })
  }
}

/** What is no message has no headers of its own. */
export function messageHeaders(
  message: unknown,
  agreement: Agreement,
  options?: SendOptions
): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json'
  }
  const { method, params } = isObject(message) ? message : {}
  if (method !== 'initialize') Object.assign(headers, sessionHeaders(agreement))
  if (isModern(agreement.version) && typeof method === 'string') {
    Object.assign(headers, standardHeaders(method, params))
  }
  for (const [name, value] of Object.entries(options?.headers ?? {})) {
    headers[name.toLowerCase()] = value
  }
  return headers
}
