import type { CallReport } from '../../../shared/call'
import type { Tool } from '../../../shared/catalogue'
import { verdictsOn, type Verdict } from '../../../shared/verdicts'
import type { LoadedResult } from './use-result'

type Judged = Pick<CallReport, 'arguments'> & {
  readonly tool: Tool
  readonly hasEnded: boolean
  readonly loaded: LoadedResult
  /** More came than was kept of it. */
  readonly isCut: boolean
}

const NONE: readonly Verdict[] = []

/** What did not come whole is not judged; what was sent is, whatever came of it. */
export function callVerdicts(judged: Judged): readonly Verdict[] {
  const { arguments: args, tool, hasEnded, loaded, isCut } = judged
  if (!hasEnded) return NONE
  const isHere = loaded.kind === 'result' && loaded.isWhole && !isCut
  return verdictsOn({ tool, arguments: args, result: isHere ? loaded.result : undefined })
}
