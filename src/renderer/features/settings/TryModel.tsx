import { useEffect, useRef, useState } from 'react'
import { isDismissal, messageOf } from '../../../shared/protocol/errors'
import type { JsonObject } from '../../../shared/json/json'
import { request } from '../../bridge/bridge'
import { Button } from '../../ui/controls/Button'
import { milliseconds } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { draftOf } from '../inbox/sampling/sampling-answer'
import styles from './settings.module.css'

const SHOWN_CHARS = 200

type Trial =
  | { readonly phase: 'idle' }
  | { readonly phase: 'waiting' }
  | { readonly phase: 'answered'; readonly words: string }
  | { readonly phase: 'failed'; readonly problem: string }

/** Whether the model that is set up answers, seen before a server waits for it. */
export function TryModel() {
  const [trial, setTrial] = useState<Trial>({ phase: 'idle' })
  const isWaiting = trial.phase === 'waiting'
  const isRunning = useRef(false)
  const outcome = useRef<HTMLDivElement>(null)

  // Whoever leaves the settings calls it off.
  useEffect(
    () => () => {
      if (isRunning.current) cancel()
    },
    []
  )

  // Where there is little room it would come below the edge, and nobody would know.
  useEffect(() => {
    if (trial.phase !== 'idle') outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [trial.phase])

  async function begin(): Promise<void> {
    const began = performance.now()
    isRunning.current = true
    setTrial({ phase: 'waiting' })
    try {
      const result = await request('sampling.tryOut')
      setTrial({ phase: 'answered', words: wordsOf(result, performance.now() - began) })
    } catch (error) {
      setTrial(
        isDismissal(error) ? { phase: 'idle' } : { phase: 'failed', problem: messageOf(error) }
      )
    } finally {
      isRunning.current = false
    }
  }

  return (
    <>
      <Button onClick={isWaiting ? cancel : () => void begin()}>
        {isWaiting ? 'Stop trying' : 'Try it'}
      </Button>
      <div ref={outcome} className={styles['trial']}>
        <p role="status">
          {isWaiting && 'Waiting for an answer…'}
          {trial.phase === 'answered' && <ServerText>{trial.words}</ServerText>}
        </p>
        {trial.phase === 'failed' && (
          <p className="ui-problem" role="alert">
            <ServerText>{trial.problem}</ServerText>
          </p>
        )}
      </div>
    </>
  )
}

function cancel(): void {
  // What fails here was over already.
  request('sampling.cancel', {}).catch(() => undefined)
}

function wordsOf(result: JsonObject, ms: number): string {
  const { model, text } = draftOf(result)
  const said = text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
  const took = `${model} answered after ${milliseconds(ms)}`
  return text === '' ? `${took}, and said nothing.` : `${took}: “${said}”`
}
