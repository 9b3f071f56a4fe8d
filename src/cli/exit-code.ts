import { isToolError, type Outcome } from '../shared/call'
import { WorkbenchError, WorkbenchErrorCode } from '../shared/errors'

export const ExitCode = {
  Ok: 0,
  ToolError: 1,
  ProtocolError: 2,
  TransportError: 3,
  Usage: 4,
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
    case 'connection-lost':
      return ExitCode.TransportError
    case 'cancelled':
      return ExitCode.Interrupted
  }
}

export function exitCodeOfError(error: unknown): ExitCode {
  if (!(error instanceof WorkbenchError)) return ExitCode.TransportError
  switch (error.code) {
    case WorkbenchErrorCode.InvalidInput:
    case WorkbenchErrorCode.NotFound:
      return ExitCode.Usage
    case WorkbenchErrorCode.ErrorAnswer:
      return ExitCode.ProtocolError
    default:
      return ExitCode.TransportError
  }
}
