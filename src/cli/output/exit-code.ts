import { isToolError, type Outcome } from '../../shared/calls/call'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { Interrupted } from './interrupt'

export const ExitCode = {
  Ok: 0,
  /** Or the doctor has findings, somebody has changed the audit log, or you were asked and did not say yes. */
  ToolError: 1,
  ProtocolError: 2,
  TransportError: 3,
  Usage: 4,
  /** The server was reached, and does not let us in. */
  Refused: 5,
  /** A list was printed as far as it was read, and the server may have more. */
  Incomplete: 6,
  Interrupted: 130
} as const
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

export function exitCodeOf(outcome: Outcome): ExitCode {
  switch (outcome.kind) {
    case 'result':
      return isToolError(outcome.result) ? ExitCode.ToolError : ExitCode.Ok
    case 'error':
      return ExitCode.ProtocolError
    case 'timeout':
      return ExitCode.TransportError
    case 'connection-lost':
      return outcome.failure?.class === 'auth' ? ExitCode.Refused : ExitCode.TransportError
    case 'not-an-answer':
      return outcome.failure.class === 'auth' ? ExitCode.Refused : ExitCode.ProtocolError
    case 'cancelled':
      return ExitCode.Interrupted
  }
}

export function exitCodeOfError(error: unknown): ExitCode {
  if (error instanceof Interrupted) return ExitCode.Interrupted
  if (!(error instanceof WorkbenchError)) return ExitCode.TransportError
  switch (error.code) {
    case WorkbenchErrorCode.InvalidInput:
    case WorkbenchErrorCode.UnfitArguments:
    case WorkbenchErrorCode.NotFound:
    case WorkbenchErrorCode.TrustRequired:
    case WorkbenchErrorCode.ValueMissing:
      return ExitCode.Usage
    case WorkbenchErrorCode.ErrorAnswer:
    case WorkbenchErrorCode.HandshakeFailed:
      return ExitCode.ProtocolError
    case WorkbenchErrorCode.AuthRequired:
      return ExitCode.Refused
    default:
      return ExitCode.TransportError
  }
}
