import type { ReactNode } from 'react'
import type { Exchange } from '../../../shared/calls/exchange'
import { EmptyState } from '../../ui/panes/EmptyState'
import { Skeleton } from '../../ui/panes/Skeleton'
import type { BodyPart } from '../content/body/body-part'
import { useAnswer } from './use-answer'

type Props = {
  readonly exchange: Exchange
  /** Draws the result; its body is where the whole of it is kept. */
  readonly children: (value: unknown, body: BodyPart | undefined) => ReactNode
}

/** The result of an exchange, once it is here. Nothing when the exchange ended otherwise. */
export function Answered({ exchange, children }: Props) {
  const answer = useAnswer(exchange)
  if (!answer) return null
  if (answer.kind === 'loading') return <Skeleton rows={8} />
  if (answer.kind === 'gone') {
    return <EmptyState title="This answer cannot be shown">{answer.why}</EmptyState>
  }
  return children(answer.value, answer.body)
}
