import { Fragment, memo, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { Call } from '../../../shared/calls/call-contract'
import type { InFlight, StderrLine } from '../../../shared/servers/post-mortem'
import type { TrafficEntry } from '../../../shared/traffic/traffic'
import { count, timeOfDay } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { tellingLine, useTellingLine } from '../../ui/text/telling-line'
import { FrameLink } from '../frame/FrameLink'
import { subjectOf } from '../frame/row-words'
import styles from './post-mortem.module.css'

type InFlightProps = {
  readonly inFlight: readonly InFlight[]
  readonly calls: readonly Call[]
}

/** What the server was asked and did not answer, with the arguments where it was a call. */
export function InFlightList({ inFlight, calls }: InFlightProps) {
  if (inFlight.length === 0) return null
  return (
    <Part title="Not answered">
      <ul className={styles['asked']}>
        {inFlight.map(({ seq, method, target, callId }) => {
          const call = calls.find(({ id }) => id === callId)
          return (
            <li key={seq}>
              <FrameLink seq={seq}>#{seq}</FrameLink>
              <code>
                <ServerText>{method}</ServerText>
              </code>
              {target !== undefined && (
                <code className={styles['target']}>
                  <ServerText>{target}</ServerText>
                </code>
              )}
              {call && (
                <code className={styles['arguments']}>
                  <Arguments given={call.arguments} isLarge={call.hasLargeArguments === true} />
                </code>
              )}
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

/** More than this is in the frame. */
const ARGUMENTS_CHARS = 2_000

type ArgumentsProps = {
  readonly given: unknown
  /** Only their beginning is here. */
  readonly isLarge: boolean
}

/** A call that is told of again has the same arguments. */
const Arguments = memo(function Arguments({ given, isLarge }: ArgumentsProps) {
  const json = JSON.stringify(given)
  if (isLarge) {
    return (
      <>
        <ServerText>{json.slice(0, ARGUMENTS_CHARS)}</ServerText>… the whole is in the frame
      </>
    )
  }
  if (json.length <= ARGUMENTS_CHARS) return <ServerText>{json}</ServerText>
  return (
    <>
      <ServerText>{json.slice(0, ARGUMENTS_CHARS)}</ServerText>…{' '}
      {count(json.length - ARGUMENTS_CHARS, 'more character')} in the frame
    </>
  )
})

/** What came last is what tells, so it is what is in view. */
function useEnd(element: RefObject<HTMLElement | null>, length: number): void {
  useEffect(() => {
    element.current?.scrollTo({ top: element.current.scrollHeight })
  }, [element, length])
}

export function LastStderr({ lines }: { readonly lines: readonly StderrLine[] }) {
  const element = useRef<HTMLPreElement>(null)
  useTellingLine(element, lines.length)
  const telling = tellingLine(lines.map(({ text }) => text))
  if (lines.length === 0) {
    return (
      <Part title="Last lines of stderr">
        <p className={styles['none']}>It wrote nothing to stderr.</p>
      </Part>
    )
  }
  return (
    <Part title={`Last ${count(lines.length, 'line')} of stderr`}>
      <pre
        ref={element}
        className={styles['stderr']}
        role="log"
        aria-label="Last words before the end"
        tabIndex={0}
      >
        {lines.map(({ time, text }, index) => (
          <Fragment key={index}>
            <time>{timeOfDay(time)}</time>{' '}
            <span data-telling={index === telling || undefined}>
              <ServerText>{text}</ServerText>
            </span>
            {'\n'}
          </Fragment>
        ))}
      </pre>
    </Part>
  )
}

type FramesProps = {
  readonly seqs: readonly number[]
  /** Those that the window still holds. */
  readonly frames: readonly TrafficEntry[]
}

export function LastFrames({ seqs, frames }: FramesProps) {
  const element = useRef<HTMLOListElement>(null)
  useEnd(element, frames.length)
  if (seqs.length === 0) return null
  return (
    <Part title="Last frames">
      <ol ref={element} className={styles['frames']} tabIndex={0} aria-label="Last frames">
        {frames.length < seqs.length && (
          <li className={styles['none']}>
            {count(seqs.length - frames.length, 'earlier one is', 'earlier ones are')} no longer
            held.
          </li>
        )}
        {frames.map((entry) => (
          <li key={entry.seq}>
            <FrameLink seq={entry.seq}>#{entry.seq}</FrameLink>
            <time>{timeOfDay(entry.time)}</time>
            <Way origin={entry.origin} />
            <code>
              <ServerText>{subjectOf(entry)}</ServerText>
            </code>
          </li>
        ))}
      </ol>
    </Part>
  )
}

function Way({ origin }: Pick<TrafficEntry, 'origin'>) {
  const [arrow, word] = origin === 'workbench' ? ['→', 'sent'] : ['←', 'received']
  return (
    <span role="img" aria-label={word} title={word}>
      {arrow}
    </span>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles['part']}>
      <h3>{title}</h3>
      {children}
    </div>
  )
}
