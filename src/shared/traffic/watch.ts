import type { CallId, ServerId } from '../protocol/ids'

/** A file or folder that a server is made of, which starts it again when it changes. */
export type WatchTarget = { readonly kind: 'file' | 'folder'; readonly path: string }

export type WatchReport = {
  readonly serverId: ServerId
  /** What is watched now; absent when nothing is. */
  readonly target?: WatchTarget
  /** The last call is made again after each restart. */
  readonly isRerunning: boolean
  /** What could be watched, by what the server is started with. */
  readonly suggestions: readonly WatchTarget[]
  /** A whole sentence, when it cannot be watched. */
  readonly failure?: string
  readonly last?: WatchRestart
}

/** What became of one change. */
export type WatchRestart = {
  readonly time: number
  /** Relative to what is watched. */
  readonly file: string
  readonly phase: 'restarting' | 'ready' | 'failed'
  /** From the change to the end of the handshake. */
  readonly tookMs?: number
  /** How many tools, resources and prompts are new, changed or gone. */
  readonly changes?: number
  /** The call that was made again, and the one it repeats. */
  readonly rerun?: { readonly before: CallId; readonly after: CallId }
}
