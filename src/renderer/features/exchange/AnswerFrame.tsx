import type { Exchange } from '../../../shared/calls/exchange'
import { EmptyState } from '../../ui/panes/EmptyState'
import { FrameText } from '../frame/FrameText'

/** The answer of an exchange exactly as it came. */
export function AnswerFrame({ answerSeq }: Pick<Exchange, 'answerSeq'>) {
  if (answerSeq === undefined) {
    return <EmptyState title="No answer came">There is no frame to show.</EmptyState>
  }
  return <FrameText seq={answerSeq} label="Answer" isExact />
}
