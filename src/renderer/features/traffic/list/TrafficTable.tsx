import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject
} from 'react'
import type { TrafficColumn, TrafficList } from '../../../../shared/ipc/preferences'
import type { Highlights } from '../../../../shared/query/highlights'
import type { TrafficRow } from '../../../../shared/traffic/traffic-row'
import { notify } from '../../../stores/window/notices'
import { NewerRows } from '../../../ui/controls/NewerRows'
import { ROW_HEIGHT } from '../../../ui/list/row-height'
import { useFixedRows, type FixedRows } from '../../../ui/list/use-fixed-rows'
import { useFollowEnd } from '../../../ui/list/use-follow-end'
import type { TrafficView } from '../../../records/traffic-list'
import { rowIn } from '../../../records/record-list'
import { RecordTable } from '../../../records/RecordTable'
import { layOut, ORIGIN_WORD } from './columns'
import { copyFrame, frameMenu, jumpToPair } from '../actions/frame-actions'
import { actionOf, type ListAction } from './list-actions'
import { timeText, violationsIn } from '../../frame/row-words'
import { RowView, type Fold } from './RowView'
import { columnsMenu, TrafficHeader } from './TrafficHeader'
import { useHeldPlace } from './use-held-place'
import { useRowOf } from './use-row-of'
import { useSelectedPlace } from '../../../records/use-selected-place'
import { useWidth } from './use-width'
import styles from './list.module.css'

type Props = {
  readonly grid: RefObject<HTMLDivElement | null>
  readonly recording: number
  readonly isLive: boolean
  readonly isImported: boolean
  readonly view: TrafficView
  readonly list: TrafficList
  readonly highlights: Highlights
  /** The calls whose notifications are shown, where those are folded. */
  readonly opened: readonly number[]
  readonly selectedSeq: number | undefined
  /** The same, once it is known what it is. */
  readonly selected: TrafficRow | undefined
  readonly nameOf: (serverId: string) => string
  readonly onSelect: (seq: number | undefined) => void
  readonly onList: (list: TrafficList) => void
  readonly onFold: (seq: number) => void
  readonly onFilter: () => void
  readonly onPause: () => void
  /** The person wants to go on with the frame that is shown beside the list. */
  readonly onEnter: () => void
  /** What is said in place of rows. */
  readonly children: ReactNode
  readonly footer: ReactNode
}

export function TrafficTable(props: Props) {
  const { grid, view, list, opened, selectedSeq, selected, onSelect, onFold } = props
  const [dragged, setDragged] = useState<TrafficList>()
  const shownList = dragged ?? list
  const width = useWidth(grid)
  const { lastSeq = 0, matched = 0 } = view.count ?? {}
  const layout = useMemo(() => layOut(shownList, width, lastSeq), [shownList, width, lastSeq])
  const columns = useSameColumns(layout.columns.map(({ id }) => id))
  const originWidth = layout.columns.find(({ id }) => id === 'origin')?.width ?? 0
  const hasOriginWord = originWidth >= ORIGIN_WORD

  const isLooking = selectedSeq !== undefined
  const follow = useFollowEnd({ scroller: grid, items: view.count, isLooking })
  const rows = useFixedRows({
    scroller: grid,
    count: matched,
    headHeight: ROW_HEIGHT,
    isFollowing: follow.isFollowing(),
    onMove: follow.noteOwnMove
  })
  const active = useActive(useRowOf(selected, view, { ...list, opened }) ?? selectedSeq)
  const aim = useRef<number>(undefined)
  // Rows that arrive later must not move the view, so only a new selection does.
  const activeIndex = useSelectedPlace(view, active, (index) => {
    rows.scrollToIndex(index)
    // Whoever went to the end by a key is there, and stays there.
    if (aim.current !== matched - 1) follow.stayHere()
  })

  useEffect(() => {
    aim.current = undefined
  }, [activeIndex, active])
  useKeptInView(rows, activeIndex)

  const missing = activeIndex === -1 && selectedSeq !== undefined ? active : undefined
  const gaze = useHeldPlace({ view, rows, follow, activeIndex, missing })

  const activeRow = rowIn(view, activeIndex)
  const pointed = useRef<TrafficRow | 'head'>(undefined)

  function goTo(index: number): void {
    aim.current = index
    if (index === matched - 1) follow.goToEnd()
    view.rowAt(index).then((row) => row && onSelect(row.seq), notify)
  }

  function perform(action: ListAction): void {
    switch (action.kind) {
      case 'go':
        return goTo(action.index)
      case 'open':
        return selectedSeq === undefined && active !== undefined
          ? onSelect(active)
          : props.onEnter()
      case 'close':
        return onSelect(undefined)
      case 'pair':
        return activeRow && jumpToPair({ row: activeRow })
      case 'follow':
        return follow.goToEnd()
      case 'filter':
        return props.onFilter()
      case 'pause':
        return props.onPause()
      case 'unfold':
        return activeRow && foldOf(activeRow) === 'closed' ? onFold(activeRow.seq) : undefined
      case 'fold':
        return foldUp()
      case 'copy':
        return activeRow && copyFrame({ recording: props.recording, row: activeRow })
    }
  }

  /** From a notification to its call, and from there its notifications out of sight. */
  function foldUp(): void {
    const fold = activeRow && foldOf(activeRow)
    if (fold === 'part') onSelect(activeRow?.belongsTo)
    else if (fold === 'open' && activeRow) onFold(activeRow.seq)
  }

  function foldOf(row: TrafficRow): Fold | undefined {
    if (!list.isFolded) return undefined
    if (row.belongsTo !== undefined) return 'part'
    if (row.belonging === undefined) return 'none'
    return opened.includes(row.seq) ? 'open' : 'closed'
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.target !== grid.current) return
    const action = actionOf(event, aim.current ?? activeIndex, matched, rows.pageSize)
    if (!action) return
    perform(action)
    event.preventDefault()
    event.stopPropagation()
  }

  function handleClick(event: MouseEvent): void {
    const target = event.target as HTMLElement
    const row = rowAt(target)
    if (!row) return
    if (target.closest('[data-twisty]')) onFold(row.seq)
    else onSelect(row.seq)
    follow.stayHere()
  }

  function rowAt(target: HTMLElement): TrafficRow | undefined {
    const seq = Number(target.closest<HTMLElement>('[data-seq]')?.dataset['seq'] ?? -1)
    return view.rows.find((row) => row.seq === seq)
  }

  function menu() {
    if (pointed.current === 'head') return columnsMenu(list, props.onList)
    const row = pointed.current ?? activeRow
    if (!row) return [{ label: 'No row is selected', isDisabled: true, onSelect: () => {} }]
    const { recording, isLive, isImported } = props
    const serverName = props.nameOf(row.serverId)
    return frameMenu({ recording, row, isLive, isImported, serverName })
  }

  const isActiveVisible = rows.visible.some(({ index }) => index === activeIndex)
  return (
    <div className="ui-pane" style={{ '--columns': layout.template } as CSSProperties}>
      <div className={styles['rows']} data-time={list.time}>
        <RecordTable
          grid={grid}
          label="Traffic"
          view={view}
          rows={rows}
          gaze={gaze}
          activeId={isActiveVisible && activeRow ? `frame-${active}` : undefined}
          menu={{ label: 'What to do with this row', entries: menu }}
          onClick={handleClick}
          onKeyDown={handleKey}
          onContextMenu={({ target }) => {
            const isHead = (target as HTMLElement).closest('[role="columnheader"]') !== null
            pointed.current = isHead ? 'head' : rowAt(target as HTMLElement)
          }}
          head={
            <TrafficHeader
              list={shownList}
              layout={layout}
              onChange={props.onList}
              onDrag={setDragged}
            />
          }
          row={(row, { index, start }) => {
            const fold = foldOf(row)
            return (
              <RowView
                key={row.seq}
                row={row}
                columns={columns}
                hasOriginWord={hasOriginWord}
                serverName={props.nameOf(row.serverId)}
                time={timeText(list.time, row.time, {
                  previous: rowIn(view, index - 1)?.time,
                  selected: selected?.time
                })}
                highlights={props.highlights}
                index={index}
                start={start}
                isSelected={selectedSeq !== undefined && row.seq === active}
                isActive={row.seq === active}
                isPaired={list.isPaired}
                fold={fold}
                violations={violationsIn(row, list.isPaired, fold === 'closed')}
              />
            )
          }}
        />
        {props.children}
        {!follow.isAtEnd && matched > 0 && (
          <div className={styles['newest']}>
            <NewerRows
              scroller={grid}
              unseenBelow={rows.unseenBelow}
              isOver={!props.isLive}
              shortcut="f"
              onClick={follow.goToEnd}
            />
          </div>
        )}
      </div>
      {props.footer}
    </div>
  )
}

/** Whoever looks at a row still sees it when something else takes a part of the room. */
function useKeptInView(rows: FixedRows, activeIndex: number): void {
  const { pageSize } = rows
  const before = useRef(pageSize)
  useLayoutEffect(() => {
    const below = activeIndex === -1 ? -1 : rows.belowTop(activeIndex)
    const wasInView = below >= 0 && below < before.current * ROW_HEIGHT
    if (pageSize < before.current && wasInView) rows.scrollToIndex(activeIndex)
    before.current = pageSize
  }, [rows, pageSize, activeIndex])
}

/** The entry that the keys act upon: the one that is looked at, also when nobody does any more. */
function useActive(selected: number | undefined): number | undefined {
  const [last, setLast] = useState(selected)
  if (selected !== undefined && selected !== last) setLast(selected)
  return selected ?? last
}

/** The same array as long as the columns are the same, so that rows need not be drawn again. */
function useSameColumns(ids: readonly TrafficColumn[]): readonly TrafficColumn[] {
  const key = ids.join(' ')
  return useMemo(() => key.split(' ') as TrafficColumn[], [key])
}
