import { ArrowDown } from 'lucide-react'
import {
  memo,
  useEffect,
  useEffectEvent,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent
} from 'react'
import type { TrafficEntry } from '../../../shared/traffic'
import { visibleText } from '../../../shared/visible-text'
import { indexOfSeq } from '../../growing-list'
import { useServerName } from '../../stores/servers'
import type { Ending } from '../../stores/traffic'
import { Button } from '../../ui/Button'
import { bytes, count, milliseconds, timeOfDay } from '../../ui/format'
import { nextIndex } from '../../ui/list-keys'
import { ServerText } from '../../ui/ServerText'
import { useFixedRows } from '../../ui/use-fixed-rows'
import { useFollowEnd } from '../../ui/use-follow-end'
import { ROW_HEIGHT } from '../../ui/row-height'
import { statusOf, subjectOf } from './rows'
import styles from './traffic.module.css'

type Props = {
  readonly entries: readonly TrafficEntry[]
  readonly endings: ReadonlyMap<number, Ending>
  readonly selectedSeq: number | undefined
  readonly onSelect: (seq: number) => void
}

const COLUMNS = ['#', 'Time', 'Δ', 'Server', 'Origin', 'What', 'Id', 'Status', 'Took', 'Size']

export function TrafficTable({ entries, endings, selectedSeq, onSelect }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const selectedIndex = indexOfSeq(entries, selectedSeq)
  const { isAtEnd, isFollowing, goToEnd, stayHere } = useFollowEnd(scroller, entries)
  const rows = useFixedRows({
    scroller,
    count: entries.length,
    headHeight: ROW_HEIGHT,
    isFollowing: isFollowing()
  })
  const reveal = useEffectEvent(() => {
    if (selectedIndex === -1) return
    rows.scrollToIndex(selectedIndex)
    stayHere()
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

  const isSelectedVisible = rows.visible.some(({ index }) => index === selectedIndex)
  const digits = String(entries.at(-1)?.seq ?? 0).length
  return (
    <div className={styles['tableFrame']} style={{ '--digits': digits } as CSSProperties}>
      <div
        ref={scroller}
        className={styles['table']}
        role="grid"
        aria-label="Traffic"
        aria-rowcount={entries.length + 1}
        aria-activedescendant={isSelectedVisible ? `frame-${selectedSeq}` : undefined}
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
        <div role="presentation" style={{ height: rows.height }} />
        {rows.visible.map(({ index, start }) => {
          const entry = entries[index]
          return (
            entry && (
              <Row
                key={entry.seq}
                entry={entry}
                previous={entries[index - 1]}
                ending={endings.get(entry.seq)}
                index={index}
                start={start}
                isSelected={entry.seq === selectedSeq}
              />
            )
          )
        })}
      </div>
      {!isAtEnd && (
        <div className={styles['newest']}>
          <Button onClick={goToEnd}>
            <ArrowDown aria-hidden="true" size={12} /> Newest
          </Button>
        </div>
      )}
    </div>
  )
}

type RowProps = {
  readonly entry: TrafficEntry
  readonly previous: TrafficEntry | undefined
  readonly ending: Ending | undefined
  readonly index: number
  readonly start: number
  readonly isSelected: boolean
}

const Row = memo(function Row(props: RowProps) {
  const { entry, previous, ending, index, start, isSelected } = props
  const { seq, time, serverId, kind, id, violations } = entry
  const serverName = useServerName(serverId)
  const { word, tone } = statusOf(entry, ending)
  const took = entry.tookMs ?? (typeof ending === 'object' ? ending.tookMs : undefined)
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
      title={violations && visibleText(violations.map(({ message }) => message).join('\n'))}
    >
      <span role="gridcell">{seq}</span>
      <span role="gridcell">{timeOfDay(time)}</span>
      <span role="gridcell">{previous ? milliseconds(Math.max(0, time - previous.time)) : ''}</span>
      <span role="gridcell">
        <ServerText>{serverName}</ServerText>
      </span>
      <Origin entry={entry} />
      <span role="gridcell">
        {violations && <Flag count={violations.length} />}
        <ServerText>{subjectOf(entry)}</ServerText>
      </span>
      <span role="gridcell">
        {id !== undefined && <ServerText>{JSON.stringify(id)}</ServerText>}
      </span>
      <span role="gridcell" data-tone={tone}>
        {word}
      </span>
      <span role="gridcell">{took === undefined ? '' : milliseconds(took)}</span>
      <span role="gridcell">{kind === 'lifecycle' ? '' : bytes(entry.bytes)}</span>
    </div>
  )
})

function Flag({ count: violations }: { readonly count: number }) {
  return (
    <b className={styles['flag']} role="img" aria-label={count(violations, 'violation')}>
      !{violations > 1 && violations}{' '}
    </b>
  )
}

/** Who sent it, and the way it went. What happened to the process was sent by nobody. */
function Origin({ entry: { kind, origin } }: { readonly entry: TrafficEntry }) {
  if (kind === 'lifecycle') return <span role="gridcell">event</span>
  return (
    <span role="gridcell" data-origin={origin}>
      {origin === 'workbench' ? '→ sent' : '← received'}
    </span>
  )
}
