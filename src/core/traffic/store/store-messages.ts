/** What main and the thread of the traffic say to each other. */
import type { WorkbenchErrorCode } from '../../../shared/errors'
import type { TrafficEntry } from '../../../shared/traffic'
import type { ViewGrowth } from '../../../shared/traffic-row'
import type { StoreAnswers } from './store-answers'

export type StoreLimits = { readonly bytes: number; readonly days: number }

/** Given to the thread when it starts. */
export type StoreStart = {
  readonly path: string
  readonly startedAt: number
  readonly limits: StoreLimits
  /** The recording of this run, when a thread before this one has begun it. */
  readonly recording?: number
}

export type StoreRequest =
  | {
      readonly entries: readonly TrafficEntry[]
      readonly raws: readonly string[]
      /** Of servers that the recording has not heard of. */
      readonly names?: Readonly<Record<string, string>>
    }
  | { readonly secrets: readonly string[] }
  | { readonly limits: StoreLimits }
  | {
      readonly id: number
      readonly ask: keyof StoreAnswers
      readonly args: readonly unknown[]
    }

export type StoreReport =
  | { readonly id: number; readonly value: unknown }
  | {
      readonly id: number
      readonly error: { readonly code: WorkbenchErrorCode; readonly message: string }
    }
  /** So many entries were taken. */
  | { readonly taken: number }
  | { readonly grew: readonly ViewGrowth[] }
  /** The recording of this run. It is another one when what was written before cannot be gone on with. */
  | { readonly recording: number; readonly isNew: boolean }
  | { readonly problem: string }
