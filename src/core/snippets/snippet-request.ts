import type { WantedCall } from '../../shared/calls/call-contract'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import type { ServerDefinition } from '../../shared/servers/server-config'
import type { SessionState } from '../../shared/servers/session-state'

/** A call that is to be written down for another program, with what is known of its server. */
export type SnippetRequest = Omit<WantedCall, 'serverId' | 'isForced'> & {
  /** As it is written, references and all. */
  readonly definition: ServerDefinition
  readonly state: SessionState
  /** Of Patchbay. */
  readonly version: string
  /** The folder of the project that the server is written down in. */
  readonly projectFolder?: string
  /** The profile, where it is not the usual one. */
  readonly profile?: string
  readonly inputSchema?: unknown
  /** The command line makes it only with the person's word. */
  readonly needsApproval?: boolean
}

export function notPossible(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
