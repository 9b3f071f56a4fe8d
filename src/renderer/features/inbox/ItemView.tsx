import { useState, type ComponentType } from 'react'
import { messageOf } from '../../../shared/protocol/errors'
import type { InboxItem } from '../../../shared/question/inbox'
import type { AnswerOf, AskOf, SheetKind } from '../../../shared/question/records'
import { request } from '../../bridge/bridge'
import { ApprovalView } from './ApprovalView'
import { ConsentView } from './ConsentView'
import { FormView } from './FormView'
import { RootsView } from './RootsView'
import { SamplingView } from './sampling/SamplingView'
import { ScopesView } from './ScopesView'
import { UrlView } from './UrlView'
import type { ViewProps } from './item/view-props'

const VIEWS: { readonly [Kind in SheetKind]: ComponentType<ViewProps<Kind>> } = {
  consent: ConsentView,
  approval: ApprovalView,
  form: FormView,
  url: UrlView,
  sampling: SamplingView,
  roots: RootsView,
  scopes: ScopesView
}

type Props<Kind extends SheetKind> = {
  readonly item: InboxItem
  readonly ask: AskOf<Kind>
}

/** One thing that is asked, with the answers that there are to it. */
export function ItemView<Kind extends SheetKind>({ item, ask }: Props<Kind>) {
  const [problem, setProblem] = useState<string>()
  const View: ComponentType<ViewProps<Kind>> = VIEWS[item.ask.kind as Kind]

  function handleAnswer(answer: AnswerOf<Kind>): void {
    setProblem(undefined)
    request('inbox.answer', { id: item.id, answer }).catch((error: unknown) =>
      setProblem(messageOf(error))
    )
  }

  const answering = { problem, onAnswer: handleAnswer, onProblem: setProblem }
  return <View item={item} ask={ask} {...answering} />
}
