import { Bell, BellOff } from 'lucide-react'
import {
  canBeSubscribedTo,
  type ResourceReading,
  type Subscription
} from '../../../shared/calls/exchange'
import type { ServerId } from '../../../shared/protocol/ids'
import type { SessionState } from '../../../shared/servers/session-state'
import { tell } from '../../stores/window/notices'
import { hasContents, type Readings } from '../../stores/calls/readings'
import { Button } from '../../ui/controls/Button'
import { count, shortTimeOfDay } from '../../ui/text/format'
import { Segments } from '../../ui/controls/Segments'
import { ServerText } from '../../ui/text/ServerText'
import { useAge } from '../../ui/time/use-age'
import { useIsPast } from '../../ui/time/use-is-past'
import { ExchangeFacts } from '../exchange/ExchangeFacts'
import pane from '../exchange/exchange-pane.module.css'
import { cancelReading, readResource, subscribe, unsubscribe } from './reading-actions'
import styles from './resources.module.css'

export type ReadingView = 'contents' | 'versions' | 'raw'

type Props = {
  readonly serverId: ServerId
  readonly state: SessionState
  readonly uri: string
  readonly readings: Readings
  readonly subscription: Subscription | undefined
  readonly canCompare: boolean
  readonly view: ReadingView
  readonly onView: (view: ReadingView) => void
}

/** Reads again, calls off, subscribes; and says how old is what is shown. */
export function ReadingBar(props: Props) {
  const { serverId, state, uri, readings, subscription, canCompare, view, onView } = props
  const isReady = state.phase === 'ready'
  const { last, runningKey, startedAt } = readings
  const views = [
    { value: 'contents', label: 'Contents' },
    {
      value: 'versions',
      label: canCompare ? `Changes ${readings.versions.length - 1}` : 'Changes',
      refusal: canCompare ? undefined : 'It has not changed since it was first read.'
    },
    { value: 'raw', label: 'Raw' }
  ] as const
  return (
    <>
      <div className={`${pane['toolbar']} ${styles['bar']}`}>
        {runningKey === undefined ? (
          <Button
            shortcut="F5"
            aria-keyshortcuts="F5"
            disabled={!isReady}
            title={isReady ? undefined : 'The server is not open.'}
            onClick={() => void readResource(serverId, uri, true)}
          >
            {last ? 'Read again' : 'Read'}
          </Button>
        ) : (
          <Button onClick={() => cancelReading(serverId, uri)}>Cancel</Button>
        )}
        <SubscribeButton {...{ serverId, state, uri, subscription }} />
        <span className="ui-spring" />
        <Segments label="How to show it" value={view} options={views} onChange={onView} />
      </div>
      <p className={styles['status']} role="status">
        {runningKey !== undefined && startedAt !== undefined ? (
          <Running since={startedAt} />
        ) : (
          last && <Age {...{ last, readings }} />
        )}
        {last && runningKey === undefined && <ExchangeFacts exchange={last} />}
        <SubscriptionWords subscription={subscription} />
      </p>
    </>
  )
}

function Running({ since }: { readonly since: number }) {
  const words = useAge(since)
  return <span>reading, asked {words}</span>
}

type AgeProps = { readonly last: ResourceReading; readonly readings: Readings }

function Age({ last, readings }: AgeProps) {
  const { isCached, readAt, freshUntil } = last
  const { staleAt = 0, startedAt = 0 } = readings
  const isExpired = useIsPast(freshUntil)
  const oldSince =
    staleAt >= startedAt && staleAt > 0 ? staleAt : isExpired ? freshUntil : undefined
  const words = `${hasContents(last) ? 'read' : 'asked for'} ${useAge(readAt)}`
  return (
    <>
      <span title={shortTimeOfDay(readAt)}>{isCached ? `from the cache, ${words}` : words}</span>
      {oldSince !== undefined ? (
        <span className={styles['old']}>out of date since {shortTimeOfDay(oldSince)}</span>
      ) : (
        freshUntil !== undefined && <span>kept until {shortTimeOfDay(freshUntil)}</span>
      )}
    </>
  )
}

type SubscribeProps = Pick<Props, 'serverId' | 'state' | 'uri' | 'subscription'>

function SubscribeButton({ serverId, state, uri, subscription }: SubscribeProps) {
  const isSubscribed = subscription !== undefined && subscription.failure === undefined
  const refusal = isSubscribed ? undefined : whyNot(state)
  return (
    <Button
      aria-disabled={refusal !== undefined}
      title={refusal}
      onClick={() => {
        if (refusal !== undefined) tell(refusal)
        else if (isSubscribed) unsubscribe(serverId, uri)
        else subscribe(serverId, uri)
      }}
    >
      {isSubscribed ? (
        <BellOff aria-hidden="true" size={13} />
      ) : (
        <Bell aria-hidden="true" size={13} />
      )}
      {isSubscribed ? 'Unsubscribe' : 'Subscribe'}
    </Button>
  )
}

/** A whole sentence when nobody can subscribe here. */
function whyNot(state: SessionState): string | undefined {
  if (state.phase !== 'ready') return 'The server is not open.'
  if (state.era === 'bare')
    return 'A server without a handshake cannot say that it tells of changes.'
  if (canBeSubscribedTo(state.capabilities['resources'])) return undefined
  return 'The server does not declare resources.subscribe as true, so it does not tell of changes.'
}

function SubscriptionWords({ subscription }: Pick<Props, 'subscription'>) {
  if (!subscription) return null
  const { since, updates, lastUpdate, failure } = subscription
  if (failure !== undefined) {
    return (
      <span className={styles['bad']}>
        not subscribed: <ServerText>{failure}</ServerText>
      </span>
    )
  }
  if (updates === 0 || lastUpdate === undefined) {
    return <span>subscribed {shortTimeOfDay(since)}, no updates yet</span>
  }
  return (
    <span>
      updated {shortTimeOfDay(lastUpdate)} · {count(updates, 'time')}
    </span>
  )
}
