import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { type AnswerOf, type AskOf, type QuestionKind, judge } from '../../shared/question/records'

/** The answer as it counts, whoever brings it; refuses one that does not fit its question. */
export function takeAnswer<Kind extends QuestionKind>(
  ask: AskOf<Kind>,
  given: AnswerOf<QuestionKind>
): AnswerOf<Kind> {
  const judgement = judge<Kind>(ask, given)
  if ('answer' in judgement) return judgement.answer
  const { misfit, details } = judgement
  throw new WorkbenchError(WorkbenchErrorCode.InvalidInput, misfit, details)
}
