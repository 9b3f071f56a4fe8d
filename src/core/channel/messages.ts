/** What passes through a channel. Its two ends agree on the names and the types of what they say. */
import type { MessagePort, Worker } from 'node:worker_threads'
import type { WorkbenchErrorCode } from '../../shared/protocol/errors'

/** What the two ends of one channel say to each other. */
export type Terms = {
  /** What may be asked, by name. Plain values go in and out. */
  readonly answers: object
  /** What the far end has to know, by name. A far end that starts anew is told all of it again. */
  readonly settings: object
  /** What is handed over, and is kept here until the far end has taken it. */
  readonly parcel: unknown
  /** What the far end tells without being asked, by name. */
  readonly events: object
}

/** To the far end. All that is said in one turn goes together. */
export type Request =
  | { readonly id: number; readonly ask: string; readonly args: readonly unknown[] }
  | { readonly setting: string; readonly value: unknown }
  | { readonly parcel: number; readonly value: unknown }

/** From the far end, together in the same way. */
export type Report =
  | { readonly id: number; readonly value: unknown }
  | {
      readonly id: number
      readonly error: { readonly code: WorkbenchErrorCode; readonly message: string }
    }
  | { readonly taken: readonly number[] }
  | { readonly event: string; readonly value: unknown }

export type Port = Worker | MessagePort
