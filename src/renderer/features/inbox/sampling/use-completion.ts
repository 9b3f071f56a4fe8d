import { useEffect, useRef, useState } from 'react'
import { isDismissal, messageOf } from '../../../../shared/protocol/errors'
import type { JsonObject } from '../../../../shared/json/json'
import type { EditedQuestion } from '../../../../shared/question/sampling'
import { request } from '../../../bridge/bridge'

export type Completing =
  | { readonly phase: 'idle' }
  | { readonly phase: 'waiting' }
  | { readonly phase: 'done' }
  | { readonly phase: 'failed'; readonly problem: string }

type Completion = {
  readonly state: Completing
  readonly ask: (question: EditedQuestion) => void
  readonly cancel: () => void
  readonly fail: (problem: string) => void
}

/** Has a model answer an item of the inbox. Whoever leaves it calls that off. */
export function useCompletion(id: number, onDone: (result: JsonObject) => void): Completion {
  const [state, setState] = useState<Completing>({ phase: 'idle' })
  const isRunning = useRef(false)
  // What is written may have changed since the model was asked.
  const latestDone = useRef(onDone)
  latestDone.current = onDone

  function cancel(): void {
    // What fails here was over already.
    request('sampling.cancel', { id }).catch(() => undefined)
  }

  useEffect(
    () => () => {
      if (isRunning.current) request('sampling.cancel', { id }).catch(() => undefined)
    },
    [id]
  )

  async function ask(question: EditedQuestion): Promise<void> {
    isRunning.current = true
    setState({ phase: 'waiting' })
    try {
      const result = await request('sampling.complete', { id, question: mutable(question) })
      latestDone.current(result)
      setState({ phase: 'done' })
    } catch (error) {
      setState(
        isDismissal(error) ? { phase: 'idle' } : { phase: 'failed', problem: messageOf(error) }
      )
    } finally {
      isRunning.current = false
    }
  }

  return {
    state,
    ask: (question) => void ask(question), // never rejects
    cancel,
    fail: (problem) => setState({ phase: 'failed', problem })
  }
}

function mutable({ messages, ...more }: EditedQuestion) {
  return { ...more, messages: [...messages] }
}
