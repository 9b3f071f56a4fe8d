import type { ReactNode, RefObject } from 'react'
import type { ViewSpec } from '../../../shared/traffic/traffic-row'
import type { TrafficView } from '../../records/traffic-list'
import { Button } from '../../ui/controls/Button'
import { EmptyState } from '../../ui/panes/EmptyState'
import { Skeleton } from '../../ui/panes/Skeleton'
import { TimelineChart } from './TimelineChart'
import { useTimeline } from './use-timeline'
import styles from './timeline.module.css'

type Props = {
  readonly frame: RefObject<HTMLDivElement | null>
  /** What is listed is what is drawn. */
  readonly view: TrafficView
  readonly isLive: boolean
  readonly nameOf: (serverId: string) => string
  readonly selectedSeq: number | undefined
  readonly onSelect: (seq: number) => void
  readonly onPause: () => void
  readonly footer: ReactNode
}

/** The calls of a list as bars over time. */
export function TimelinePane(props: Props) {
  const { frame, view, isLive, nameOf, selectedSeq, onSelect, onPause, footer } = props
  const { spec } = view
  const { timeline, failure, look, retry } = useTimeline(view)
  const extent = timeline?.extent
  return (
    <section className={styles['pane']} aria-label="Timeline">
      {failure !== undefined && (
        <p className={styles['failure']} role="alert">
          {failure} <Button onClick={retry}>Try again</Button>
        </p>
      )}
      {!timeline && failure === undefined && <Skeleton rows={3} />}
      {timeline && !extent && <NoCalls spec={spec} isComplete={timeline.isComplete} />}
      {timeline && extent && spec && (
        <TimelineChart
          key={spec.recording}
          frame={frame}
          timeline={timeline}
          extent={extent}
          recording={spec.recording}
          isLive={isLive}
          isPaused={spec.until !== undefined}
          nameOf={nameOf}
          selectedSeq={selectedSeq}
          onSelect={onSelect}
          onPause={onPause}
          onLook={look}
        />
      )}
      {footer}
    </section>
  )
}

function NoCalls({
  spec,
  isComplete
}: {
  readonly spec: ViewSpec | undefined
  readonly isComplete: boolean
}) {
  if (!isComplete) return <Skeleton rows={3} />
  if (spec?.after !== undefined)
    return <EmptyState title="No calls since you hid the rows so far" />
  if (spec && (spec.query.trim() !== '' || spec.serverId !== undefined)) {
    return <EmptyState title="No call matches the filter" />
  }
  return (
    <EmptyState title="No calls yet">
      Open a server: each request, from either side, will be drawn here as long as it takes.
    </EmptyState>
  )
}
