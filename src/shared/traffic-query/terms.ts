/** A filter of the traffic list, as it was understood. Plain data, so that it can be sent to a thread. */
import type { Origin, RpcId } from '../json-rpc'
import type { LogLevel } from '../log-level'
import type { EntryKind } from '../traffic'
import type { AmountField, Range } from './amounts'
import type { State } from './fields'
import type { Glob } from './glob'
import type { Moment } from './moments'
import type { PatternSource } from './pattern'

/** All terms have to hold. */
export type Query = {
  readonly terms: readonly Term[]
  readonly errors: readonly QueryError[]
  /** About terms that hold, but perhaps not as they are meant. */
  readonly remarks: readonly QueryRemark[]
}

export type Term = {
  /** Where it stands in the text. */
  readonly start: number
  readonly end: number
  readonly isNegated: boolean
  readonly condition: Condition
}

export type QueryRemark = {
  readonly start: number
  readonly end: number
  /** Says something about the text from `start` to `end`. */
  readonly message: string
}

export type QueryError = QueryRemark

export type GlobField = 'server' | 'method' | 'tool' | 'resource' | 'prompt' | 'target' | 'rule'

/** One of the alternatives has to hold. */
export type Condition =
  | { readonly field: GlobField; readonly anyOf: readonly Glob[] }
  | { readonly field: 'kind'; readonly anyOf: readonly EntryKind[] }
  | { readonly field: 'is'; readonly anyOf: readonly State[] }
  | { readonly field: 'origin'; readonly anyOf: readonly Origin[] }
  | { readonly field: 'level'; readonly anyOf: readonly LogLevel[] }
  | { readonly field: 'id'; readonly anyOf: readonly RpcId[] }
  | { readonly field: AmountField; readonly anyOf: readonly Range[] }
  | { readonly field: 'after' | 'before'; readonly moment: Moment }
  | { readonly field: 'text'; readonly text: string }
  | { readonly field: 'pattern'; readonly pattern: PatternSource }
