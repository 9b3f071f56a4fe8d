/** What has to be said once about a kind of question, so that every place that needs it agrees. */
import type { z } from 'zod'
import type { Risk } from './inbox'

/** Given to the schemas of a record by whoever parses, so that no window has it in its bundle. */
export type Zod = typeof z
type Schema<Value> = (z: Zod) => z.ZodType<Value>
export type Parsed<Of extends (z: Zod) => z.ZodType> = z.infer<ReturnType<Of>>

type OfKind = { readonly kind: string }

/** How an answer is taken: as it counts, or not at all. */
export type Judgement<Answer> =
  | { readonly answer: Answer }
  | {
      /** A whole sentence: why it does not fit the question. */
      readonly misfit: string
      readonly details?: unknown
    }

/** `Basis`: what its risk is judged by, besides the question itself. */
export type QuestionRecord<
  Ask extends OfKind,
  Answer extends OfKind,
  Basis extends readonly unknown[] = readonly []
> = {
  readonly ask: Schema<Ask>
  readonly answer: Schema<Answer>
  /** One line that says what is asked. */
  readonly title: (ask: Ask) => string
  /** What you cannot do before you have read everything. Absent where there is nothing to be read. */
  readonly readFirst?: string
  readonly risk: (ask: Ask, ...basis: Basis) => Risk
  /** What becomes of it where nobody answers. */
  readonly unanswered: string
  /** It allows something, so it counts only when somebody could have read the question. */
  readonly isYes: (answer: Answer) => boolean
  /** Absent where every answer of the kind fits. */
  readonly judge?: (ask: Ask, answer: Answer) => Judgement<Answer>
  readonly audit: QuestionAudit
}

export type AuditParams = Readonly<Record<string, unknown>>

export type QuestionAudit = {
  readonly method: string
  /** What was decided, in a word, read from what was written down. */
  readonly decision: (params: AuditParams, result: unknown) => string | undefined
}

/** Of a question in the sheet, which a server or a call of yours causes. */
type SheetRecord<
  Ask extends OfKind,
  Answer extends OfKind,
  Basis extends readonly unknown[]
> = QuestionRecord<Ask, Answer, Basis> & {
  /** In a list. */
  readonly name: string
  /** Before and after the name of the server. */
  readonly around: readonly [before: string, after: string]
  readonly readFirst: string
  /** After the name of the server, in a notification of the system. */
  readonly notice: string
  /** What was answered, in a word. */
  readonly word: (answer: Answer) => string
}

/** Of what a server asks. */
export type ServerRecord<
  Ask extends OfKind,
  Answer extends OfKind,
  Basis extends readonly unknown[] = readonly []
> = SheetRecord<Ask, Answer, Basis> & {
  /** With which it asks. */
  readonly method: string
}

/** Of what Patchbay asks because of something that you or a program does. */
export type OwnRecord<
  Ask extends OfKind,
  Answer extends OfKind,
  Basis extends readonly unknown[] = readonly []
> = SheetRecord<Ask, Answer, Basis> & {
  /** What has become of it where it is no longer wanted. */
  readonly cancelled: string
}
