/** What the window and the command line know of a run of the authorization debugger. Holds nothing secret. */
import type { ServerId } from '../protocol/ids'
import type { AuthBlame } from './sign-in'
import type { ClientRegistration } from '../servers/server-access'

const ADDRESS = /^\s*(?:https?|wss?|unix|pipe):\/\/\S+\s*$/i

/** A server at such an address can be asked, saved or not. */
export function isDebuggable(address: string): boolean {
  return ADDRESS.test(address)
}

/** The revisions of the protocol that have rules about authorization, the oldest first. */
export const AUTH_REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const
export type AuthRevision = (typeof AUTH_REVISIONS)[number]
export const DEFAULT_AUTH_REVISION: AuthRevision = '2025-11-25'

/** What a run gets wrong on purpose, to see how the other side reacts. */
export const AUTH_MISTAKES = [
  'no-pkce',
  'plain-pkce',
  'wrong-iss',
  'wrong-redirect',
  'reused-code',
  'foreign-token',
  'missing-resource'
] as const
export type AuthMistake = (typeof AUTH_MISTAKES)[number]

export type AuthDebugWish = {
  readonly revision: AuthRevision
  readonly registration: ClientRegistration
  /** Pauses before each request, so that you can look at it and change it. */
  readonly isStepwise?: boolean
  /** Without one, everything is done as it has to be. */
  readonly mistake?: AuthMistake
}

export const AUTH_DEBUG_STEPS = [
  'first-request',
  'challenge',
  'resource-metadata',
  'server-metadata',
  'client',
  'authorization',
  'return',
  'token',
  'token-content',
  'request',
  'refresh',
  'mistake'
] as const
export type AuthDebugStepId = (typeof AUTH_DEBUG_STEPS)[number]

export type AuthVerdict =
  | 'waiting'
  | 'running'
  | 'ok'
  /** Allowed, and worth knowing. */
  | 'remark'
  /** Against a rule, and the run went on. */
  | 'wrong'
  /** The run ended here. */
  | 'failed'
  | 'skipped'

export type AuthFinding = {
  readonly severity: 'remark' | 'wrong'
  /** Whole sentences. */
  readonly text: string
  /** The rule it comes from, such as `RFC 9728, 5.1`. */
  readonly clause: string
  readonly blame: AuthBlame
}

export type AuthExchange = {
  readonly method: string
  /** The address, without what is secret. */
  readonly target: string
  /** The entries in the traffic. */
  readonly request: number
  readonly reply?: number
  readonly status?: number
}

/** What a token says of itself. Nobody has checked its signature. */
export type DecodedToken = {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
}

export type AuthDebugStep = {
  readonly id: AuthDebugStepId
  /** The rule that it comes from, such as `RFC 6749, 4.1.2`. */
  readonly clause: string
  readonly verdict: AuthVerdict
  /** What came of it, or why it ended here, in a sentence. */
  readonly text?: string
  /** Who has to act where it failed. */
  readonly blame?: AuthBlame
  readonly findings: readonly AuthFinding[]
  readonly exchanges: readonly AuthExchange[]
  readonly tookMs?: number
  readonly token?: DecodedToken
}

export const FIELD_PLACES = ['path', 'query', 'header', 'form', 'body'] as const
export type FieldPlace = (typeof FIELD_PLACES)[number]

export type RequestField = {
  readonly place: FieldPlace
  readonly name: string
  /** Hidden where it is secret. */
  readonly value: string
  readonly isSecret: boolean
}

/** A field as you want it; without a value it is left out. What is not named stays as it is. */
export type FieldEdit = {
  readonly place: FieldPlace
  readonly name: string
  readonly value?: string | undefined
}

/** A request that waits for you to send it. */
export type PausedRequest = {
  readonly id: number
  /** `page`: your browser makes it. */
  readonly kind: 'request' | 'page'
  readonly method: string
  readonly origin: string
  readonly fields: readonly RequestField[]
  /** Its signature is made anew when it is sent, unless you change that. */
  readonly isSigned?: boolean
}

export type AuthDebugState =
  | { readonly phase: 'running' }
  | { readonly phase: 'paused'; readonly request: PausedRequest }
  /** Your browser is open, and you have to act there. */
  | { readonly phase: 'in-browser' }
  | { readonly phase: 'done' }
  | { readonly phase: 'stopped' }

export const DIFFERENCE_SOURCES = [
  'challenge',
  'resource metadata',
  'server metadata',
  'asked for',
  'back from the browser',
  'token'
] as const
export type DifferenceSource = (typeof DIFFERENCE_SOURCES)[number]

/** One thing, and what each side says of it. */
export type AuthDifference = {
  readonly name: string
  readonly values: Readonly<Partial<Record<DifferenceSource, string>>>
  /** They do not fit together: a whole sentence. */
  readonly fault?: string
}

export type AuthDebugReport = {
  readonly runId: number
  /** Absent for an address that is not saved. */
  readonly serverId?: ServerId
  readonly name: string
  readonly url: string
  readonly wish: AuthDebugWish
  readonly startedAt: number
  readonly state: AuthDebugState
  readonly steps: readonly AuthDebugStep[]
  readonly differences: readonly AuthDifference[]
  /** There are tokens that could be used from now on. */
  readonly canKeep: boolean
  readonly isKept: boolean
  /** The server could not be asked at all. */
  readonly isUnreachable: boolean
  /** The run met a page that only a person can use. */
  readonly needsPerson: boolean
}

const ORDER: readonly AuthVerdict[] = ['failed', 'wrong', 'remark', 'ok']

/** Of all steps. `skipped` where none of them came to an end. */
export function worstVerdict(steps: readonly AuthDebugStep[]): AuthVerdict {
  return ORDER.find((verdict) => steps.some((step) => step.verdict === verdict)) ?? 'skipped'
}

export function isUnderWay({ state }: AuthDebugReport): boolean {
  return state.phase !== 'done' && state.phase !== 'stopped'
}
