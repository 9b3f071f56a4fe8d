import { useCallback, useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import type { AuditRecord } from '../../../shared/traffic/audit'
import type { AuditView } from '../../records/audit-list'
import { rowIn } from '../../records/record-list'
import { RecordTable, type RecordColumn, type RowShape } from '../../records/RecordTable'
import { notify } from '../../stores/window/notices'
import { useServers } from '../../stores/servers/servers'
import { exactly } from '../../ui/time/day'
import { nextIndex } from '../../ui/list/list-keys'
import { ROW_HEIGHT } from '../../ui/list/row-height'
import { ServerText } from '../../ui/text/ServerText'
import { useFixedRows } from '../../ui/list/use-fixed-rows'
import { useNow } from '../../ui/time/use-now'
import { auditedServer, endingOf, momentOf, subjectOf, tookOf } from './audit-words'
import styles from './audit.module.css'

/** Before what is no method of the protocol. */
const OURS = 'patchbay/'
/** The time that is shown is of today or of another day. */
const MINUTE_MS = 60_000

type Props = {
  readonly grid: RefObject<HTMLDivElement | null>
  readonly view: AuditView
  readonly isGrouped: boolean
  readonly selectedId: number | undefined
  readonly onSelect: (id: number | undefined) => void
  /** The person wants to go on with what is shown beside the list. */
  readonly onEnter: () => void
}

export function AuditTable(props: Props) {
  const { grid, view, isGrouped, selectedId, onSelect } = props
  const now = useNow(MINUTE_MS)
  const nameOf = useServers((state) => state.nameOf)
  const matched = view.count?.matched ?? 0
  const rows = useFixedRows({
    scroller: grid,
    count: matched,
    headHeight: ROW_HEIGHT,
    isFollowing: false
  })
  const gaze = useCallback(() => ({ isAtEnd: (grid.current?.scrollTop ?? 0) < 1 }), [grid])
  const lastIndex = useRef(-1)
  const shown = rows.visible.find(({ index }) => rowIn(view, index)?.id === selectedId)
  useEffect(() => {
    if (shown) lastIndex.current = shown.index
  }, [shown])

  function goTo(index: number): void {
    rows.scrollToIndex(index)
    lastIndex.current = index
    view.rowAt(index).then((record) => record && onSelect(record.id), notify)
  }

  function handleKey({ key }: KeyboardEvent): boolean {
    if (matched === 0) return false
    const next = nextIndex(key, lastIndex.current, matched, rows.pageSize)
    if (next !== undefined) goTo(next)
    else if (selectedId === undefined) return false
    else if (key === 'Enter') props.onEnter()
    else if (key === 'Escape') onSelect(undefined)
    else return false
    return true
  }

  return (
    <div className={styles['table']} data-grouped={isGrouped}>
      <RecordTable
        grid={grid}
        label="Audit log"
        view={view}
        rows={rows}
        gaze={gaze}
        activeIndex={shown?.index ?? -1}
        onClick={({ id }) => onSelect(id)}
        onKey={handleKey}
        columns={COLUMNS}
        shape={SHAPE}
        factsOf={(record) => ({
          moment: momentOf(record.time, now),
          serverName: auditedServer(record, nameOf),
          isFirst: isGrouped && record.inSession !== undefined,
          isAgain: isGrouped && record.inSession === undefined
        })}
        isSelected={({ id }) => id === selectedId}
      />
    </div>
  )
}

type Facts = {
  readonly moment: string
  readonly serverName: string
  /** The first of its session, where they are grouped; it stands for the others. */
  readonly isFirst: boolean
  readonly isAgain: boolean
}

const SHAPE: RowShape<AuditRecord, Facts> = {
  idOf: ({ id }) => `record-${id}`,
  marks: ({ id }, { isFirst }) => ({ 'data-id': id, 'data-first': isFirst })
}

const COLUMNS: readonly RecordColumn<AuditRecord, Facts>[] = [
  { id: '#', cell: ({ id }) => id },
  { id: 'Time', cell: ({ time }, { moment }) => <time title={exactly(time)}>{moment}</time> },
  {
    id: 'Server',
    cell: ({ sessionId, inSession }, { serverName, isFirst }) => (
      <>
        <span className={styles['name']} title={sessionId && `Session ${sessionId}`}>
          <ServerText>{serverName}</ServerText>
        </span>
        {isFirst && sessionId !== undefined && <b> × {inSession}</b>}
      </>
    ),
    marks: (_, { isAgain }) => ({ 'data-again': isAgain })
  },
  { id: 'Method', cell: (record) => <Subject text={subjectOf(record)} /> },
  {
    id: 'Status',
    cell: (record) => <span title={endingOf(record).word}>{endingOf(record).word}</span>,
    marks: (record) => ({ 'data-tone': endingOf(record).tone })
  },
  { id: 'Took', cell: tookOf }
]

function Subject({ text }: { readonly text: string }) {
  const prefix = text.startsWith(OURS) ? OURS : ''
  return (
    <>
      {prefix !== '' && <span className={styles['prefix']}>{prefix}</span>}
      <ServerText>{text.slice(prefix.length)}</ServerText>
    </>
  )
}
