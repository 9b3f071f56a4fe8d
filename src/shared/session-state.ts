/** Whose doing a failure is. */
export type Blame = 'server' | 'transport' | 'protocol' | 'patchbay'

export type ServerIdentity = {
  readonly name: string
  readonly version: string
  readonly title?: string
}

export type SessionState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'starting'; readonly since: number; readonly pid?: number }
  | {
      readonly phase: 'ready'
      readonly since: number
      readonly pid?: number
      readonly protocolVersion: string
      readonly server: ServerIdentity
      readonly capabilities: Readonly<Record<string, unknown>>
      readonly instructions?: string
      readonly handshakeMs: number
    }
  | { readonly phase: 'closing' }
  | {
      readonly phase: 'failed'
      /** A whole sentence: what happened. */
      readonly reason: string
      readonly blame: Blame
      /** A whole sentence: what the person can do. */
      readonly next: string
      readonly lastStderr: readonly string[]
    }

export type SessionPhase = SessionState['phase']

export const IDLE: SessionState = { phase: 'idle' }

export function isOpen(state: SessionState): boolean {
  return state.phase === 'starting' || state.phase === 'ready' || state.phase === 'closing'
}
