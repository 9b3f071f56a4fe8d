import { useMemo } from 'react'
import type { Exchange } from '../../../shared/calls/exchange'
import { explainOutcome } from '../../../shared/advice/explain'
import type { ServerId } from '../../../shared/protocol/ids'
import { ServerText } from '../../ui/text/ServerText'
import { describeBlame, describeTier } from '../server/session-words'
import { ErrorDetails } from './ErrorDetails'
import { HeldErrorDetails } from './HeldErrorDetails'
import { ResponseBody } from './ResponseBody'
import { useServerSince } from './use-server-since'
import styles from './exchange.module.css'

/** A server can put anything into its error; the whole of it is in the raw answer. */
const SHOWN_CHARS = 10_000

type Props = Pick<Exchange, 'outcome' | 'answerSeq'> & {
  readonly serverId: ServerId
  readonly asked: 'resource' | 'prompt'
}

/** What became of an exchange that brought no result. Nothing when it did. */
export function ExchangeFailure({ outcome, answerSeq, serverId, asked }: Props) {
  const server = useServerSince(serverId)
  const explanation = explainOutcome(outcome, { asked, ...(server && { server }) })
  if (!explanation || outcome.kind === 'result' || outcome.kind === 'held') return null
  const { tier, blame, what, next } = explanation
  return (
    <>
      <div className={styles['failure']} data-tier={tier} role="alert">
        <p className={styles['what']}>
          <span className={styles['tier']}>{describeTier(tier)}</span>
          <ServerText>{what.slice(0, SHOWN_CHARS)}</ServerText>
        </p>
        <p className="ui-subtle">
          {describeBlame(blame)} {next}
        </p>
        {outcome.kind === 'connection-lost' && outcome.lastStderr && (
          <pre className={styles['data']} aria-label="Last lines of stderr" tabIndex={0}>
            <ServerText>{outcome.lastStderr.join('\n').slice(-SHOWN_CHARS)}</ServerText>
          </pre>
        )}
      </div>
      <Details outcome={outcome} answerSeq={answerSeq} />
    </>
  )
}

type DetailsProps = {
  readonly outcome: Exchange['outcome']
  readonly answerSeq: number | undefined
}

function Details({ outcome, answerSeq }: DetailsProps) {
  const answer = useMemo(
    () => (answerSeq === undefined ? undefined : { seq: answerSeq }),
    [answerSeq]
  )
  if (outcome.kind === 'not-an-answer') return <ResponseBody failure={outcome.failure} />
  if (outcome.kind !== 'error') return null
  const { error, isHeld } = outcome
  if (!isHeld) return <ErrorDetails error={error} />
  return answer ? <HeldErrorDetails answer={answer} error={error} /> : null
}
