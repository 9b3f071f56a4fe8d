/** Says what went wrong with a session: what happened, whose doing it is, what to do. */
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import { explainFailure, explainOutcome } from '../../shared/explain'
import type { Outcome } from '../../shared/call'
import { LEGACY_REVISIONS, MODERN_REVISION } from '../../shared/revisions'
import type { Blame, SessionState } from '../../shared/session-state'
import { describeExit } from '../transport/stdio'
import { WireError, type WireEnd } from '../transport/wire'
import { HandshakeError } from './handshake'

type Failed = Extract<SessionState, { phase: 'failed' }>
export type Failure = Omit<Failed, 'lastStderr'>

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
      return failed(`${whyWireEnded(end)}.`, 'server', 'Let it answer with less at a time.')
    case 'exited':
      return failed(`${name} is gone. ${describeExit(end.exit)}`, 'server', READ_STDERR)
    case 'failed': {
      const { what, blame, next } = explainFailure(end.failure.message, end.failure)
      return failed(what, blame === 'person' ? 'patchbay' : blame, next)
    }
  }
}

export function failureToOpen(
  name: string,
  error: unknown,
  end: WireEnd | undefined
): { code: WorkbenchErrorCode; state: Failure } {
  if (error instanceof WorkbenchError) {
    const next = 'Check the command and its folder in the definition of the server.'
    return { code: error.code, state: failed(error.message, 'transport', next) }
  }
  if (end && end.kind !== 'failed') {
    const state = failed(
      `${whyWireEnded(end)} before the handshake was done.`,
      'server',
      READ_STDERR
    )
    return { code: WorkbenchErrorCode.ConnectionLost, state }
  }
  if (error instanceof WireError || end) {
    const lost: Outcome = {
      kind: 'connection-lost',
      reason: messageOf(error),
      ...(error instanceof WireError && { failure: error.failure }),
      ...(end?.kind === 'failed' && { reason: end.failure.message, failure: end.failure })
    }
    return unanswered(name, 'initialize', lost)
  }
  if (!(error instanceof HandshakeError)) {
    const reason = `The handshake with ${name} failed: ${messageOf(error)}`
    const state = failed(reason, 'patchbay', 'Look at the frames of the handshake in Traffic.')
    return { code: WorkbenchErrorCode.HandshakeFailed, state }
  }
  const { problem } = error
  if (problem.kind !== 'version') {
    const method = problem.kind === 'unanswered' ? problem.method : 'initialize'
    return unanswered(name, method, problem.outcome)
  }
  const offered = problem.offered.length > 0 ? problem.offered.join(', ') : 'none'
  const known = [MODERN_REVISION, ...LEGACY_REVISIONS].join(', ')
  return {
    code: WorkbenchErrorCode.HandshakeFailed,
    state: failed(
      `${name} offers protocol version ${offered}, which Patchbay does not speak. It speaks ${known}.`,
      'protocol',
      'Give the server a version that both sides speak.'
    )
  }
}

/** How long the server wants to be left alone. */
export function waitWanted(error: unknown): number {
  const outcome = openingOutcome(error)
  return (outcome?.kind === 'connection-lost' && outcome.failure?.retryAfterMs) || 0
}

/** What ended an opening, where it was something on the wire. */
export function openingOutcome(error: unknown): Outcome | undefined {
  if (error instanceof WireError) {
    return { kind: 'connection-lost', reason: error.message, failure: error.failure }
  }
  if (!(error instanceof HandshakeError) || error.problem.kind === 'version') return undefined
  return error.problem.outcome
}

function unanswered(
  name: string,
  method: string,
  outcome: Outcome
): { code: WorkbenchErrorCode; state: Failure } {
  const explained = explainOutcome(outcome)
  const next = explained?.next ?? 'Look at the frames of the handshake in Traffic.'
  switch (outcome.kind) {
    case 'timeout': {
      const reason = `${name} did not answer ${method} within ${outcome.afterMs / 1_000} s.`
      const check = 'Check that it is an MCP server, and that it speaks over this transport.'
      return { code: WorkbenchErrorCode.Timeout, state: failed(reason, 'server', check) }
    }
    case 'error': {
      const reason = `${name} refused ${method}. ${explained?.what ?? ''}`
      return { code: WorkbenchErrorCode.ErrorAnswer, state: failed(reason, 'protocol', next) }
    }
    case 'connection-lost': {
      const { blame } = explainFailure(outcome.reason, outcome.failure)
      const isAuth = outcome.failure?.class === 'auth'
      return {
        code: isAuth ? WorkbenchErrorCode.AuthRequired : WorkbenchErrorCode.ConnectionLost,
        state: failed(outcome.reason, blame === 'person' ? 'patchbay' : blame, next)
      }
    }
    case 'cancelled':
    case 'result': {
      const reason = `The handshake with ${name} was not finished.`
      return { code: WorkbenchErrorCode.HandshakeFailed, state: failed(reason, 'patchbay', next) }
    }
  }
}

function failed(reason: string, blame: Blame, next: string): Failure {
  return { phase: 'failed', reason, blame, next }
}
