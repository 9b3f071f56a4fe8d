/** Where it went wrong: below the protocol, in the protocol, in the tool itself, or on our side. */
export type Tier = 'transport' | 'protocol' | 'application' | 'patchbay'

/** Whose doing a failure is. Never a level: that is the tier's to say. */
export type Blame = 'server' | 'network' | 'definition' | 'patchbay' | 'person'

/**
 * Which kind of conversation it is: with a handshake, without one as newer servers have it, or with
 * a server that knows neither and answers all the same.
 */
export type Era = 'legacy' | 'modern' | 'bare'

export type ServerIdentity = {
  readonly name: string
  readonly version: string
  readonly title?: string
  readonly description?: string
  readonly websiteUrl?: string
  /** As the server sent them. */
  readonly icons?: readonly unknown[]
}

export type SessionState =
  | {
      readonly phase: 'idle'
      /** A whole sentence, when the last session did not end as it should have. */
      readonly note?: string
    }
  | { readonly phase: 'starting'; readonly since: number; readonly pid?: number }
  | {
      readonly phase: 'ready'
      readonly since: number
      readonly pid?: number
      /** Where the definition leaves it to be found out. */
      readonly foundTransport?: 'streamable-http' | 'sse'
      readonly era: Era
      readonly protocolVersion: string
      readonly server: ServerIdentity
      readonly capabilities: Readonly<Record<string, unknown>>
      /** What we told the server that we can do. */
      readonly clientCapabilities: Readonly<Record<string, unknown>>
      /** A whole sentence: how the era was found. */
      readonly why: string
      readonly instructions?: string
      readonly handshakeMs: number
    }
  | {
      /** It broke, and will be opened again by itself. */
      readonly phase: 'waiting'
      /** In milliseconds since 1970. */
      readonly until: number
      readonly attempt: number
      readonly attempts: number
      readonly reason: string
      readonly blame: Blame
    }
  | { readonly phase: 'closing' }
  | {
      readonly phase: 'failed'
      /** A whole sentence: what happened. */
      readonly reason: string
      readonly tier: Tier
      readonly blame: Blame
      /** A whole sentence: what the person can do. */
      readonly next: string
      /** Something that the person can be offered: to look at the certificate, and to trust it. */
      readonly offers?: 'certificate'
      readonly lastStderr: readonly string[]
    }

export type SessionPhase = SessionState['phase']

export const IDLE: SessionState = { phase: 'idle' }

export function isOpen({ phase }: SessionState): boolean {
  return phase === 'starting' || phase === 'ready' || phase === 'waiting' || phase === 'closing'
}
