/**
 * How the contract travels. Everything crosses as JSON text: the bridge copies a string at the speed
 * of memory and a tree of objects several times slower, and text has no getters or prototypes.
 */
import type { WorkbenchErrorCode } from '../protocol/errors'

export const REQUEST_CHANNEL = 'patchbay:request'
export const EVENT_CHANNEL = 'patchbay:event'
/** On this one a page says that its first content has reached the screen. */
export const PAINTED_CHANNEL = 'patchbay:painted'
/** By this request a page says which events it has taken. */
export const TAKEN_ROUTE = 'events.taken'

/** A request longer than this is refused unread. */
export const REQUEST_LIMIT_CHARS = 16 * 1024 * 1024

export type IpcFailure = {
  readonly code: WorkbenchErrorCode
  readonly message: string
  readonly details?: unknown
}

export type IpcResult =
  | { readonly ok: true; readonly value?: unknown }
  | { readonly ok: false; readonly error: IpcFailure }

/** What the preload puts on `window`: three verbs, and no way to name a channel. */
export type Bridge = {
  readonly request: (route: string, inputJson: string) => Promise<string>
  readonly on: (event: string, listener: (payloadJson: string) => void) => () => void
  /** Where a file lies that the person dropped on the window, a `File` of the DOM. */
  readonly pathOf: (file: object) => string
}
