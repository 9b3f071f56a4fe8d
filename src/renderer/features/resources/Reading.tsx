import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Subscription } from '../../../shared/calls/exchange'
import type { ServerId } from '../../../shared/protocol/ids'
import type { SessionState } from '../../../shared/servers/session-state'
import { hasContents, useResourceReadings, type Readings } from '../../stores/calls/readings'
import { useSession } from '../../stores/servers/sessions'
import { useView } from '../../stores/window/view'
import { EmptyState } from '../../ui/panes/EmptyState'
import { shortTimeOfDay } from '../../ui/text/format'
import { Skeleton } from '../../ui/panes/Skeleton'
import { useIsPast } from '../../ui/time/use-is-past'
import { useWantedFocus } from '../catalogue/use-wanted-focus'
import { AnswerFrame } from '../exchange/AnswerFrame'
import { ExchangeFailure } from '../exchange/ExchangeFailure'
import pane from '../exchange/exchange-pane.module.css'
import { Violations } from '../frame/Violations'
import { Contents } from './Contents'
import { readResource } from './reading-actions'
import { ReadingBar, type ReadingView } from './ReadingBar'
import { Versions } from './Versions'
import styles from './resources.module.css'

type Props = {
  readonly serverId: ServerId
  readonly state: SessionState
  readonly uri: string
}

/** What a resource holds: read when it comes into view, and again when it may have changed. */
export function Reading({ serverId, state, uri }: Props) {
  const readings = useResourceReadings(serverId, uri)
  const { subscriptions } = useSession(serverId)
  const subscription = subscriptions.find((known) => known.uri === uri)
  const [view, setView] = useState<ReadingView>('contents')
  const body = useRef<HTMLDivElement>(null)
  const isReady = state.phase === 'ready'
  useReading({ serverId, state, uri, readings, subscription })
  const isTemplate = useView(({ places }) => places[serverId]?.template !== undefined)
  // Of a template, the variables are filled in first.
  useWantedFocus(() => body.current, !isTemplate)
  const canCompare = readings.versions.length > 1
  const shownView = view === 'versions' && !canCompare ? 'contents' : view
  return (
    <section className={styles['reading']} aria-label="Contents">
      <ReadingBar
        {...{ serverId, state, uri, readings, subscription, canCompare }}
        view={shownView}
        onView={setView}
      />
      {readings.refusal !== undefined && (
        <p className="ui-note ui-problem" role="alert">
          {readings.refusal}
        </p>
      )}
      <div ref={body} className={pane['body']} role="group" aria-label="What was read" tabIndex={0}>
        <Body {...{ serverId, uri, readings, isReady }} view={shownView} />
      </div>
      {readings.last?.violations && (
        <Violations
          label="Findings about the answer"
          entries={[{ seq: readings.last.answerSeq ?? 0, violations: readings.last.violations }]}
        />
      )}
    </section>
  )
}

type BodyProps = {
  readonly serverId: ServerId
  readonly uri: string
  readonly readings: Readings
  readonly view: ReadingView
  readonly isReady: boolean
}

function Body({ serverId, uri, readings, view, isReady }: BodyProps) {
  const { last, versions, runningKey, refusal } = readings
  if (!last) {
    if (runningKey !== undefined) return <Skeleton rows={8} />
    if (refusal !== undefined) return null
    if (!isReady) return <EmptyState title="Not read yet">The server is not open.</EmptyState>
    return <Skeleton rows={8} />
  }
  if (view === 'raw') return <AnswerFrame {...last} />
  if (view === 'versions') return <Versions versions={versions} />
  const [newest] = versions
  const shown = hasContents(last) ? last : newest
  return (
    <>
      <ExchangeFailure {...last} serverId={serverId} asked="resource" />
      {shown && shown !== last && (
        <p className="ui-note">What was read at {shortTimeOfDay(shown.readAt)} is still shown:</p>
      )}
      {shown && <Contents key={shown.answerSeq} reading={shown} uri={uri} />}
    </>
  )
}

/** Whoever goes through a list with the arrow keys does not want to read all of it. */
const SETTLE_MS = 150
/** A server may say of everything at once, and again and again, that it has changed. */
const AGAIN_MS = 2_000

type ReadingOptions = Props & {
  readonly readings: Readings
  readonly subscription: Subscription | undefined
}

function useReading({ serverId, state, uri, readings, subscription }: ReadingOptions): void {
  const { startedAt, runningKey } = readings
  const isReady = state.phase === 'ready'
  const isUnread = startedAt === undefined
  const freshUntil = readings.last?.freshUntil
  const isExpired = useIsPast(freshUntil)
  const changedAt = Math.max(
    lastChange(state, subscription),
    readings.staleAt ?? 0,
    isExpired ? (freshUntil ?? 0) : 0
  )
  const isOutdated = startedAt !== undefined && changedAt >= startedAt
  const isWanted = isReady && runningKey === undefined && (isUnread || isOutdated)
  useEffect(() => {
    if (!isWanted) return
    const pauseMs = Math.max(SETTLE_MS, (startedAt ?? 0) + AGAIN_MS - Date.now())
    const timer = setTimeout(() => void readResource(serverId, uri, isOutdated), pauseMs)
    return () => clearTimeout(timer)
  }, [serverId, uri, isWanted, isOutdated, startedAt])

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (event.key !== 'F5' || hasModifier || event.repeat || !isReady) return
    event.preventDefault()
    void readResource(serverId, uri, true) // never rejects
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handleKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

/** When it may have become another: the server said so, or is a new process since. */
function lastChange(state: SessionState, subscription: Subscription | undefined): number {
  const openedAt = state.phase === 'ready' ? state.since : 0
  return Math.max(openedAt, subscription?.lastUpdate ?? 0)
}
