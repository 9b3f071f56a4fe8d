/** All kinds of questions, and what follows from the record of each. */
import type { AnswerOf } from './answers'
import type { AskOf, QuestionKind } from './asks'
import type { Judgement, QuestionAudit, QuestionRecord } from './record'
import { SHEET_RECORDS } from './sheet-records'
import { WINDOW_RECORDS } from './window-records'

export const RECORDS: { readonly [Kind in QuestionKind]: QuestionRecord<Kind> } = {
  ...SHEET_RECORDS,
  ...WINDOW_RECORDS
}

/** The methods with which servers ask what a person answers. */
export const ASKING_METHODS: ReadonlySet<string> = new Set(
  Object.values(SHEET_RECORDS).flatMap((record) => ('method' in record ? record.method : []))
)

/** How what was decided is read from the audit log, by the method of its records. */
export const QUESTION_AUDITS: readonly QuestionAudit[] = Object.values(RECORDS).flatMap(
  ({ audit = [] }) => audit
)

export function titleOf<Kind extends QuestionKind>(ask: AskOf<Kind>): string {
  return RECORDS[ask.kind].title(ask)
}

export function isYes<Kind extends QuestionKind>(answer: AnswerOf<Kind>): boolean {
  return RECORDS[answer.kind as Kind].isYes(answer)
}

/** The answer as it counts, or why it does not fit what was asked. */
export function judge<Kind extends QuestionKind>(
  ask: AskOf<Kind>,
  answer: AnswerOf<QuestionKind>
): Judgement<Kind> {
  if (ask.kind !== answer.kind) {
    const misfit = `This is not an answer to what was asked. The answer is about ${answer.kind}, and the question is about ${ask.kind}.`
    return { misfit }
  }
  const own = answer as AnswerOf<Kind>
  return RECORDS[ask.kind].judge?.(ask, own) ?? { answer: own }
}
