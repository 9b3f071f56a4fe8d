/** Says what went wrong with a session: what happened, whose doing it is, what to do. */
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { explainFailure, explainOutcome, type Explanation } from '../../shared/advice/explain'
import { failureOf, outcomeOfFailure, type Outcome, type Unanswered } from '../../shared/calls/call'
import { INVALID_PARAMS } from '../../shared/protocol/json-rpc'
import { LEGACY_REVISIONS, MODERN_REVISION } from '../../shared/protocol/revisions'
import type { SessionState } from '../../shared/servers/session-state'
import { readComplaint } from './complaints'
import { describeExit } from '../transport/stdio'
import { WireError, type WireEnd } from '../wire/wire'
import { HandshakeError, type HandshakeProblem } from './handshake'
import type { Unhealthy } from './health'

type Failed = Extract<SessionState, { phase: 'failed' }>
export type Failure = Omit<Failed, 'lastStderr'>

export type OpeningFailure = {
  readonly code: WorkbenchErrorCode
  readonly state: Failure
  /** Of the request that the opening failed with, where it was one. */
  readonly outcome?: Outcome
}

/** A server could not be opened. */
export class OpeningError extends WorkbenchError {
  readonly outcome?: Outcome

  constructor({ code, state, outcome }: OpeningFailure) {
    super(code, state.reason)
    if (outcome) this.outcome = outcome
  }
}

const SEE_HANDSHAKE = 'Look at the frames of the handshake in Traffic.'
const READ_STDERR = 'Read what it wrote to stderr, mend it, and open it again.'

/** Without its full stop, so that a sentence can go on. */
export function whyWireEnded(end: WireEnd): string {
  switch (end.kind) {
    case 'too long': {
      const mebibytes = end.limitBytes / 1024 / 1024
      return `The server sent a message of more than ${mebibytes} MiB, so the connection was closed`
    }
    case 'exited': {
      const { code, signal } = end.exit
      if (signal !== null) return `The server was ended by ${signal}`
      return `The server exited with code ${code}`
    }
    case 'failed':
      return end.failure.message.replace(/\.$/, '')
  }
}

export function failureWhileOpen(name: string, end: WireEnd): Failure {
  switch (end.kind) {
    case 'too long':
      return gone(`${whyWireEnded(end)}.`, 'Let it answer with less at a time.')
    case 'exited':
      return gone(`${name} is gone. ${describeExit(end.exit)}`, READ_STDERR)
    case 'failed':
      return failed(explainFailure(end.failure.message, end.failure))
  }
}

/** What tells why a process ended before it could be spoken to. */
export type EndOfProcess = {
  readonly lastStderr: readonly string[]
  readonly args: readonly string[]
}

export function failureToOpen(
  name: string,
  error: unknown,
  end: WireEnd | undefined,
  { lastStderr, args }: EndOfProcess = { lastStderr: [], args: [] }
): OpeningFailure {
  if (error instanceof WorkbenchError) {
    const next = 'Check the command and its folder in the definition of the server.'
    const state = failed({ tier: 'transport', blame: 'definition', what: error.message, next })
    return { code: error.code, state }
  }
  if (end && end.kind !== 'failed') {
    const what = `${whyWireEnded(end)} before the handshake was done.`
    const state = missingFile(what, { lastStderr, args }) ?? gone(what, READ_STDERR)
    return { code: WorkbenchErrorCode.ConnectionLost, state }
  }
  if (error instanceof WireError || end) {
    const failure = end?.kind === 'failed' ? end.failure : (error as WireError).failure
    return unanswered(name, 'initialize', outcomeOfFailure(failure))
  }
  if (!(error instanceof HandshakeError)) {
    const what = `The handshake with ${name} failed: ${messageOf(error)}`
    const state = failed({ tier: 'patchbay', blame: 'patchbay', what, next: SEE_HANDSHAKE })
    return { code: WorkbenchErrorCode.HandshakeFailed, state }
  }
  const { problem } = error
  if (problem.kind !== 'version') {
    const method = problem.kind === 'unanswered' ? problem.method : 'initialize'
    return unanswered(name, method, problem.outcome)
  }
  const { what, next } = describeVersions(name, problem)
  return {
    code: WorkbenchErrorCode.HandshakeFailed,
    state: failed({ tier: 'protocol', blame: 'server', what, next }),
    outcome: problem.refusal ?? { kind: 'error', error: { code: 0, message: what } }
  }
}

/** That a file which the definition names is not there is the fault of the definition. */
function missingFile(what: string, { lastStderr, args }: EndOfProcess): Failure | undefined {
  const complaint = readComplaint(lastStderr)
  const path = complaint?.missing?.replaceAll('\\', '/')
  if (!complaint || path === undefined) return undefined
  const isNamed = args.some((arg) => {
    const name = arg.replaceAll('\\', '/').replace(/^\.\//, '')
    return name !== '' && (path === name || path.endsWith(`/${name}`))
  })
  if (!isNamed) return undefined
  return failed({
    tier: 'transport',
    blame: 'definition',
    what: `${complaint.what} ${what}`,
    next: complaint.fix
  })
}

type VersionProblem = Extract<HandshakeProblem, { kind: 'version' }>

function describeVersions(
  name: string,
  { offered, refusal }: VersionProblem
): Pick<Explanation, 'what' | 'next'> {
  const agreeable = LEGACY_REVISIONS.join(', ')
  const asked = LEGACY_REVISIONS.find((version) => offered.includes(version))
  if (asked !== undefined) {
    return {
      what: `${name} refuses initialize with protocol version ${asked}, although it names that version as supported.`,
      next: 'Let the server accept every version that it names as supported.'
    }
  }
  if (offered.includes(MODERN_REVISION)) {
    return {
      what: `${name} offers protocol version ${MODERN_REVISION} in its answer to initialize. That version has no initialize: its servers are asked with server/discover, and ${name} did not answer that. With initialize, Patchbay can agree on ${agreeable}.`,
      next: 'Let the server answer server/discover, or offer one of these versions for initialize.'
    }
  }
  const spoken = `${MODERN_REVISION}, ${agreeable}`
  if (offered.length === 0) {
    const deed = refusal
      ? 'refuses the protocol version that Patchbay asked for'
      : 'answers initialize without a version'
    return {
      what: `${name} ${deed}, and names none that it supports. Patchbay speaks ${spoken}.`,
      next: 'Let the server name the version of the protocol that it speaks.'
    }
  }
  return {
    what: `${name} offers protocol version ${offered.join(', ')}, which Patchbay does not speak. It speaks ${spoken}.`,
    next: 'Update the server to a version of the protocol that both sides speak.'
  }
}

/** How long the server wants to be left alone. */
export function waitWanted(error: unknown): number {
  const outcome = openingOutcome(error)
  return (outcome && failureOf(outcome)?.retryAfterMs) ?? 0
}

/** What ended an opening, where it was something on the wire. */
export function openingOutcome(error: unknown): Outcome | undefined {
  if (error instanceof WireError) {
    return outcomeOfFailure(error.failure)
  }
  if (!(error instanceof HandshakeError) || error.problem.kind === 'version') return undefined
  return error.problem.outcome
}

function unanswered(name: string, method: string, outcome: Outcome): OpeningFailure {
  const explained = explainOutcome(outcome)
  const next = explained?.next ?? SEE_HANDSHAKE
  switch (outcome.kind) {
    case 'timeout': {
      const what = `${name} did not answer ${method} within ${outcome.afterMs / 1_000} s.`
      const check = 'Check that it is an MCP server, and that it speaks over this transport.'
      return { code: WorkbenchErrorCode.Timeout, state: gone(what, check), outcome }
    }
    case 'error': {
      const what = `${name} refused ${method}. ${explained?.what ?? ''}`
      // The usual advice is about the arguments of a tool.
      const isAboutParams = outcome.error.code === INVALID_PARAMS
      const advice = isAboutParams
        ? `The server does not take what ${method} says. ${SEE_HANDSHAKE}`
        : next
      const state = failed({ tier: 'protocol', blame: 'server', what, next: advice })
      return { code: WorkbenchErrorCode.ErrorAnswer, state, outcome }
    }
    case 'connection-lost':
    case 'not-an-answer':
      return {
        code: codeOfUnanswered(outcome),
        state: failed(explainFailure(outcome.reason, outcome.failure)),
        outcome
      }
    case 'cancelled':
    case 'result': {
      const what = `The handshake with ${name} was not finished.`
      const state = failed({ tier: 'patchbay', blame: 'patchbay', what, next })
      return { code: WorkbenchErrorCode.HandshakeFailed, state }
    }
  }
}

function codeOfUnanswered({ kind, failure }: Unanswered): WorkbenchErrorCode {
  if (failure?.class === 'auth') return WorkbenchErrorCode.AuthRequired
  return kind === 'not-an-answer'
    ? WorkbenchErrorCode.HandshakeFailed
    : WorkbenchErrorCode.ConnectionLost
}

function failed({ what, ...rest }: Explanation): Failure {
  return { phase: 'failed', reason: what, ...rest }
}

/** The server's process or its end of the wire is no longer there, or never spoke. */
function gone(what: string, next: string): Failure {
  return failed({ tier: 'transport', blame: 'server', what, next })
}

/** For whoever waits for a session to open that was closed in the meantime. */
export function sessionClosed(): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.NotOpen, 'The session was closed.')
}

/** Nobody has ended it, and it is of no use. */
export function failureOfHealth(name: string, how: Unhealthy): Failure {
  if (how.kind === 'unreachable') {
    return failed(explainFailure(how.outcome.reason, how.outcome.failure))
  }
  const time = `${how.afterMs / 1_000} s`
  const what =
    how.kind === 'unread'
      ? `${name} does not read what is sent to it, and has not answered for ${time}.`
      : `${name} has neither answered nor said anything for ${time}.`
  return gone(what, 'Find out what it waits for, then open it again.')
}
