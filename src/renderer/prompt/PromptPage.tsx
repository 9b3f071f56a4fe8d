import { useEffect, useState } from 'react'
import { messageOf } from '../../shared/errors'
import type { Prompt, PromptAnswer } from '../../shared/prompt'
import { ConfirmPrompt } from './ConfirmPrompt'
import { ModelPrompt } from './ModelPrompt'
import { answerPrompt } from './prompt-bridge'
import { TrustPrompt } from './TrustPrompt'
import { ValuesPrompt } from './ValuesPrompt'

type Props = { readonly prompt: Prompt }

/** What main asks. Main takes the window away as soon as it has the answer. */
export function PromptPage({ prompt }: Props) {
  const [problem, setProblem] = useState<string>()

  function handleAnswer(answer: PromptAnswer): void {
    answerPrompt(answer).catch((error: unknown) => setProblem(messageOf(error)))
  }

  useEffect(() => {
    const dismissOnEscape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) handleAnswer({ kind: 'dismissed' })
    }
    addEventListener('keydown', dismissOnEscape)
    return () => removeEventListener('keydown', dismissOnEscape)
  }, [])

  const common = { problem, onAnswer: handleAnswer }
  switch (prompt.kind) {
    case 'trust':
      return <TrustPrompt subjects={prompt.subjects} {...common} />
    case 'values':
      return <ValuesPrompt prompt={prompt} {...common} />
    case 'model':
      return <ModelPrompt subject={prompt.subject} {...common} />
    case 'confirm':
      return <ConfirmPrompt subject={prompt.subject} {...common} />
  }
}
