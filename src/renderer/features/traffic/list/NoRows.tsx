import { parseFrameFilter } from '../../../../shared/query/frames'
import { visibleText } from '../../../../shared/text/visible-text'
import type { TrafficView } from '../../../records/traffic-list'
import { changeTraffic } from '../../../stores/records/traffic-view'
import { Button } from '../../../ui/controls/Button'
import { EmptyState } from '../../../ui/panes/EmptyState'
import { Skeleton } from '../../../ui/panes/Skeleton'
import styles from './list.module.css'

type Props = {
  readonly view: TrafficView
  readonly isFiltered: boolean
  /** Earlier rows are hidden. */
  readonly isHidden: boolean
  readonly isLive: boolean
  readonly onShowBackground: () => void
}

/** What is said where there are no rows; nothing where there are. */
export function NoRows(props: Props) {
  const { count, failure } = props.view
  if (failure === undefined && count !== undefined && count.matched > 0) return null
  return (
    <div className={styles['noRows']}>
      <Why {...props} />
    </div>
  )
}

function Why({ view, isFiltered, isHidden, isLive, onShowBackground }: Props) {
  const { count, failure, retry } = view
  if (failure !== undefined) {
    return (
      <EmptyState
        title="The traffic cannot be listed"
        action={<Button onClick={retry}>Try again</Button>}
      >
        Patchbay could not read what it has recorded. {failure} Sessions go on all the same.
      </EmptyState>
    )
  }
  if (!count || !count.isComplete) return <Skeleton rows={4} />
  if (count.total === 0) {
    return isLive ? (
      <EmptyState title="No traffic yet">
        Open a server: every frame, both ways, will be listed here as it passes.
      </EmptyState>
    ) : (
      <EmptyState title="Nothing was recorded" />
    )
  }
  if (count.background > 0) {
    return (
      <EmptyState
        title={
          isFiltered ? 'Nothing but background matches the filter' : 'Nothing but background so far'
        }
        action={<Button onClick={onShowBackground}>Show background</Button>}
      >
        Pings, probes and polls that run automatically are hidden.
      </EmptyState>
    )
  }
  if (isFiltered) {
    const query = view.spec?.query ?? ''
    const { terms, remarks } = parseFrameFilter(query)
    return (
      <EmptyState
        title={terms.length > 0 ? 'Nothing matches the filter' : 'Nothing of this server'}
        action={
          <Button onClick={() => changeTraffic({ query: '', whose: 'all' })}>
            Show all entries
          </Button>
        }
      >
        {remarks[0] && (
          <>
            <code>{visibleText(query.slice(remarks[0].start, remarks[0].end))}</code>{' '}
            {remarks[0].message}
          </>
        )}
      </EmptyState>
    )
  }
  if (isHidden) {
    return (
      <EmptyState
        title="Nothing since you hid the rows so far"
        action={
          <Button onClick={() => changeTraffic({ after: 0 })}>Show earlier rows again</Button>
        }
      />
    )
  }
  return <EmptyState title="There are no rows" />
}
