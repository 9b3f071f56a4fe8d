/** What main and the thread of the traffic say to each other. */
import type { WorkbenchErrorCode } from '../../../shared/errors'
import type { TrafficEntry } from '../../../shared/traffic'
import type { ViewGrowth } from '../../../shared/traffic-row'
import type { StoreAnswers } from './store-answers'

/** Bytes that are not UTF-8, by the number of the entry. */
export type Originals = ReadonlyMap<number, Uint8Array>

export type StoreLimits = { readonly bytes: number; readonly days: number }

/** What the person has to know of how the traffic is kept. Whole sentences. */
export type StoreProblem =
  /** An earlier file could not be read, and was set aside. */
  | { readonly about: 'file'; readonly message: string; readonly path: string }
  /** Over, when there is nothing to say. */
  | { readonly about: 'disk' | 'trim'; readonly message?: string }

/** Given to the thread when it starts. */
export type StoreStart = {
  readonly path: string
  readonly startedAt: number
  readonly limits: StoreLimits
  /** The recording of this run, when a thread before this one has begun it on disk. */
  readonly recording?: number
  /** How often this run was recorded anew. */
  readonly epoch: number
  /** Numbers of lists begin behind it, so that none means another list than before. */
  readonly lastViewId: number
}

export type StoreRequest =
  | {
      /** What is of another one is handed over once more, and not taken. */
      readonly epoch: number
      readonly entries: readonly TrafficEntry[]
      readonly raws: readonly string[]
      readonly originals?: Originals
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
  /** The recording of this run. In another epoch, all that is known of the run belongs into it. */
  | { readonly recording: number; readonly epoch: number; readonly isInMemory: boolean }
  | { readonly problem: StoreProblem }
