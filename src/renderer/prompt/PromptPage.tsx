import { useEffect, useState } from 'react'
import { messageOf } from '../../shared/errors'
import type { Prompt, PromptAnswer } from '../../shared/prompt'
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

  return prompt.kind === 'trust' ? (
    <TrustPrompt subjects={prompt.subjects} problem={problem} onAnswer={handleAnswer} />
  ) : (
    <ValuesPrompt prompt={prompt} problem={problem} onAnswer={handleAnswer} />
  )
}
