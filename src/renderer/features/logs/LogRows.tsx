import { useEffect, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import type { TrafficEntry } from '../../../shared/traffic/traffic'
import { notify, tell } from '../../stores/window/notices'
import { nextIndex } from '../../ui/list/list-keys'
import { NewerRows } from '../../ui/controls/NewerRows'
import { useFollowEnd } from '../../ui/list/use-follow-end'
import { useFixedRows } from '../../ui/list/use-fixed-rows'
import type { TrafficView } from '../../records/traffic-list'
import { rowIn } from '../../records/record-list'
import { useSelectedPlace } from '../../records/use-selected-place'
import { isCut, searchPattern } from './log-lines'
import { lineText } from './log-text'
import { LogRow } from './LogRow'
import styles from './logs.module.css'

type Props = {
  readonly lines: TrafficView
  readonly search: string
  readonly selectedSeq: number | undefined
  readonly onSelect: (seq: number) => void
  readonly onOpen: () => void
  readonly onClose: () => void
}

/** The lines, of which only the visible ones exist. Follows the end while it is in view. */
export function LogRows({ lines, search, selectedSeq, onSelect, onOpen, onClose }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const pattern = useMemo(() => searchPattern(search), [search])
  const length = lines.count?.matched ?? 0
  const isLooking = selectedSeq !== undefined
  const follow = useFollowEnd({ scroller, items: lines.count, isLooking })
  const rows = useFixedRows({
    scroller,
    count: length,
    isFollowing: follow.isFollowing(),
    onMove: follow.noteOwnMove
  })
  const first = rows.visible[0]?.index ?? 0
  const end = (rows.visible.at(-1)?.index ?? -1) + 1
  useEffect(() => lines.want(first, end), [lines, first, end])
  // Lines that arrive later must not move the view, so only a new selection does.
  const selectedIndex = useSelectedPlace(lines, selectedSeq, (index) => {
    rows.scrollToIndex(index)
    follow.stayHere()
  })

  function handleClick(event: MouseEvent<HTMLDivElement>): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-seq]')
    if (!row || hasMarkedText()) return
    onSelect(Number(row.dataset['seq']))
    if (event.detail > 1) onOpen()
  }

  function handleKey(event: KeyboardEvent<HTMLDivElement>): void {
    const index = nextIndex(event.key, selectedIndex, length, 15)
    const selected = rowIn(lines, selectedIndex)
    if (index !== undefined) {
      lines.rowAt(index).then((line) => line && onSelect(line.seq), notify)
    } else if (event.key === 'Enter' && selected) onOpen()
    else if (event.key === 'Escape') onClose()
    else if (isCopy(event) && selected && !hasMarkedText()) copy(selected)
    else return
    event.preventDefault()
  }

  const isSelectedVisible = rows.visible.some(({ index }) => index === selectedIndex)
  return (
    // A voice that reads every line of a busy server would drown all others.
    <div className={styles['frame']} role="log" aria-label="Log" aria-live="off">
      <div
        ref={scroller}
        className={styles['rows']}
        role="grid"
        aria-label="Lines of the log"
        aria-rowcount={length}
        aria-activedescendant={isSelectedVisible ? `line-${selectedSeq}` : undefined}
        tabIndex={0}
        onClick={handleClick}
        onKeyDown={handleKey}
      >
        <div role="presentation" style={{ height: rows.height }} />
        {rows.visible.map(({ index, start }) => {
          const line = rowIn(lines, index)
          return (
            line && (
              <LogRow
                key={line.seq}
                line={line}
                pattern={pattern}
                index={index}
                start={start}
                isSelected={line.seq === selectedSeq}
              />
            )
          )
        })}
      </div>
      {!follow.isAtEnd && (
        <div className={styles['newest']}>
          <NewerRows scroller={scroller} unseenBelow={rows.unseenBelow} onClick={follow.goToEnd} />
        </div>
      )}
    </div>
  )
}

/** Whoever marks a part of a line wants that part. */
function hasMarkedText(): boolean {
  return getSelection()?.type === 'Range'
}

function isCopy({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'c' && (ctrlKey || metaKey)
}

function copy(line: TrafficEntry): void {
  const said = isCut(line) ? 'The beginning of the line is copied.' : 'The line is copied.'
  navigator.clipboard.writeText(lineText(line)).then(() => tell(said), notify)
}
