import type { Call } from '../../../../shared/calls/call-contract'
import type { Tool } from '../../../../shared/calls/catalogue'
import type { Circumstances } from '../../../../shared/advice/explain'
import { reactionOf, verdictsOn, type Verdict } from '../../../../shared/verdicts/verdicts'
import type { LoadedResult } from './use-result'
import type { LoadedSent } from './use-sent'

type Judged = {
  readonly sent: LoadedSent
  readonly tool: Tool
  readonly schemas: Call['schemas']
  readonly outcome: Call['outcome']
  readonly loaded: LoadedResult
  /** More came than was kept of it. */
  readonly isCut: boolean
}

const NONE: readonly Verdict[] = []

/** What is not here whole is not judged; what was sent is, whatever came of it. */
export function callVerdicts(judged: Judged): readonly Verdict[] {
  const { sent, tool, schemas, outcome, loaded, isCut } = judged
  if (!outcome) return NONE
  const isHere = loaded.kind === 'result' && loaded.isWhole && !isCut
  const result = isHere ? loaded.result : undefined
  const reaction = reactionOf(outcome)
  const verdicts = verdictsOn({ tool, schemas, arguments: sent.arguments, result, reaction })
  return sent.isWhole ? verdicts : verdicts.filter(({ about }) => about !== 'input')
}

/** Whether the arguments were as the schema wants them; undefined where that was not found out. */
export function argumentsIn(
  verdicts: readonly Verdict[],
  sent: LoadedSent
): Circumstances['arguments'] {
  const verdict = verdicts.find(({ about }) => about === 'input')
  if (verdict === undefined || verdict.kind === 'unknown') return undefined
  if (verdict.kind !== 'right') return 'forbidden'
  return Object.keys(sent.arguments).length === 0 ? 'none' : 'fit'
}
