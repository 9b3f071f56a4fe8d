import type { Call } from '../../../../shared/calls/call-contract'
import { visibleText } from '../../../../shared/text/visible-text'
import { milliseconds, seconds } from '../../../ui/text/format'
import { ServerText } from '../../../ui/text/ServerText'
import { useNow } from '../../../ui/time/use-now'
import { numberWords, rateOf, rateWords, restOf } from './progress-rate'
import styles from './progress.module.css'

type Props = { readonly call: Call; readonly isCompact?: boolean }

const MESSAGE_CHARS = 500
const NO_PACE = [] as const

/** How far a call is: a bar, and the same in words. */
export function Advance({ call, isCompact = false }: Props) {
  const now = useNow(isCompact ? 500 : 100)
  const { progress, total, message } = call.progress ?? {}
  const { pace = NO_PACE } = call
  const rate = rateOf(pace, now)
  const restMs = restOf(pace, now, total)
  return (
    <>
      <ProgressBar call={call} />
      <p
        className={styles['words']}
        data-compact={isCompact}
        title={isCompact ? visibleText((message ?? '').slice(0, MESSAGE_CHARS)) : undefined}
      >
        {progress !== undefined && (
          <span>
            {numberWords(progress)}
            {total !== undefined && ` of ${numberWords(total)}`}
          </span>
        )}
        <span>{milliseconds(Math.max(0, now - call.startedAt))}</span>
        {rate !== undefined && rate > 0 && !isCompact && <span>{rateWords(rate)}</span>}
        {restMs !== undefined && <span>about {seconds(Math.ceil(restMs / 1_000))} left</span>}
      </p>
      {!isCompact && (
        <p className={styles['words']}>
          <Message text={message} />
        </p>
      )}
    </>
  )
}

/** One line, so that nothing below it moves whenever another one comes. */
function Message({ text }: { readonly text: string | undefined }) {
  const shown = (text ?? '').slice(0, MESSAGE_CHARS)
  return (
    <span className={styles['message']} title={visibleText(shown)}>
      <ServerText>{shown}</ServerText>
    </span>
  )
}

function ProgressBar({ call: { tool, progress: told } }: { readonly call: Call }) {
  const { progress = 0, total } = told ?? {}
  const share =
    told === undefined || total === undefined || total <= 0 ? undefined : progress / total
  const percent = Math.max(0, Math.min(100, (share ?? 0) * 100))
  return (
    <div
      className={styles['bar']}
      role="progressbar"
      aria-label={`Progress of ${visibleText(tool)}`}
      aria-valuemin={0}
      aria-valuemax={total ?? 100}
      {...(share !== undefined && { 'aria-valuenow': progress })}
      data-known={share !== undefined}
    >
      <div style={{ width: `${percent}%` }} />
    </div>
  )
}
