import { memo, useRef, useState } from 'react'
import type { CallLog } from '../../../../shared/calls/call'
import { count as countWords, timeOfDay } from '../../../ui/text/format'
import { ServerText } from '../../../ui/text/ServerText'
import { useFollowEnd } from '../../../ui/list/use-follow-end'
import styles from './progress.module.css'

type Props = {
  readonly logs: readonly CallLog[] | undefined
  readonly count: number | undefined
}

/** What the server logged for a call, newest last. */
export function CallLogs({ logs = [], count = logs.length }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  if (logs.length === 0) return null
  return (
    <details
      className={styles['logs']}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{countWords(count, 'log message')}</summary>
      {isOpen && <Lines logs={logs} hidden={count - logs.length} />}
    </details>
  )
}

type LinesProps = { readonly logs: readonly CallLog[]; readonly hidden: number }

function Lines({ logs, hidden }: LinesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  useFollowEnd({ scroller, items: logs })
  return (
    <div
      ref={scroller}
      className={styles['lines']}
      role="log"
      aria-label="Log messages"
      tabIndex={0}
    >
      {hidden > 0 && (
        <p className={styles['earlier']}>{countWords(hidden, 'earlier one')}, under Logs</p>
      )}
      {logs.map((log) => (
        <Line key={log.seq} log={log} />
      ))}
    </div>
  )
}

const LINE_CHARS = 1_000

const Line = memo(function Line({ log }: { readonly log: CallLog }) {
  return (
    <p className={styles['line']} data-level={log.level}>
      <time>{timeOfDay(log.time)}</time>
      <b>{log.level}</b>
      <span>
        <ServerText>{log.text.slice(0, LINE_CHARS)}</ServerText>
        {log.isGuess && (
          <i title="The wire does not say which request it belongs to."> while it ran</i>
        )}
      </span>
    </p>
  )
})
