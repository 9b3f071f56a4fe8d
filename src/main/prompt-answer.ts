/** Holds an answer against its question: only what was asked for counts. */
import { WorkbenchError, WorkbenchErrorCode } from '../shared/errors'
import type { InputField, Prompt, PromptAnswer, TrustDecision } from '../shared/prompt'

type TrustAnswer = Extract<PromptAnswer, { kind: 'trust' }>
type ValuesAnswer = Extract<PromptAnswer, { kind: 'values' }>
type GivenValue = ValuesAnswer['values'][string]

export function checkedAnswer(prompt: Prompt, answer: PromptAnswer): PromptAnswer {
  if (answer.kind === 'dismissed') return answer
  if (prompt.kind === 'trust' && answer.kind === 'trust') {
    return checkedDecisions(
      prompt.subjects.map(({ hash }) => hash),
      answer
    )
  }
  if (prompt.kind === 'values' && answer.kind === 'values') {
    return checkedValues(prompt.fields, answer)
  }
  if (prompt.kind === 'model' && answer.kind === 'model') return answer
  if (prompt.kind === 'confirm' && answer.kind === 'confirm') return answer
  throw new WorkbenchError(
    WorkbenchErrorCode.InvalidInput,
    `The answer is about ${answer.kind}, and the question is about ${prompt.kind}.`
  )
}

/** What nothing was said about stays open. */
function checkedDecisions(hashes: readonly string[], { decisions }: TrustAnswer): TrustAnswer {
  const decisionOf = (hash: string): TrustDecision =>
    (Object.hasOwn(decisions, hash) ? decisions[hash] : undefined) ?? 'later'
  return {
    kind: 'trust',
    decisions: Object.fromEntries(hashes.map((hash) => [hash, decisionOf(hash)]))
  }
}

function checkedValues(fields: readonly InputField[], { values }: ValuesAnswer): ValuesAnswer {
  const given = fields.flatMap((field): [string, GivenValue][] => {
    const answer = Object.hasOwn(values, field.id) ? values[field.id] : undefined
    if (!answer || !isPossible(field, answer.value)) return []
    const isRemembered = answer.isRemembered && field.canRemember
    return [[field.id, { value: answer.value, isRemembered }]]
  })
  return { kind: 'values', values: Object.fromEntries(given) }
}

function isPossible({ options }: InputField, value: string): boolean {
  return value !== '' && (options === undefined || options.includes(value))
}
