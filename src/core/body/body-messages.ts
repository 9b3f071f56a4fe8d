/** What main and the thread that reads large bodies say to each other. */
import type { BodySource, Question } from './read-body'

/** A body as it is handed to the thread. */
export type Handed = BodySource & { readonly secrets: readonly string[] }

/** What the thread says about a body. */
export type BodyAnswer =
  | { readonly value: unknown }
  /** A value as JSON, because a clone of it could lose digits of its numbers. */
  | { readonly json: string }
  /** The thread does not have the body, or no longer. */
  | { readonly isMissing: true }

export type BodyTerms = {
  readonly answers: {
    /** The next piece of the body that is handed over. */
    readonly addPiece: (piece: string) => void
    /** Reads the body whose pieces have come. The key is the same for the same body without the same secrets. */
    readonly read: (key: string, source: Omit<Handed, 'json'>) => void
    readonly answer: (key: string, question: Question) => BodyAnswer
  }
  readonly settings: Readonly<Record<never, never>>
  readonly parcel: never
  readonly events: Readonly<Record<never, never>>
}
