import { useEffect, useRef } from 'react'
import type { AuthStep } from '../../../shared/sign-in/sign-in'
import { milliseconds } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { FrameLink } from '../frame/FrameLink'
import { markOf, STEP_WORDS } from '../server/sign-in-words'
import styles from './sign-in.module.css'

/** What was done so far: how each step went, and its frames. */
export function Steps({ steps }: { readonly steps: readonly AuthStep[] }) {
  const list = useRef<HTMLOListElement>(null)
  const latest = steps.findLast(({ state }) => state === 'running' || state === 'failed')?.id
  useEffect(() => {
    list.current?.querySelector(`[data-step="${latest}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [latest])
  if (steps.length === 0) return null
  return (
    <ol ref={list} className={styles['steps']} aria-label="Steps of the sign-in">
      {steps.map((step) => (
        <Step key={step.id} step={step} />
      ))}
    </ol>
  )
}

function Step({ step }: { readonly step: AuthStep }) {
  const { id, state, blame, text, tookMs, frames } = step
  const { glyph, word } = markOf(step)
  const [first] = frames
  return (
    <li className={styles['step']} data-step={id} data-state={state} data-blame={blame}>
      <span className={styles['mark']}>
        <span aria-hidden="true">{glyph}</span> {word}
      </span>
      <span>
        {STEP_WORDS[id]}
        {text !== undefined && (
          <span className={styles['text']}>
            <ServerText>{text}</ServerText>
          </span>
        )}
      </span>
      <span>{first !== undefined && <FrameLink seq={first}>frame #{first}</FrameLink>}</span>
      <span className={styles['took']}>
        {tookMs !== undefined && state !== 'skipped' && milliseconds(tookMs)}
      </span>
    </li>
  )
}
