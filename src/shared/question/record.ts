/** What has to be said once about a kind of question, so that every place that needs it agrees. */
import type { Tool } from '../calls/catalogue'
import type { Risk } from './inbox'
import type { AnswerOf } from './answers'
import type { AskOf, QuestionKind, ServerKind, SheetKind } from './asks'

/** How an answer is taken: as it counts, or not at all. */
export type Judgement<Kind extends QuestionKind> =
  | { readonly answer: AnswerOf<Kind> }
  | {
      /** A whole sentence: why it does not fit the question. */
      readonly misfit: string
      readonly details?: unknown
    }

export type QuestionRecord<Kind extends QuestionKind> = {
  /** One line that says what is asked. */
  readonly title: (ask: AskOf<Kind>) => string
  /** What you cannot do before you have read everything. Absent where there is nothing to be read. */
  readonly readFirst?: string
  /** It allows something, so it counts only when somebody could have read the question. */
  readonly isYes: (answer: AnswerOf<Kind>) => boolean
  /** Absent where every answer of the kind fits. */
  readonly judge?: (ask: AskOf<Kind>, answer: AnswerOf<Kind>) => Judgement<Kind>
  /** Absent where nothing is written down of the question itself. */
  readonly audit?: QuestionAudit
}

export type AuditParams = Readonly<Record<string, unknown>>

export type QuestionAudit = {
  readonly method: string
  /** What was decided, in a word, read from what was written down. Absent where no word is needed. */
  readonly decision?: (params: AuditParams, result: unknown) => string | undefined
}

/** What its risk is judged by, besides the question itself. */
type RiskBasis<Kind> = Kind extends 'consent'
  ? readonly [claimed: unknown]
  : Kind extends 'approval'
    ? readonly [tool: Tool | undefined]
    : readonly []

/** Of a question in the sheet, which a server or a call of yours causes. */
export type SheetRecord<Kind extends SheetKind> = QuestionRecord<Kind> & {
  /** In a list. */
  readonly name: string
  /** Before and after the name of the server. */
  readonly around: readonly [before: string, after: string]
  readonly readFirst: string
  /** After the name of the server, in a notification of the system. */
  readonly notice: string
  /** What becomes of it by itself. */
  readonly unanswered: string
  /** What was answered, in a word. */
  readonly word: (answer: AnswerOf<Kind>) => string
  readonly risk: (ask: AskOf<Kind>, ...basis: RiskBasis<Kind>) => Risk
  readonly audit: QuestionAudit
} & (Kind extends ServerKind
    ? { /** With which a server asks. */ readonly method: string }
    : unknown)
