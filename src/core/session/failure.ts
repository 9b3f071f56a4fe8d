/** Says what went wrong with a session: what happened, whose doing it is, what to do. */
import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import { messageOf, WorkbenchError, WorkbenchErrorCode } from '../../shared/errors'
import { errorName } from '../../shared/json-rpc'
import type { Blame, SessionState } from '../../shared/session-state'
import { describeExit, type WireEnd } from '../transport/stdio'

type Failed = Extract<SessionState, { phase: 'failed' }>
type FailedWithoutStderr = Omit<Failed, 'lastStderr'>

const READ_STDERR = 'Read what it wrote to stderr, mend it, and open it again.'

export function whyWireEnded(end: WireEnd): string {
  if (end.kind === 'too long') {
    const mebibytes = Math.floor(end.bytes / 1024 / 1024)
    return `The server sent a line of more than ${mebibytes} MiB and was stopped`
  }
  const { code, signal } = end.exit
  return signal === null
    ? `The server exited with code ${code}`
    : `The server was ended by ${signal}`
}

export function failureWhileOpen(name: string, end: WireEnd): FailedWithoutStderr {
  const what = end.kind === 'exited' ? describeExit(end.exit) : `${whyWireEnded(end)}.`
  return failed(`${name} is gone. ${what}`, 'server', READ_STDERR)
}

export function failureToOpen(
  name: string,
  error: unknown,
  end: WireEnd | undefined,
  timeoutMs: number
): { code: WorkbenchErrorCode; state: FailedWithoutStderr } {
  if (error instanceof WorkbenchError) {
    const next = 'Check the command and its folder in the definition of the server.'
    return { code: error.code, state: failed(error.message, 'transport', next) }
  }
  if (end) {
    const reason = `${whyWireEnded(end)} before the handshake was done.`
    return {
      code: WorkbenchErrorCode.HandshakeFailed,
      state: failed(reason, 'server', READ_STDERR)
    }
  }
  if (SdkError.isInstance(error) && error.code === SdkErrorCode.RequestTimeout) {
    const reason = `${name} did not answer initialize within ${timeoutMs / 1000} s.`
    const next = 'Check that the command is an MCP server that speaks over stdin and stdout.'
    return { code: WorkbenchErrorCode.Timeout, state: failed(reason, 'server', next) }
  }
  if (ProtocolError.isInstance(error)) {
    const label = errorName(error.code)
    const code = label === undefined ? String(error.code) : `${error.code} (${label})`
    const reason = `${name} answered initialize with error ${code}: ${error.message}`
    return {
      code: WorkbenchErrorCode.HandshakeFailed,
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
