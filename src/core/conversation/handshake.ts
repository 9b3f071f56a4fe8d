/**
 * The first words of a conversation: finds out which era the server speaks, and agrees on a revision.
 * Asks in a way that a server of the older era survives; where one does not, the caller starts it
 * anew and asks in the older way only.
 */
import { failureOf, isUnanswered, type Outcome, type Unanswered } from '../../shared/calls/call'
import { isObject } from '../../shared/json/json'
import type { Params } from '../../shared/protocol/json-rpc'
import { LEGACY_REVISIONS, MODERN_REVISION } from '../../shared/protocol/revisions'
import type { SessionSettings } from '../../shared/servers/server-config'
import type { Era, ServerIdentity } from '../../shared/servers/session-state'
import type { Clock } from '../time/clock'
import { LIMITS } from '../bounds/limits'
import type { Wire } from '../wire/wire'
import { firstOf, Initializing, isUnknownMethod, LAST_CHANCE_MS, supportedIn } from './initializing'
import type { RpcPeer } from './rpc-peer'

const META = 'io.modelcontextprotocol/'
/** By which a request of the newer era says how much of the log it wants. */
export const LOG_LEVEL_KEY = `${META}logLevel`

export type Handshake = {
  readonly era: Era
  readonly protocolVersion: string
  readonly server: ServerIdentity
  readonly capabilities: Readonly<Record<string, unknown>>
  /** A whole sentence: how the era was found. */
  readonly why: string
  readonly instructions?: string
}

export type HandshakeContext = {
  readonly wire: Wire
  readonly peer: RpcPeer
  readonly clock: Clock
  readonly settings: SessionSettings
  readonly client: { readonly name: string; readonly title: string; readonly version: string }
  readonly capabilities: (era: Era) => Params
  /** One conversation per request, told apart by HTTP status: a probe there cannot break anything. */
  readonly isStateless: boolean
  /** A probe has broken this server before. */
  readonly isLegacyOnly: boolean
  /** Goes along with `initialize`, as it is written. */
  readonly initializeToken?: string | undefined
  /** The server may begin to ask us, right before it is told that it may. */
  readonly onAgreed: (era: Era) => void
}

export type HandshakeProblem =
  /** The server could not be reached, gave an error, or did not answer. */
  | { readonly kind: 'unanswered'; readonly method: string; readonly outcome: Outcome }
  | {
      readonly kind: 'version'
      readonly offered: readonly string[]
      /** The refusal that named them, where it was one. */
      readonly refusal?: Outcome
    }
  /** It may only be the probe that it did not survive. */
  | { readonly kind: 'probe'; readonly outcome: Outcome }

export class HandshakeError extends Error {
  constructor(readonly problem: HandshakeProblem) {
    super(`handshake: ${problem.kind}`)
  }
}

/** How long a server may be silent about the probe before it is also asked in the older way. */
const PROBE_SILENCE_MS = 4_000
const HEADER_MISMATCH = -32020
const UNSUPPORTED_VERSION = -32022

export async function shakeHands(context: HandshakeContext): Promise<Handshake> {
  const { settings, isLegacyOnly, isStateless } = context
  if (settings.era === 'modern') return insistOnModern(context)
  if (settings.era === 'legacy') return initializeOrBare(context, 'It is set to the older era')
  if (isLegacyOnly) return initializeOrBare(context, 'It was not asked for server/discover')
  return isStateless ? probeStateless(context) : probeInPlace(context)
}

/** What every request of the newer era says about us. */
export function modernMeta(
  us: Pick<HandshakeContext, 'client'> & { readonly clientCapabilities: Params }
): Params {
  return {
    [`${META}protocolVersion`]: MODERN_REVISION,
    [`${META}clientInfo`]: us.client,
    [`${META}clientCapabilities`]: us.clientCapabilities
  }
}

/** A server that does not know discovery can still be spoken to: nothing has to be agreed upon. */
async function insistOnModern(context: HandshakeContext): Promise<Handshake> {
  const outcome = await discover(context)
  const verdict = eraOf(outcome)
  if (verdict.kind === 'modern') return modern(outcome, whyModern(outcome))
  if (verdict.kind === 'version') throw noCommonVersion(verdict.offered, outcome)
  if (isUnknownMethod(outcome) || failureOf(outcome)?.status === 404) {
    const why = `It is set to ${MODERN_REVISION}, and does not know server/discover.`
    return modern({ kind: 'result', result: {} }, why)
  }
  throw unanswered('server/discover', outcome)
}

async function probeStateless(context: HandshakeContext): Promise<Handshake> {
  const outcome = await discover(context)
  const verdict = eraOf(outcome)
  if (verdict.kind === 'modern') return modern(outcome, whyModern(outcome))
  if (verdict.kind === 'version') throw noCommonVersion(verdict.offered, outcome)
  if (isUnanswered(outcome) && !isRefusal(outcome)) throw unanswered('server/discover', outcome)
  return initializeOrBare(context, toProbe(outcome))
}

/** A refusal says that the server does not know the request; anything else says nothing about eras. */
function isRefusal({ failure }: Unanswered): boolean {
  if (failure?.class === 'not-an-answer') return true
  const { status } = failure ?? {}
  return failure?.class === 'http' && status !== undefined && status >= 400 && status < 500
}

async function probeInPlace(context: HandshakeContext): Promise<Handshake> {
  const { clock } = context
  const stop = new AbortController()
  const probe = discover(context, stop.signal)
  const first = await firstOf(clock, probe, PROBE_SILENCE_MS)
  if (first) return afterProbe(context, first)

  // Both questions together have the time that one may take.
  const { initializeTimeoutMs } = context.settings
  const leftMs = Math.max(initializeTimeoutMs - PROBE_SILENCE_MS, initializeTimeoutMs / 2)
  const opening = new Initializing(context, leftMs)
  const legacy = opening.outcome
  const winner = await Promise.race([
    probe.then((outcome) => ({ by: 'probe' as const, outcome })),
    legacy.then((outcome) => ({ by: 'initialize' as const, outcome }))
  ])
  if (winner.by === 'probe') {
    // A server that speaks both ways goes on in the one it was asked in last.
    const last = await firstOf(clock, legacy, LAST_CHANCE_MS)
    if (last?.kind === 'result' || eraOf(winner.outcome).kind === 'legacy') {
      await legacy
      return afterInitialize(context, opening, toProbe(winner.outcome), true)
    }
    return afterProbe(context, winner.outcome)
  }
  // Only the newer era has this answer to the older way of asking.
  if (eraOf(winner.outcome).kind === 'modern') return afterProbe(context, await probe)
  if (winner.outcome.kind === 'error') {
    const late = await firstOf(clock, probe, LAST_CHANCE_MS)
    if (late && eraOf(late).kind !== 'legacy') {
      return afterProbe(context, late)
    }
  }
  stop.abort()
  return afterInitialize(context, opening, SILENT, true)
}

async function afterProbe(context: HandshakeContext, outcome: Outcome): Promise<Handshake> {
  const verdict = eraOf(outcome)
  if (verdict.kind === 'modern') return modern(outcome, whyModern(outcome))
  if (verdict.kind === 'version') throw noCommonVersion(verdict.offered, outcome)
  if (isUnanswered(outcome)) throw new HandshakeError({ kind: 'probe', outcome })
  return afterInitialize(context, new Initializing(context), toProbe(outcome), true)
}

async function initializeOrBare(context: HandshakeContext, before: string): Promise<Handshake> {
  return afterInitialize(context, new Initializing(context), before, false)
}

async function afterInitialize(
  context: HandshakeContext,
  initializing: Initializing,
  /** The beginning of a sentence: what is known of it before. */
  before: string,
  wasProbed: boolean
): Promise<Handshake> {
  const outcome = await initializing.outcome
  if (outcome.kind === 'result') return legacy(context, outcome.result, before)
  const mayBeBare = outcome.kind === 'timeout' || isUnknownMethod(outcome)
  if (mayBeBare && (await answersLists(context))) {
    if (outcome.kind === 'timeout' && (await initializing.isLate())) {
      throw unanswered('initialize', outcome)
    }
    const said = outcome.kind === 'timeout' ? 'said nothing to initialize' : 'refused initialize'
    return { ...BARE, why: `${before}, ${said}, and lists its tools all the same.` }
  }
  const offered = outcome.kind === 'error' ? supportedIn(outcome.error.data) : undefined
  if (offered) throw noCommonVersion(offered, outcome)
  if (wasProbed && outcome.kind !== 'cancelled') {
    throw new HandshakeError({ kind: 'probe', outcome })
  }
  throw unanswered('initialize', outcome)
}

function discover(context: HandshakeContext, signal?: AbortSignal): Promise<Outcome> {
  const { wire, peer, settings, client, capabilities } = context
  wire.setProtocolVersion(MODERN_REVISION)
  const limits = { idleMs: settings.initializeTimeoutMs }
  const clientCapabilities = capabilities('modern')
  const params = { _meta: modernMeta({ client, clientCapabilities }) }
  return peer.request('server/discover', params, {
    limits,
    isSilent: true,
    ...(settings.era === 'auto' && { background: 'era' }),
    ...(signal && { signal })
  })
}

async function answersLists({ peer, settings }: HandshakeContext): Promise<boolean> {
  const limits = { idleMs: Math.min(settings.readTimeoutMs, LAST_CHANCE_MS) }
  const { kind } = await peer.request('tools/list', {}, { limits })
  return kind === 'result'
}

type Verdict =
  | { readonly kind: 'modern' | 'legacy' }
  | { readonly kind: 'version'; readonly offered: readonly string[] }

function eraOf(outcome: Outcome): Verdict {
  if (outcome.kind === 'result') {
    const offered = isObject(outcome.result) ? outcome.result['supportedVersions'] : undefined
    return Array.isArray(offered) ? chooseBy(offered.map(String)) : { kind: 'legacy' }
  }
  if (outcome.kind !== 'error') return { kind: 'legacy' }
  const { code, data } = outcome.error
  if (code > HEADER_MISMATCH || code < UNSUPPORTED_VERSION) return { kind: 'legacy' }
  const offered = supportedIn(data)
  if (code !== UNSUPPORTED_VERSION || !offered) return { kind: 'modern' }
  return chooseBy(offered)
}

function chooseBy(offered: readonly string[]): Verdict {
  if (offered.includes(MODERN_REVISION)) return { kind: 'modern' }
  const isOlder = LEGACY_REVISIONS.some((version) => offered.includes(version))
  return isOlder ? { kind: 'legacy' } : { kind: 'version', offered }
}

const SILENT = 'It said nothing to server/discover'

function whyModern(outcome: Outcome): string {
  if (outcome.kind === 'error') {
    const { code } = outcome.error
    return `It refused server/discover with error ${code}, which only ${MODERN_REVISION} has.`
  }
  return `It answered server/discover, so it speaks ${MODERN_REVISION} without a handshake.`
}

/** What a server of the older era says to the question of the newer one. */
function toProbe(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'timeout':
    case 'cancelled':
      return SILENT
    case 'result':
      return `It answered server/discover without ${MODERN_REVISION}`
    default:
      return 'It does not know server/discover'
  }
}

function modern(outcome: Outcome, why: string): Handshake {
  const result = outcome.kind === 'result' && isObject(outcome.result) ? outcome.result : {}
  const meta = isObject(result['_meta']) ? result['_meta'] : {}
  return {
    era: 'modern',
    protocolVersion: MODERN_REVISION,
    server: identityOf(meta[`${META}serverInfo`] ?? result['serverInfo']),
    capabilities: isObject(result['capabilities']) ? result['capabilities'] : EVERYTHING,
    why,
    ...instructionsOf(result)
  }
}

async function legacy(
  { wire, peer, clock, onAgreed }: HandshakeContext,
  result: unknown,
  before: string
): Promise<Handshake> {
  const given = isObject(result) ? result : {}
  const offered = given['protocolVersion']
  const protocolVersion = LEGACY_REVISIONS.find((version) => version === offered)
  if (protocolVersion === undefined) {
    const named = typeof offered === 'string' || typeof offered === 'number'
    throw new HandshakeError({ kind: 'version', offered: named ? [String(offered)] : [] })
  }
  wire.setProtocolVersion(protocolVersion)
  onAgreed('legacy')
  const told = peer.notify('notifications/initialized').catch(() => undefined)
  await firstOf(clock, told, LAST_CHANCE_MS)
  return {
    era: 'legacy',
    protocolVersion,
    server: identityOf(given['serverInfo']),
    capabilities: isObject(given['capabilities']) ? given['capabilities'] : {},
    why: `${before}, and answered initialize with ${protocolVersion}.`,
    ...instructionsOf(given)
  }
}

/** Where nobody says what there is, everything is asked for, and what is refused is not there. */
export const EVERYTHING: Params = { tools: {}, resources: {}, prompts: {} }

/** To declare nothing at all is a common mistake, so what may be there all the same is asked for. */
export function offersOf({ capabilities }: Handshake): {
  readonly capabilities: Params
  readonly isGuess: boolean
  readonly isUndeclared: boolean
} {
  const isUndeclared = !Object.keys(EVERYTHING).some((name) => name in capabilities)
  return {
    capabilities: isUndeclared ? EVERYTHING : capabilities,
    isGuess: isUndeclared || capabilities === EVERYTHING,
    isUndeclared
  }
}

const BARE: Omit<Handshake, 'why'> = {
  era: 'bare',
  protocolVersion: 'none',
  server: { name: 'unknown', version: 'unknown' },
  capabilities: EVERYTHING
}

function identityOf(value: unknown): ServerIdentity {
  const { name, version, title, description, websiteUrl, icons } = isObject(value) ? value : {}
  return {
    name: typeof name === 'string' ? name : 'unknown',
    version: typeof version === 'string' ? version : 'unknown',
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(typeof websiteUrl === 'string' && { websiteUrl }),
    ...(Array.isArray(icons) && { icons: icons.slice(0, LIMITS.serverIcons.most) })
  }
}

function instructionsOf({ instructions }: Params): { instructions?: string } {
  return typeof instructions === 'string' ? { instructions } : {}
}

function noCommonVersion(offered: readonly string[], outcome: Outcome): HandshakeError {
  const refusal = outcome.kind === 'error' ? outcome : undefined
  return new HandshakeError({ kind: 'version', offered, ...(refusal && { refusal }) })
}

function unanswered(method: string, outcome: Outcome): HandshakeError {
  return new HandshakeError({ kind: 'unanswered', method, outcome })
}
