import { useMemo, useState } from 'react'
import type { AnswerOf } from '../../../../shared/question/records'
import type { SamplingAsk } from '../../../../shared/question/sampling-kind'
import { samplingProblems } from '../../../../shared/question/sampling-problems'
import type { JsonObject } from '../../../../shared/json/json'
import { useItemDraft } from '../../../stores/calls/item-drafts'
import { draftOf, EMPTY_ANSWER, readAnswer, withEarlier, type AnswerDraft } from './sampling-answer'

type Answer = {
  readonly draft: AnswerDraft
  /** Whole sentences, once the person has tried to send it. They have it sent by trying again. */
  readonly problems: readonly string[]
  readonly change: (draft: AnswerDraft) => void
  /** A model has answered. */
  readonly complete: (result: JsonObject) => void
  /** Absent where nothing was replaced. */
  readonly putBack: (() => void) | undefined
  /** What is to be sent; undefined when the person has to see first what is wrong with it. */
  readonly attempt: () => AnswerOf<'sampling'> | undefined
}

const NO_PROBLEMS: readonly string[] = []
const NONE: readonly AnswerDraft[] = []

/** The answer to a question for a model, as it is being written. */
export function useAnswer(
  id: number,
  { revision }: SamplingAsk,
  onProblem: (problem: string | undefined) => void
): Answer {
  const [draft, setDraft] = useItemDraft(id, 'answer', EMPTY_ANSWER)
  const [earlier, setEarlier] = useItemDraft(id, 'earlier', NONE)
  const [hasTried, setHasTried] = useState(false)
  const read = useMemo(() => readAnswer(draft), [draft])
  const problems = useMemo(
    () => (hasTried && 'result' in read ? samplingProblems(read.result, revision) : NO_PROBLEMS),
    [hasTried, read, revision]
  )

  function change(next: AnswerDraft): void {
    onProblem(undefined)
    setDraft(next)
  }

  function replace(next: AnswerDraft, kept: readonly AnswerDraft[]): void {
    setEarlier(kept)
    setHasTried(false)
    change(next)
  }

  /** What stands here takes its place behind the others, so that it can be put back as well. */
  function putBack(): void {
    const [last, ...others] = earlier
    if (last) replace(last, [...others, ...withEarlier(NONE, draft)])
  }

  function attempt(): AnswerOf<'sampling'> | undefined {
    if ('problem' in read) return void onProblem(read.problem)
    const { result } = read
    if (problems.length > 0) return { kind: 'sampling', result, isForced: true }
    setHasTried(true)
    if (samplingProblems(result, revision).length === 0) return { kind: 'sampling', result }
    return void onProblem('Something in the answer does not fit.')
  }

  return {
    draft,
    problems,
    change,
    complete: (result) => replace(draftOf(result), withEarlier(earlier, draft)),
    putBack: earlier.length > 0 ? putBack : undefined,
    attempt
  }
}
