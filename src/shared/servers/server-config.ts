import type { ServerId } from '../protocol/ids'
import type { Access, OAuthGrant } from './server-access'

/** Where servers can be written down. A name in an earlier one hides the same name in a later one. */
export const WRITABLE_SCOPES = ['local', 'project', 'user'] as const
export type WritableScope = (typeof WRITABLE_SCOPES)[number]
export type ServerScope = 'built-in' | 'command line' | WritableScope

export type RemoteTransport = 'streamable-http' | 'sse' | 'websocket' | 'long-poll' | 'auto'
export type TransportName = 'stdio' | RemoteTransport

export type EraChoice = 'legacy' | 'auto' | 'modern'

export type RetryProfile = {
  readonly retries: number
  readonly firstDelayMs: number
  readonly factor: number
  readonly maxDelayMs: number
  /** Spreads the delays, so that many clients do not come back at once. */
  readonly hasJitter: boolean
}

export const RETRY_PROFILES = {
  standard: { retries: 3, firstDelayMs: 1_000, factor: 2, maxDelayMs: 30_000, hasJitter: true },
  patient: { retries: 3, firstDelayMs: 5_000, factor: 2, maxDelayMs: 20_000, hasJitter: false },
  none: { retries: 0, firstDelayMs: 0, factor: 1, maxDelayMs: 0, hasJitter: false }
} as const satisfies Record<string, RetryProfile>
export type RetryProfileName = keyof typeof RETRY_PROFILES

/** How a session with one server behaves. What a definition leaves out has the default. */
export type SessionSettings = {
  readonly era: EraChoice
  readonly initializeTimeoutMs: number
  /** For lists, resources and prompts. */
  readonly readTimeoutMs: number
  /** How long a call may stay silent: progress starts it anew. */
  readonly callTimeoutMs: number
  /** How long a call may take in all, progress or not. */
  readonly callCapMs: number
  readonly maxRestarts: number
  readonly retry: RetryProfileName
  readonly healthIntervalMs: number
  /** A server that has not answered a probe, and has sent nothing, for this long is hung. */
  readonly hungAfterMs: number
  readonly frameLimitBytes: number
  /** How many items of one list are read. */
  readonly listLimit: number
  /** How many pages of one list are asked for. */
  readonly pageLimit: number
  /** How long lists and resources stay fresh when the server does not say. */
  readonly cacheTtlMs: number
  /** Tools after which everything is read anew, besides those whose name says sync. */
  readonly syncTools: readonly string[]
}

const MIB = 1024 * 1024
export const FRAME_LIMIT_MAX_BYTES = 64 * MIB

export const DEFAULT_SETTINGS: SessionSettings = {
  era: 'auto',
  initializeTimeoutMs: 30_000,
  readTimeoutMs: 30_000,
  callTimeoutMs: 300_000,
  callCapMs: 3_600_000,
  maxRestarts: 3,
  retry: 'standard',
  healthIntervalMs: 60_000,
  hungAfterMs: 30_000,
  frameLimitBytes: 16 * MIB,
  listLimit: 10_000,
  pageLimit: 200,
  cacheTtlMs: 300_000,
  syncTools: []
}

type Named = {
  readonly id: ServerId
  readonly name: string
  readonly scope: ServerScope
  readonly description?: string
  readonly settings?: Partial<SessionSettings>
  /** Folders that the server is told it may work in, as absolute paths or file addresses. */
  readonly roots?: readonly string[]
  /** Where the server gives its own numbers: at the origin of its address, or on this machine. */
  readonly metricsUrl?: string
  /** Who we are to the server, and by which way it is reached. */
  readonly access?: Access
}

export type StdioDefinition = Named & {
  readonly transport: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** A file with more variables, read when the server starts; `env` goes before it. */
  readonly envFile?: string
  readonly cwd?: string
}

export type RemoteDefinition = Named & {
  readonly transport: RemoteTransport
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * How to reach a server. Lives in main and the command line only: it names an executable or an
 * address, so nothing of this type ever comes from the window.
 */
export type ServerDefinition = StdioDefinition | RemoteDefinition

/** Starters that may have to download the server first. */
const SLOW_STARTERS =
  /(^|[\\/])(npx|npm|pnpm|pnpx|yarn|bunx|uvx|uv|pipx|docker|podman)(\.cmd|\.exe)?$/
const SLOW_START_TIMEOUT_MS = 120_000

export function settingsOf(definition: ServerDefinition): SessionSettings {
  const isSlow = definition.transport === 'stdio' && SLOW_STARTERS.test(definition.command)
  return {
    ...DEFAULT_SETTINGS,
    ...(isSlow && { initializeTimeoutMs: SLOW_START_TIMEOUT_MS }),
    ...definition.settings
  }
}

/** Whether a server may be opened, and if not, why. */
export type Standing =
  | { readonly kind: 'usable' }
  /** The person has not said yet whether it may run; `isChanged` when they did for what it was. */
  | { readonly kind: 'untrusted'; readonly isChanged: boolean }
  /** The person said that it may not. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'shadowed'; readonly by: WritableScope }
  | { readonly kind: 'invalid'; readonly faults: readonly ConfigFault[] }

/** What is wrong in a file or a draft, and where. Lines and columns count from 1. */
export type ConfigFault = {
  /** A whole sentence. Never holds the value of a variable or header. */
  readonly message: string
  readonly line?: number
  readonly column?: number
  /** The field, such as `args.0`, when the fault is in one. */
  readonly field?: string
}

/** Something a person should know before they let a server run. */
export type Warning = {
  readonly kind:
    | 'shell'
    | 'elevated'
    | 'unpinned'
    | 'download'
    | 'container'
    | 'sensitive-path'
    | 'inline-code'
    | 'remote'
    | 'insecure'
    | 'secret-leaves'
    | 'exposed-secret'
    | 'hidden-characters'
    | 'tilde'
    | 'look-alike'
    | 'project-program'
    | 'hidden-code'
  /** A whole sentence. */
  readonly message: string
}

type Known = Pick<Named, 'id' | 'name' | 'scope' | 'description'> & {
  readonly standing: Standing
  readonly warnings: readonly Warning[]
  /** The file it is written in, for a person to read. */
  readonly source?: string
  /** It is open with a definition that has changed since. */
  readonly isStale?: boolean
  /** The person is asked for values of it. */
  readonly hasInputs?: boolean
  /** By what the server knows who asks; absent without any. */
  readonly credentials?: readonly CredentialKind[]
}

/** What the definition gives to say who asks. Never a value. */
export type CredentialKind =
  | { readonly kind: 'token'; readonly place: 'header' | 'initialize' }
  | { readonly kind: 'key'; readonly header: string }
  /** Patchbay gets tokens by itself; nobody signs in with a browser. */
  | { readonly kind: 'grant'; readonly grant: Exclude<OAuthGrant, 'authorization-code'> }
  | { readonly kind: 'signature'; readonly header: string }

/** What the window may know of a definition, as it is written: everything but what may be secret. */
export type ServerSummary =
  | (Known & {
      readonly transport: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly envNames: readonly string[]
      readonly envFile?: string
      readonly cwd?: string
    })
  | (Known & {
      readonly transport: RemoteTransport
      readonly url: string
      readonly headerNames: readonly string[]
    })
  /** Cannot be understood; its standing says why. */
  | (Known & { readonly transport: 'unknown' })
