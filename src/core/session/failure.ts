/** Says what went wrong with a session: what happened, whose doing it is, what to do. */
import { ProtocolError } from '@modelcontextprotocol/client'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import { errorName } from '../../shared/json-rpc'
import type { Blame, SessionState } from '../../shared/session-state'
import { describeExit, type WireEnd } from '../transport/stdio'
import { UnansweredError } from './sdk-wire'

type Failed = Extract<SessionState, { phase: 'failed' }>
type FailedWithoutStderr = Omit<Failed, 'lastStderr'>

const READ_STDERR = 'Read what it wrote to stderr, mend it, and open it again.'

export function whyWireEnded(end: WireEnd): string {
  if (end.kind === 'too long') {
    const mebibytes = end.limitBytes / 1024 / 1024
    return `The server sent a line of more than ${mebibytes} MiB, so Patchbay stopped it`
  }
  const { code, signal } = end.exit
  return signal === null
    ? `The server exited with code ${code}`
    : `The server was ended by ${signal}`
}

export function failureWhileOpen(name: string, end: WireEnd): FailedWithoutStderr {
  if (end.kind === 'too long') {
    return failed(`${whyWireEnded(end)}.`, 'server', 'Let it answer with less at a time.')
  }
  return failed(`${name} is gone. ${describeExit(end.exit)}`, 'server', READ_STDERR)
}

export function failureToOpen(
  name: string,
  error: unknown,
  end: WireEnd | undefined
): { code: WorkbenchErrorCode; state: FailedWithoutStderr } {
  if (error instanceof WorkbenchError) {
    const next = 'Check the command and its folder in the definition of the server.'
    return { code: error.code, state: failed(error.message, 'transport', next) }
  }
  if (end) {
    return {
      code: WorkbenchErrorCode.ConnectionLost,
      state: failed(`${whyWireEnded(end)} before the handshake was done.`, 'server', READ_STDERR)
    }
  }
  if (error instanceof UnansweredError && error.outcome.kind === 'timeout') {
    const reason = `${name} did not answer initialize within ${error.outcome.afterMs / 1000} s.`
    const next = 'Check that the command is an MCP server that speaks over stdin and stdout.'
    return { code: WorkbenchErrorCode.Timeout, state: failed(reason, 'server', next) }
  }
  if (ProtocolError.isInstance(error)) {
    const label = errorName(error.code)
    const code = label === undefined ? String(error.code) : `${error.code} (${label})`
    const reason = `${name} answered initialize with error ${code}: ${error.message}`
    return {
      code: WorkbenchErrorCode.ErrorAnswer,
      state: failed(reason, 'protocol', 'Look at the two frames in Traffic.')
    }
  }
  return {
    code: WorkbenchErrorCode.HandshakeFailed,
    state: failed(
      `The handshake with ${name} failed: ${messageOf(error)}`,
      'protocol',
      'Look at the frames of the handshake in Traffic.'
    )
  }
}

function failed(reason: string, blame: Blame, next: string): FailedWithoutStderr {
  return { phase: 'failed', reason, blame, next }
}
