import { useState } from 'react'
import { messageOf } from '../../../shared/errors'
import type { InboxAnswer, InboxItem } from '../../../shared/inbox'
import { request } from '../../bridge'
import { ApprovalView } from './ApprovalView'
import { ConsentView } from './ConsentView'
import { FormView } from './FormView'
import { RootsView } from './RootsView'
import { SamplingView } from './SamplingView'
import { ScopesView } from './ScopesView'
import { UrlView } from './UrlView'

export type ViewProps<Kind extends InboxItem['ask']['kind']> = {
  readonly item: InboxItem
  readonly ask: Extract<InboxItem['ask'], { kind: Kind }>
  readonly repeats: number
  /** Why the last answer was not taken. */
  readonly problem: string | undefined
  readonly onAnswer: (answer: InboxAnswer) => void
  /** Undefined once it is mended. */
  readonly onProblem: (problem: string | undefined) => void
}

type Props = { readonly item: InboxItem; readonly repeats: number }

/** One thing that is asked, with the answers that there are to it. */
export function ItemView({ item, repeats }: Props) {
  const [problem, setProblem] = useState<string>()
  const common = { item, repeats, problem, onAnswer: handleAnswer, onProblem: setProblem }

  function handleAnswer(answer: InboxAnswer): void {
    setProblem(undefined)
    request('inbox.answer', { id: item.id, answer }).catch((error: unknown) =>
      setProblem(messageOf(error))
    )
  }

  const { ask } = item
  switch (ask.kind) {
    case 'consent':
      return <ConsentView {...common} ask={ask} />
    case 'form':
      return <FormView {...common} ask={ask} />
    case 'url':
      return <UrlView {...common} ask={ask} />
    case 'sampling':
      return <SamplingView {...common} ask={ask} />
    case 'roots':
      return <RootsView {...common} ask={ask} />
    case 'approval':
      return <ApprovalView {...common} ask={ask} />
    case 'scopes':
      return <ScopesView {...common} ask={ask} />
  }
}
