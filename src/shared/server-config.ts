import type { ServerId } from './ids'

export type ServerScope = 'built-in' | 'user' | 'project' | 'local' | 'command line'

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
  cacheTtlMs: 300_000,
  syncTools: []
}

type Named = {
  readonly id: ServerId
  readonly name: string
  readonly scope: ServerScope
  readonly description?: string
  readonly settings?: Partial<SessionSettings>
}

export type StdioDefinition = Named & {
  readonly transport: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
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

type Known = Pick<Named, 'id' | 'name' | 'scope' | 'description'>

/** What the window may know of a definition: everything but the values of its secrets. */
export type ServerSummary =
  | (Known & {
      readonly transport: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly envNames: readonly string[]
    })
  | (Known & {
      readonly transport: RemoteTransport
      readonly url: string
      readonly headerNames: readonly string[]
    })
