import { useEffect, useState, type ComponentType } from 'react'
import { messageOf } from '../../shared/protocol/errors'
import type {
  AnswerOf,
  WindowAnswer,
  AskOf,
  WindowAsk,
  WindowKind
} from '../../shared/question/records'
import { ConfirmPrompt } from './ConfirmPrompt'
import { ModelPrompt } from './ModelPrompt'
import { answerPrompt } from '../bridge/prompt-bridge'
import { TrustPrompt } from './TrustPrompt'
import { ValuesPrompt } from './ValuesPrompt'

export type PromptProps<Kind extends WindowKind> = {
  readonly ask: AskOf<Kind>
  /** Why the last answer was not taken. */
  readonly problem: string | undefined
  readonly onAnswer: (answer: AnswerOf<Kind> | { readonly kind: 'dismissed' }) => void
}

const VIEWS: { readonly [Kind in WindowKind]: ComponentType<PromptProps<Kind>> } = {
  trust: TrustPrompt,
  values: ValuesPrompt,
  model: ModelPrompt,
  confirm: ConfirmPrompt
}

/** What main asks. Main takes the window away as soon as it has the answer. */
export function PromptPage<Kind extends WindowKind>({
  ask
}: {
  readonly ask: AskOf<Kind> & WindowAsk
}) {
  const [problem, setProblem] = useState<string>()
  const { kind }: WindowAsk = ask
  const View: ComponentType<PromptProps<Kind>> = VIEWS[kind as Kind]

  function handleAnswer(answer: WindowAnswer): void {
    answerPrompt(answer).catch((error: unknown) => setProblem(messageOf(error)))
  }

  useEffect(() => {
    const dismissOnEscape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) handleAnswer({ kind: 'dismissed' })
    }
    addEventListener('keydown', dismissOnEscape)
    return () => removeEventListener('keydown', dismissOnEscape)
  }, [])

  return <View ask={ask} problem={problem} onAnswer={handleAnswer} />
}
