import { memo, useEffect, useRef, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import type { AuditRecord } from '../../../shared/audit'
import type { AuditView } from '../../records/audit-list'
import { rowIn } from '../../records/record-list'
import { notify } from '../../stores/notices'
import { useServers } from '../../stores/servers'
import { exactly } from '../../ui/day'
import { nextIndex } from '../../ui/list-keys'
import { ROW_HEIGHT } from '../../ui/row-height'
import { ServerText } from '../../ui/ServerText'
import { useFixedRows } from '../../ui/use-fixed-rows'
import { useNow } from '../../ui/use-now'
import { auditedServer, endingOf, momentOf, subjectOf, tookOf } from './audit-words'
import styles from './audit.module.css'

const COLUMNS = ['#', 'Time', 'Server', 'Method', 'Status', 'Took'] as const
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
  const matched = view.count?.matched ?? 0
  const rows = useFixedRows({
    scroller: grid,
    count: matched,
    headHeight: ROW_HEIGHT,
    isFollowing: false
  })
  const first = rows.visible[0]?.index ?? 0
  const end = (rows.visible.at(-1)?.index ?? -1) + 1
  useEffect(
    () => view.want(first, end, () => ({ isAtEnd: (grid.current?.scrollTop ?? 0) < 1 })),
    [view, first, end, grid]
  )
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

  function handleKey(event: KeyboardEvent): void {
    if (event.target !== grid.current || matched === 0) return
    const next = nextIndex(event.key, lastIndex.current, matched, rows.pageSize)
    if (next !== undefined) goTo(next)
    else if (event.key === 'Enter' && selectedId !== undefined) props.onEnter()
    else if (event.key === 'Escape' && selectedId !== undefined) onSelect(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function handleClick(event: MouseEvent): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-id]')
    if (row) onSelect(Number(row.dataset['id']))
  }

  return (
    <div className={styles['tableFrame']}>
      <div
        ref={grid}
        className={styles['table']}
        role="grid"
        aria-label="Audit log"
        aria-rowcount={matched + 1}
        data-grouped={isGrouped}
        aria-activedescendant={shown ? `record-${selectedId}` : undefined}
        tabIndex={0}
        onClick={handleClick}
        onKeyDown={handleKey}
      >
        <div className={`${styles['row']} ${styles['head']}`} role="row" aria-rowindex={1}>
          {COLUMNS.map((name) => (
            <span key={name} role="columnheader" data-column={name}>
              {name}
            </span>
          ))}
        </div>
        <div role="presentation" style={{ height: rows.height }} />
        {rows.visible.map(({ index, start }) => {
          const record = rowIn(view, index)
          if (!record) {
            return <div key={`at ${index}`} className={styles['placeholder']} style={at(start)} />
          }
          return (
            <RecordRow
              key={record.id}
              record={record}
              index={index}
              start={start}
              moment={momentOf(record.time, now)}
              isGrouped={isGrouped}
              isSelected={record.id === selectedId}
            />
          )
        })}
      </div>
    </div>
  )
}

type RowProps = {
  readonly record: AuditRecord
  readonly index: number
  readonly start: number
  readonly moment: string
  readonly isGrouped: boolean
  readonly isSelected: boolean
}

const RecordRow = memo(function RecordRow(props: RowProps) {
  const { record, index, start, moment, isGrouped, isSelected } = props
  const { id, time, inSession, sessionId } = record
  const serverName = useServers(({ nameOf }) => auditedServer(record, nameOf))
  const { word, tone } = endingOf(record)
  const subject = subjectOf(record)
  const prefix = subject.startsWith(OURS) ? OURS : ''
  const isFirst = isGrouped && inSession !== undefined
  return (
    <div
      id={`record-${id}`}
      className={styles['row']}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-id={id}
      data-first={isFirst && index > 0}
      style={at(start)}
    >
      <span role="gridcell" data-column="#">
        {id}
      </span>
      <span role="gridcell" data-column="Time">
        <time title={exactly(time)}>{moment}</time>
      </span>
      <span
        role="gridcell"
        data-column="Server"
        data-again={isGrouped && !isFirst}
        title={sessionId && `Session ${sessionId}`}
      >
        <span className={styles['name']}>
          <ServerText>{serverName}</ServerText>
        </span>
        {isFirst && sessionId !== undefined && <b> × {inSession}</b>}
      </span>
      <span role="gridcell" data-column="Method">
        {prefix !== '' && <span className={styles['prefix']}>{prefix}</span>}
        <ServerText>{subject.slice(prefix.length)}</ServerText>
      </span>
      <span role="gridcell" data-column="Status" data-tone={tone} title={word}>
        {word}
      </span>
      <span role="gridcell" data-column="Took">
        {tookOf(record)}
      </span>
    </div>
  )
})

function at(start: number) {
  return { transform: `translateY(${start}px)` }
}
