/** What every view of a question is given, and how it answers. */
import type { InboxItem } from '../../../../shared/question/inbox'
import type { AnswerOf, AskOf, SheetKind } from '../../../../shared/question/records'

export type ViewProps<Kind extends SheetKind> = {
  readonly item: InboxItem
  readonly ask: AskOf<Kind>
  /** Why the last answer was not taken. */
  readonly problem: string | undefined
  readonly onAnswer: (answer: AnswerOf<Kind>) => void
  /** Undefined once it is mended. */
  readonly onProblem: (problem: string | undefined) => void
}
