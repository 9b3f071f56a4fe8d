import {
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
import { NewerRows } from '../../../ui/controls/NewerRows'
import { useFollowedRows } from '../../../records/use-followed-rows'
import type { TrafficView } from '../../../records/traffic-list'
import { rowIn } from '../../../records/record-list'
import { RecordTable } from '../../../records/RecordTable'
import { layOut, ORIGIN_WORD } from './columns'
import { copyFrame, frameMenu, jumpToPair } from '../actions/frame-actions'
import { actionOf, type ListAction } from './list-actions'
import { timeText, violationsIn } from '../../frame/row-words'
import { columnsOf, SHAPE, type Fold } from './traffic-cells'
import { columnsMenu, TrafficHeader } from './TrafficHeader'
import { useRowOf } from './use-row-of'
import { useSize } from '../../../ui/panes/use-size'
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
  const { width } = useSize(grid)
  const { lastSeq = 0, matched = 0 } = view.count ?? {}
  const layout = useMemo(() => layOut(shownList, width, lastSeq), [shownList, width, lastSeq])
  const columns = useSameColumns(layout.columns.map(({ id }) => id))
  const cells = useMemo(() => columnsOf(columns), [columns])
  const originWidth = layout.columns.find(({ id }) => id === 'origin')?.width ?? 0
  const hasOriginWord = originWidth >= ORIGIN_WORD

  const active = useActive(useRowOf(selected, view, { ...list, opened }) ?? selectedSeq)
  const followed = useFollowedRows({ grid, view, active, isLooking: selectedSeq !== undefined })
  const { rows, follow, activeIndex } = followed
  const activeRow = rowIn(view, activeIndex)
  const pointed = useRef<TrafficRow | 'head'>(undefined)

  function perform(action: ListAction): void {
    switch (action.kind) {
      case 'go':
        return followed.goTo(action.index, ({ seq }) => onSelect(seq))
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

  function handleKey(event: KeyboardEvent): boolean {
    const action = actionOf(event, followed.aimedIndex(), matched, rows.pageSize)
    if (action) perform(action)
    return action !== undefined
  }

  function handleClick(row: TrafficRow, { target }: MouseEvent): void {
    if ((target as HTMLElement).closest('[data-twisty]')) onFold(row.seq)
    else onSelect(row.seq)
    follow.stayHere()
  }

  function menu() {
    if (pointed.current === 'head') return columnsMenu(list, props.onList)
    const row = pointed.current ?? activeRow
    if (!row) return [{ label: 'No row is selected', isDisabled: true, onSelect: () => {} }]
    const { recording, isLive, isImported } = props
    const serverName = props.nameOf(row.serverId)
    return frameMenu({ recording, row, isLive, isImported, serverName })
  }

  return (
    <div className="ui-pane" style={{ '--columns': layout.template } as CSSProperties}>
      <div className={styles['rows']} data-time={list.time}>
        <RecordTable
          grid={grid}
          label="Traffic"
          view={view}
          rows={rows}
          gaze={followed.gaze}
          activeIndex={activeIndex}
          menu={{ label: 'What to do with this row', entries: menu }}
          onClick={handleClick}
          onKey={handleKey}
          onContextMenu={(row, { target }) => {
            const isHead = (target as HTMLElement).closest('[role="columnheader"]') !== null
            pointed.current = isHead ? 'head' : row
          }}
          head={
            <TrafficHeader
              list={shownList}
              layout={layout}
              onChange={props.onList}
              onDrag={setDragged}
            />
          }
          columns={cells}
          shape={SHAPE}
          factsOf={(row, index) => {
            const fold = foldOf(row)
            return {
              columns,
              hasOriginWord,
              serverName: props.nameOf(row.serverId),
              time: timeText(list.time, row.time, {
                previous: rowIn(view, index - 1)?.time,
                selected: selected?.time
              }),
              highlights: props.highlights,
              isPaired: list.isPaired,
              fold,
              violations: violationsIn(row, list.isPaired, fold === 'closed')
            }
          }}
          isSelected={({ seq }) => selectedSeq !== undefined && seq === active}
          isActive={({ seq }) => seq === active}
        >
          {props.children}
          {!follow.isAtEnd && matched > 0 && (
            <NewerRows
              scroller={grid}
              unseenBelow={rows.unseenBelow}
              isOver={!props.isLive}
              shortcut="f"
              onClick={follow.goToEnd}
            />
          )}
        </RecordTable>
      </div>
      {props.footer}
    </div>
  )
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
