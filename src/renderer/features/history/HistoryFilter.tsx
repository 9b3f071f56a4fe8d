import { useCallback, useMemo, useRef } from 'react'
import { CALLS, parseCallFilter } from '../../../shared/query/calls'
import { FilterBox } from '../../records/filter/FilterBox'
import { useKnownNames } from '../../records/filter/use-known-names'
import { useServers } from '../../stores/servers/servers'
import type { ToolHistory } from './use-history'
import styles from './history.module.css'

type Props = {
  readonly history: ToolHistory
  /** On to the list. */
  readonly onLeave: () => void
}

const NO_RECORDS: readonly never[] = []

/** Which of the calls of a tool are listed. */
export function HistoryFilter({ history: { filter, setFilter }, onLeave }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const parsed = useMemo(() => parseCallFilter(filter), [filter])
  const serverNames = useServers((state) => state.names)
  const nameOf = useCallback((serverId: string) => serverNames[serverId] ?? serverId, [serverNames])
  const names = useKnownNames('calls', NO_RECORDS, nameOf)
  return (
    <div className={styles['filter']}>
      <FilterBox
        field={field}
        label="Filter the calls"
        placeholder="Filter: words, is:error, took:>1s"
        query={filter}
        parsed={parsed}
        vocabulary={CALLS}
        side="top"
        names={names}
        onQuery={setFilter}
        onLeave={onLeave}
      />
    </div>
  )
}
