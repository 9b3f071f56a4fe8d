import { useEffect, useState } from 'react'
import {
  isUnderWay,
  type AuthDebugReport,
  type AuthDebugStep,
  type AuthExchange,
  type AuthFinding,
  type DecodedToken
} from '../../../shared/sign-in/auth-debug'
import {
  BLAME_WORDS,
  MISTAKE_WORDS,
  STEP_WORDS,
  VERDICT_MARKS
} from '../../../shared/sign-in/auth-debug-words'
import { messageOf } from '../../../shared/protocol/errors'
import { request } from '../../bridge/bridge'
import { exactly } from '../../ui/time/day'
import { ServerText } from '../../ui/text/ServerText'
import { FrameLink } from '../frame/FrameLink'
import { PauseForm } from './PauseForm'
import styles from './authorization.module.css'

type Props = { readonly report: AuthDebugReport; readonly step: AuthDebugStep }

/** What one step did, what was found about it, and its real exchanges. */
export function StepDetail({ report, step }: Props) {
  const { id, clause, verdict, text, blame, findings, exchanges, token } = step
  const { runId, state, wish } = report
  const { glyph, word } = VERDICT_MARKS[verdict]
  const about =
    id === 'mistake' && wish.mistake ? MISTAKE_WORDS[wish.mistake].about : STEP_WORDS[id].about
  const isPaused = state.phase === 'paused' && verdict === 'running'
  return (
    <section className={styles['detail']} aria-label={STEP_WORDS[id].title} tabIndex={0}>
      <header className={styles['detailHead']} data-verdict={verdict}>
        <h2>{STEP_WORDS[id].title}</h2>
        <span className={styles['mark']}>
          <span aria-hidden="true">{glyph}</span> {word}
        </span>
      </header>
      <p className={styles['about']}>{about}</p>
      <p className="ui-hint">Rule: {clause}</p>
      {isPaused && <PauseForm key={state.request.id} runId={runId} paused={state.request} />}
      {text !== undefined && (
        <p className={styles['outcome']}>
          <ServerText>{text}</ServerText>
        </p>
      )}
      {verdict === 'failed' && findings.length === 0 && blame !== undefined && (
        <p className={styles['about']}>Who has to act: {BLAME_WORDS[blame]}.</p>
      )}
      {findings.length > 0 && <Findings findings={findings} />}
      {token && <Token token={token} />}
      {exchanges.map((exchange) => (
        <Exchange
          key={`${exchange.request} ${exchange.reply ?? ''}`}
          exchange={exchange}
          isOver={!isUnderWay(report)}
        />
      ))}
    </section>
  )
}

function Findings({ findings }: { readonly findings: readonly AuthFinding[] }) {
  return (
    <ul className={styles['findings']} aria-label="Findings">
      {findings.map(({ severity, text, clause, blame }, index) => {
        const { glyph, word } = VERDICT_MARKS[severity]
        return (
          <li key={index} data-verdict={severity}>
            <span className={styles['mark']}>
              <span aria-hidden="true">{glyph}</span> {word}
            </span>
            <div>
              <p>
                <ServerText>{text}</ServerText>
              </p>
              <p className="ui-hint">
                {clause} · caused by {BLAME_WORDS[blame]}
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** No date is later than that. */
const LATEST_S = 8.64e12

function Token({ token: { header, claims } }: { readonly token: DecodedToken }) {
  const { exp } = claims
  return (
    <section className={styles['token']} aria-label="The token, decoded">
      <h3>What the token says</h3>
      {typeof exp === 'number' && Math.abs(exp) < LATEST_S && (
        <p className={styles['about']}>It expires {exactly(exp * 1_000)}.</p>
      )}
      <Json label="Header" value={header} />
      <Json label="Claims" value={claims} />
    </section>
  )
}

function Json({ label, value }: { readonly label: string; readonly value: object }) {
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <pre className={styles['text']} tabIndex={0} aria-label={label}>
        <ServerText>{JSON.stringify(value, null, 2)}</ServerText>
      </pre>
    </figure>
  )
}

type ExchangeProps = {
  readonly exchange: AuthExchange
  /** The run has ended, so what has not come will not. */
  readonly isOver: boolean
}

function Exchange({ exchange, isOver }: ExchangeProps) {
  const { method, target, request: asked, reply, status } = exchange
  return (
    <section className={styles['exchange']} aria-label={`Exchange ${asked}`}>
      <h3>
        <FrameLink seq={asked}>
          {method} <ServerText>{target}</ServerText>
        </FrameLink>
        {status !== undefined && <span> {status}</span>}
      </h3>
      <div className={styles['sides']}>
        <Frame label="Request" seq={asked} />
        {reply === undefined ? (
          <p className={styles['about']}>{isOver ? 'No reply.' : 'No reply yet.'}</p>
        ) : (
          <Frame label="Reply" seq={reply} />
        )}
      </div>
    </section>
  )
}

const LONGEST_SHOWN = 20_000

function Frame({ label, seq }: { readonly label: string; readonly seq: number }) {
  const [text, setText] = useState<string>()
  useEffect(() => {
    let isStale = false
    const show = (loaded: string): void => {
      if (!isStale) setText(loaded)
    }
    request('traffic.raw', { seq, limit: LONGEST_SHOWN }).then(
      (raw) => show(raw.text),
      (error: unknown) => show(messageOf(error))
    )
    return () => {
      isStale = true
    }
  }, [seq])
  return (
    <figure>
      <figcaption>
        {label} #{seq}
      </figcaption>
      <pre className={styles['text']} tabIndex={0} aria-label={`${label} ${seq}`}>
        {text !== undefined && <ServerText>{text}</ServerText>}
      </pre>
    </figure>
  )
}
