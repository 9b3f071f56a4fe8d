import { X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import type { WatchRestart } from '../../../shared/traffic/watch'
import { goTo, showCall } from '../../stores/window/view'
import { closeRestart, useWatch } from '../../stores/calls/watch'
import { Button } from '../../ui/controls/Button'
import { IconButton } from '../../ui/controls/IconButton'
import { ServerText } from '../../ui/text/ServerText'
import { Skeleton } from '../../ui/panes/Skeleton'
import { useCall } from '../call/use-call'
import { describeRestart, sameness, type Sameness } from './watch-words'
import styles from './watch.module.css'

const CompareCalls = lazy(() =>
  import('../history/CompareCalls').then((module) => ({ default: module.CompareCalls }))
)

/** What became of the last change of a server's files, until the person closes it. */
export function WatchLine({ serverId }: { readonly serverId: ServerId }) {
  const last = useWatch(({ byServer }) => byServer[serverId]?.last)
  const closed = useWatch((state) => state.closed[serverId])
  if (!last || last.time === closed) return null
  return <Restart key={last.time} serverId={serverId} restart={last} />
}

type Props = { readonly serverId: ServerId; readonly restart: WatchRestart }

function Restart({ serverId, restart }: Props) {
  const [isCompared, setIsCompared] = useState(false)
  const { rerun, phase, time } = restart
  return (
    <section className={styles['line']} data-phase={phase} aria-label="Last change">
      <div className={styles['words']}>
        <p role="status">
          {describeRestart(restart).map((part) => (
            <span key={part}>
              <ServerText>{part}</ServerText>
            </span>
          ))}
        </p>
        {rerun && (
          <Rerun
            serverId={serverId}
            rerun={rerun}
            isCompared={isCompared}
            onCompare={() => setIsCompared(!isCompared)}
          />
        )}
        <IconButton
          label="Close this line"
          disabled={phase === 'restarting'}
          onClick={() => closeRestart(serverId, time)}
        >
          <X aria-hidden="true" size={14} />
        </IconButton>
      </div>
      {rerun && isCompared && (
        <div className={styles['difference']}>
          <Suspense fallback={<Skeleton rows={4} />}>
            <CompareCalls before={rerun.before} after={rerun.after} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

type RerunProps = {
  readonly serverId: ServerId
  readonly rerun: NonNullable<WatchRestart['rerun']>
  readonly isCompared: boolean
  readonly onCompare: () => void
}

function Rerun({ serverId, rerun, isCompared, onCompare }: RerunProps) {
  const before = useCall(rerun.before)
  const known = useCall(rerun.after)
  const after = known.kind === 'known' ? known.call : undefined
  const how = sameness(before.kind === 'known' ? before.call : undefined, after)
  const tool = after?.tool
  return (
    <>
      {tool !== undefined && (
        <p role="status" className={styles['rerun']}>
          <button
            type="button"
            className="ui-link ui-mono"
            onClick={() => {
              showCall(serverId, tool, rerun.after)
              goTo(serverId, { tab: 'tools', tool })
            }}
          >
            <ServerText>{tool}</ServerText>
          </button>{' '}
          <span data-sameness={how}>{SAMENESS_WORDS[how]}</span>
        </p>
      )}
      {(how === 'different' || how === 'unknown') && (
        <Button aria-expanded={isCompared} onClick={onCompare}>
          {isCompared ? 'Hide the difference' : 'Show the difference'}
        </Button>
      )}
    </>
  )
}

const SAMENESS_WORDS: Readonly<Record<Sameness, string>> = {
  waiting: 'is called again…',
  same: 'was called again: the result is the same.',
  different: 'was called again: the result differs.',
  unknown: 'was called again.'
}
