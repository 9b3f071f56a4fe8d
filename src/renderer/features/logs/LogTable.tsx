import { useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { parseFrameFilter } from '../../../shared/query/frames'
import { highlightsOf, type Highlights } from '../../../shared/query/highlights'
import { visibleText } from '../../../shared/text/visible-text'
import type { TrafficRow } from '../../../shared/traffic/traffic-row'
import { rowIn } from '../../records/record-list'
import { RecordTable, type RecordColumn, type RowShape } from '../../records/RecordTable'
import type { TrafficView } from '../../records/traffic-list'
import { useFollowedRows } from '../../records/use-followed-rows'
import { notify, tell } from '../../stores/window/notices'
import { NewerRows } from '../../ui/controls/NewerRows'
import { nextIndex } from '../../ui/list/list-keys'
import { count, timeOfDay } from '../../ui/text/format'
import { MarkedText } from '../../ui/text/MarkedText'
import { firstLineOf, isCut, sourceOf, toneOf } from './log-lines'
import { lineText } from './log-text'
import styles from './logs.module.css'

type Props = {
  readonly lines: TrafficView
  readonly selectedSeq: number | undefined
  readonly onSelect: (seq: number) => void
  readonly onOpen: () => void
  readonly onClose: () => void
}

/** The lines, of which only the visible ones exist. Follows the end while it is in view. */
export function LogTable({ lines, selectedSeq, onSelect, onOpen, onClose }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const { query = '' } = lines.spec ?? {}
  const highlights = useMemo(() => highlightsOf(parseFrameFilter(query)), [query])
  const isLooking = selectedSeq !== undefined
  const followed = useFollowedRows({ grid, view: lines, active: selectedSeq, isLooking })
  const { rows, follow, activeIndex } = followed
  const length = lines.count?.matched ?? 0

  function handleClick({ seq }: TrafficRow, { detail }: MouseEvent): void {
    if (hasMarkedText()) return
    onSelect(seq)
    if (detail > 1) onOpen()
  }

  function handleKey(event: KeyboardEvent): boolean {
    const index = nextIndex(event.key, followed.aimedIndex(), length, rows.pageSize)
    const selected = rowIn(lines, activeIndex)
    if (index !== undefined) followed.goTo(index, ({ seq }) => onSelect(seq))
    else if (event.key === 'Enter' && selected) onOpen()
    else if (event.key === 'Escape') onClose()
    else if (isCopy(event) && selected && !hasMarkedText()) copy(selected)
    else return false
    return true
  }

  return (
    // A voice that reads every line of a busy server would drown all others.
    <div className={styles['lines']} role="log" aria-label="Log" aria-live="off">
      <RecordTable
        grid={grid}
        label="Lines of the log"
        view={lines}
        rows={rows}
        gaze={followed.gaze}
        activeIndex={activeIndex}
        onClick={handleClick}
        onKey={handleKey}
        columns={COLUMNS}
        shape={SHAPE}
        factsOf={() => highlights}
        isSelected={({ seq }) => seq === selectedSeq}
      >
        {!follow.isAtEnd && (
          <NewerRows scroller={grid} unseenBelow={rows.unseenBelow} onClick={follow.goToEnd} />
        )}
      </RecordTable>
    </div>
  )
}

const SHAPE: RowShape<TrafficRow, Highlights> = {
  idOf: ({ seq }) => `line-${seq}`,
  marks: ({ seq }) => ({ 'data-seq': seq })
}

const COLUMNS: readonly RecordColumn<TrafficRow, Highlights>[] = [
  { id: 'Time', cell: ({ time }) => <time>{timeOfDay(time)}</time> },
  {
    id: 'Source',
    cell: (line, highlights) => (
      <span title={visibleText(sourceOf(line))}>
        <MarkedText text={sourceOf(line)} {...highlights} />
      </span>
    )
  },
  {
    id: 'Level',
    cell: ({ kind, level }) => (kind === 'stderr' ? '' : (level ?? 'no level')),
    marks: ({ level }) => ({ 'data-tone': toneOf(level) })
  },
  {
    id: 'Message',
    cell: ({ text = '' }, highlights) => {
      const { line, more } = firstLineOf(text)
      return (
        <>
          <MarkedText text={line} {...highlights} />
          {more > 0 && <span className={styles['more']}> +{count(more, 'line')}</span>}
        </>
      )
    },
    marks: ({ level }) => ({ 'data-is-quiet': toneOf(level) === 'quiet' })
  }
]

/** Whoever marks a part of a line wants that part. */
function hasMarkedText(): boolean {
  return getSelection()?.type === 'Range'
}

function isCopy({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'c' && (ctrlKey || metaKey)
}

function copy(line: TrafficRow): void {
  const said = isCut(line) ? 'The beginning of the line is copied.' : 'The line is copied.'
  navigator.clipboard.writeText(lineText(line)).then(() => tell(said), notify)
}
