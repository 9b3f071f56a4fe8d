import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import type { TrafficEntry } from '../../../shared/traffic'
import { bytes, milliseconds, timeOfDay } from '../../ui/format'
import { nextIndex } from '../../ui/list-keys'
import { ServerText } from '../../ui/ServerText'
import { ROW_HEIGHT, useFollowEnd } from '../../ui/VirtualRows'
import { statusOf, subjectOf } from './rows'
import styles from './traffic.module.css'

type Props = {
  readonly entries: readonly TrafficEntry[]
  readonly answers: ReadonlyMap<number, TrafficEntry>
  readonly selectedSeq: number | undefined
  readonly onSelect: (seq: number) => void
}

const COLUMNS = [
  '#',
  'Time',
  'Δ',
  'Server',
  'Origin',
  'What',
  'Id',
  'Status',
  'Took',
  'Size'
] as const

export function TrafficTable({ entries, answers, selectedSeq, onSelect }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const selectedIndex =
    selectedSeq === undefined ? -1 : entries.findIndex(({ seq }) => seq === selectedSeq)
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    scrollMargin: ROW_HEIGHT,
    overscan: 12
  })
  useFollowEnd(scroller, entries.length)
  const reveal = useEffectEvent(() => {
    if (selectedIndex !== -1) rows.scrollToIndex(selectedIndex)
  })
  // Rows that arrive later must not move the view, so only a new selection does.
  useEffect(() => reveal(), [selectedSeq])

  function handleClick(event: MouseEvent<HTMLDivElement>): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-seq]')
    if (row) onSelect(Number(row.dataset['seq']))
  }

  function handleKey(event: KeyboardEvent<HTMLDivElement>): void {
    const index = nextIndex(event.key, selectedIndex, entries.length, 15)
    const entry = index === undefined ? undefined : entries[index]
    if (!entry) return
    onSelect(entry.seq)
    event.preventDefault()
  }

  return (
    <div
      ref={scroller}
      className={styles['table']}
      role="grid"
      aria-label="Traffic"
      aria-rowcount={entries.length + 1}
      aria-activedescendant={selectedIndex === -1 ? undefined : `frame-${selectedSeq}`}
      tabIndex={0}
      onClick={handleClick}
      onKeyDown={handleKey}
    >
      <div className={`${styles['row']} ${styles['head']}`} role="row" aria-rowindex={1}>
        {COLUMNS.map((column) => (
          <span key={column} role="columnheader">
            {column}
          </span>
        ))}
      </div>
      <div role="presentation" style={{ height: rows.getTotalSize() - ROW_HEIGHT }} />
      {rows.getVirtualItems().map(({ index, start }) => {
        const entry = entries[index]
        return (
          entry && (
            <Row
              key={entry.seq}
              entry={entry}
              previous={entries[index - 1]}
              answer={answers.get(entry.seq)}
              index={index}
              start={start}
              isSelected={entry.seq === selectedSeq}
            />
          )
        )
      })}
    </div>
  )
}

type RowProps = {
  readonly entry: TrafficEntry
  readonly previous: TrafficEntry | undefined
  readonly answer: TrafficEntry | undefined
  readonly index: number
  readonly start: number
  readonly isSelected: boolean
}

function Row({ entry, previous, answer, index, start, isSelected }: RowProps) {
  const { seq, time, serverId, origin, kind, id, finding } = entry
  const { word, tone } = statusOf(entry, answer)
  const took = entry.tookMs ?? answer?.tookMs
  return (
    <div
      id={`frame-${seq}`}
      className={styles['row']}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-seq={seq}
      data-kind={kind}
      style={{ transform: `translateY(${start}px)` }}
      title={finding}
    >
      <span role="gridcell">{seq}</span>
      <span role="gridcell">{timeOfDay(time)}</span>
      <span role="gridcell">{previous ? milliseconds(Math.max(0, time - previous.time)) : ''}</span>
      <span role="gridcell">
        <ServerText>{serverId}</ServerText>
      </span>
      <span role="gridcell" data-origin={origin}>
        {origin === 'workbench' ? '→ workbench' : '← server'}
      </span>
      <span role="gridcell">
        {finding !== undefined && <b className={styles['flag']}>! </b>}
        <ServerText>{subjectOf(entry)}</ServerText>
      </span>
      <span role="gridcell">{id === undefined ? '' : JSON.stringify(id)}</span>
      <span role="gridcell" data-tone={tone}>
        {word}
      </span>
      <span role="gridcell">{took === undefined ? '' : milliseconds(took)}</span>
      <span role="gridcell">{kind === 'lifecycle' ? '' : bytes(entry.bytes)}</span>
    </div>
  )
}
