/** What main and the traffic in the thread of the ledger say to each other. */
import type { TrafficEntry } from '../../shared/traffic/traffic'
import type { CallCount } from '../../shared/calls/call-contract'
import type { ListGrowth } from '../../shared/traffic/list'
import type { ViewGrowth } from '../../shared/traffic/traffic-row'
import type { CallLimits, KeepCall } from './rows/call-table'
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

/** What the thread needs to open the traffic. */
export type StoreStart = {
  readonly path: string
  /** Where an older version kept calls. */
  readonly oldHistory?: string
  readonly startedAt: number
  readonly limits: StoreLimits
  /** The recording of this run, when a thread before this one has begun it on disk. */
  readonly recording?: number
  /** How often this run was recorded anew. */
  readonly epoch: number
  /** Numbers of lists begin behind it, so that none means another list than before. */
  readonly lastViewId: number
}

/** Calls that have ended. */
export type CallParcel = { readonly calls: readonly KeepCall[]; readonly limits: CallLimits }

/** What has become of the table of calls. */
export type CallsChange =
  /** Told at once: the calls that are in it now. */
  | { readonly kept: readonly string[] }
  /** Told of all that has changed since this was told last. */
  | {
      /** The lists of it that somebody looks at, with rows as JSON. */
      readonly grew: readonly ListGrowth<string, CallCount>[]
      /** Why some calls are not in it. */
      readonly problem?: string
      /** Some that are in it cannot be read. */
      readonly hasUnreadable: boolean
    }

/** Entries with their texts. */
export type Batch = {
  /** What is of another one is handed over once more, and not taken. */
  readonly epoch: number
  readonly entries: readonly TrafficEntry[]
  readonly raws: readonly string[]
  readonly originals?: Originals
  /** Of servers that the recording has not heard of. */
  readonly names?: Readonly<Record<string, string>>
  /** Taken whatever the epoch is. */
  readonly ended?: CallParcel
}

export type StoreTerms = {
  readonly answers: StoreAnswers
  readonly settings: { readonly secrets: readonly string[]; readonly limits: StoreLimits }
  readonly parcel: Batch
  readonly events: {
    readonly grew: readonly ViewGrowth[]
    /** The recording of this run. In another epoch, all that is known of the run belongs into it. */
    readonly recording: {
      readonly recording: number
      readonly epoch: number
      readonly isInMemory: boolean
    }
    readonly problem: StoreProblem
    readonly calls: CallsChange
  }
}
