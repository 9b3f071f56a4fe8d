export const WorkbenchErrorCode = {
  /** The window sent something the contract does not allow. */
  InvalidInput: 'INVALID_INPUT',
  /** Arguments do not fit what they are for, and nobody said to send them all the same. */
  UnfitArguments: 'UNFIT_ARGUMENTS',
  /** The person or the program named a server, tool or entry that is not there. */
  NotFound: 'NOT_FOUND',
  /** The server has to be open for this, and is not. */
  NotOpen: 'NOT_OPEN',
  /** The person has not said that this server may run. */
  TrustRequired: 'TRUST_REQUIRED',
  /** A variable, secret or input that the definition needs has no value. */
  ValueMissing: 'VALUE_MISSING',
  /** The person closed the dialog that asked them. */
  Dismissed: 'DISMISSED',
  /** The server's process could not be started. */
  StartFailed: 'START_FAILED',
  /** The server was reached, but the handshake did not succeed. */
  HandshakeFailed: 'HANDSHAKE_FAILED',
  /** The session ended while something was still waiting for it. */
  ConnectionLost: 'CONNECTION_LOST',
  /** The server wants to know who is asking. */
  AuthRequired: 'AUTH_REQUIRED',
  /** The server did not answer in time. */
  Timeout: 'TIMEOUT',
  /** The server answered with a JSON-RPC error where a result was needed. */
  ErrorAnswer: 'ERROR_ANSWER',
  /** The server has not answered enough of what it was asked to be asked more. */
  Busy: 'BUSY',
  /** Settings or state could not be read or written. */
  Storage: 'STORAGE',
  /** A fault of Patchbay itself. */
  Internal: 'INTERNAL'
} as const

export type WorkbenchErrorCode = (typeof WorkbenchErrorCode)[keyof typeof WorkbenchErrorCode]

/** `message` is a whole sentence for a person; `details` is for the program. */
export class WorkbenchError extends Error {
  readonly code: WorkbenchErrorCode
  readonly details: unknown

  constructor(code: WorkbenchErrorCode, message: string, details?: unknown) {
    super(message)
    this.name = 'WorkbenchError'
    this.code = code
    this.details = details
  }
}

/** The person said no themselves, so nothing has gone wrong. */
export function isDismissal(error: unknown): boolean {
  return error instanceof WorkbenchError && error.code === WorkbenchErrorCode.Dismissed
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
