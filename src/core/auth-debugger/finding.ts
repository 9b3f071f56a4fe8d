/** How the judges say what they found, and how they read what was exchanged. */
import type { AuthFinding } from '../../shared/sign-in/auth-debug'
import { isObject, parseJson } from '../../shared/json/json'
import { visibleText } from '../../shared/text/visible-text'
import type { AuthReply, AuthRequest } from '../auth/auth-client'
import { hostKind } from '../address/hosts'
import { mediaType } from '../http/http-failure'

/** A request as it left, and what came back. Both may hold secrets. */
export type SeenExchange = { readonly request: AuthRequest; readonly reply: AuthReply }

type Blame = AuthFinding['blame']

export function wrong(text: string, clause: string, blame: Blame): AuthFinding {
  return { severity: 'wrong', text, clause, blame }
}

export function remark(text: string, clause: string, blame: Blame): AuthFinding {
  return { severity: 'remark', text, clause, blame }
}

/** `finding` where `isSo`, so that a judge reads as a list of rules. */
export function when(isSo: boolean, finding: () => AuthFinding): readonly AuthFinding[] {
  return isSo ? [finding()] : []
}

const LONGEST_QUOTE = 200

/** What another side wrote, short enough to stand in a sentence. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return visibleText(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text)
}

export function objectIn({ reply }: SeenExchange): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(reply.text)
  return isObject(value) ? value : undefined
}

export function isJson({ reply }: SeenExchange): boolean {
  const type = mediaType(reply.headers)
  return type === 'application/json' || type.endsWith('+json')
}

export function isSuccess({ reply }: SeenExchange): boolean {
  return isAccepted(reply.status)
}

/** A WebSocket is let in with 101. */
export function isAccepted(status: number | undefined): boolean {
  return status === 101 || (status !== undefined && status >= 200 && status < 300)
}

export function textsIn(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined
}

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function scopesOf(text: string | undefined): readonly string[] {
  return text?.split(' ').filter(Boolean) ?? []
}

/** Encrypted, or on this machine. */
export function isSafeAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol === 'https:') return true
  return url?.protocol === 'http:' && hostKind(url.hostname) === 'loopback'
}

/** What an authorization server says when it refuses (RFC 6749, 5.2), in the words it used. */
export function refusalIn(exchange: SeenExchange): string {
  const { error, error_description: description } = objectIn(exchange) ?? {}
  if (typeof error !== 'string') return `status ${exchange.reply.status}`
  return typeof description === 'string'
    ? `${quoted(error)}: ${quoted(description)}`
    : quoted(error)
}
