/** A filter as it was understood. Plain data, so that it can be sent to a thread. */
import type { PatternSource } from './pattern'
import type { Alternatives, FieldName, TakenBy, Vocabulary } from './vocabulary'

/** All terms have to hold. */
export type Query<C extends Condition = Condition> = {
  readonly terms: readonly Term<C>[]
  readonly errors: readonly QueryError[]
  /** About terms that hold, but perhaps not as they are meant. */
  readonly remarks: readonly QueryRemark[]
}

export type Term<C extends Condition = Condition> = {
  /** Where it stands in the text. */
  readonly start: number
  readonly end: number
  readonly isNegated: boolean
  readonly condition: C
}

export type QueryRemark = {
  readonly start: number
  readonly end: number
  /** Says something about the text from `start` to `end`. */
  readonly message: string
}

export type QueryError = QueryRemark

type TextCondition =
  | { readonly field: 'text'; readonly text: string }
  | { readonly field: 'pattern'; readonly pattern: PatternSource }

/** Of any vocabulary. One of the alternatives has to hold. */
export type Condition = TextCondition | FieldCondition<string, keyof Alternatives>

export type ConditionIn<V extends Vocabulary> =
  TextCondition | { [F in FieldName<V>]: FieldCondition<F, TakenBy<V, F>> }[FieldName<V>]

type FieldCondition<F, T extends keyof Alternatives> = T extends 'time'
  ? { readonly field: F; readonly moment: Alternatives['time'] }
  : T extends 'text'
    ? { readonly field: F; readonly texts: Alternatives['text'] }
    : { readonly field: F; readonly anyOf: Alternatives[T] }
