import { ArrowDown } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  type KeyboardEvent,
  type MouseEvent
} from 'react'
import type { TrafficEntry } from '../../../shared/traffic'
import { indexOfSeq } from '../../growing-list'
import { notify, tell } from '../../stores/notices'
import { Button } from '../../ui/Button'
import { nextIndex } from '../../ui/list-keys'
import { useFollowEnd } from '../../ui/use-follow-end'
import { useFixedRows } from '../../ui/use-fixed-rows'
import { isCut, searchPattern } from './log-lines'
import { lineText } from './log-text'
import { LogRow } from './LogRow'
import styles from './logs.module.css'

type Props = {
  readonly lines: readonly TrafficEntry[]
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
  const selectedIndex = indexOfSeq(lines, selectedSeq)
  const { isAtEnd, isFollowing, goToEnd, stayHere } = useFollowEnd(scroller, lines)
  const rows = useFixedRows({
    scroller,
    count: lines.length,
    isFollowing: isFollowing()
  })
  const reveal = useEffectEvent(() => {
    if (selectedIndex === -1) return
    rows.scrollToIndex(selectedIndex)
    stayHere()
  })
  // Lines that arrive later must not move the view, so only a new selection does.
  useEffect(() => reveal(), [selectedSeq])

  function handleClick(event: MouseEvent<HTMLDivElement>): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-seq]')
    if (!row || hasMarkedText()) return
    onSelect(Number(row.dataset['seq']))
    if (event.detail > 1) onOpen()
  }

  function handleKey(event: KeyboardEvent<HTMLDivElement>): void {
    const index = nextIndex(event.key, selectedIndex, lines.length, 15)
    const line = index === undefined ? undefined : lines[index]
    const selected = lines[selectedIndex]
    if (line) onSelect(line.seq)
    else if (event.key === 'Enter' && selected) onOpen()
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
        aria-rowcount={lines.length}
        aria-activedescendant={isSelectedVisible ? `line-${selectedSeq}` : undefined}
        tabIndex={0}
        onClick={handleClick}
        onKeyDown={handleKey}
      >
        <div role="presentation" style={{ height: rows.height }} />
        {rows.visible.map(({ index, start }) => {
          const line = lines[index]
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
      {!isAtEnd && (
        <div className={styles['newest']}>
          <Button onClick={goToEnd}>
            <ArrowDown aria-hidden="true" size={12} /> Jump to newest
          </Button>
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
