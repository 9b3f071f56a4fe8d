import type { Subscription } from '../../shared/calls/exchange'
import type { LogLevel } from '../../shared/protocol/log-level'

/** What the person wants of a server for as long as Patchbay runs, whatever becomes of its sessions. */
export type Wishes = {
  logLevel?: LogLevel
  /** By URI. */
  readonly subscriptions: Map<string, Subscription>
}

export function noWishes(): Wishes {
  return { subscriptions: new Map() }
}
