import {
  EyeOff,
  PanelBottom,
  PanelRight,
  Pause,
  Play,
  SlidersHorizontal,
  Undo2,
  X
} from 'lucide-react'
import type { RefObject } from 'react'
import type { TrafficList } from '../../../shared/ipc/preferences'
import { FRAMES } from '../../../shared/query/frames'
import type { Query } from '../../../shared/query/terms'
import type { KnownNames } from '../../../shared/query/vocabulary'
import type { ViewCount } from '../../../shared/traffic/traffic-row'
import { FilterBox } from '../../records/filter/FilterBox'
import { changePreferences } from '../../stores/window/preferences'
import { changeTraffic, useTrafficState } from '../../stores/records/traffic-view'
import { IconButton } from '../../ui/controls/IconButton'
import { MenuButton, type MenuEntry } from '../../ui/controls/Menu'
import { Segments } from '../../ui/controls/Segments'
import type { TrafficView } from '../../records/traffic-list'
import { TrafficPages } from '../timeline/TrafficPages'
import { describeCount } from './count-words'
import { toggleDock, togglePause } from '../../stores/records/dock'
import { RecordingsMenu } from './RecordingsMenu'
import { SavedFilters } from './SavedFilters'
import { ExportMenu } from './ExportMenu'
import { columnsMenu, timeMenu } from './list/TrafficHeader'
import styles from './traffic.module.css'

const WHOSE = [
  { value: 'all', label: 'All' },
  { value: 'one', label: 'This server' }
] as const

type Props = {
  readonly field: RefObject<HTMLInputElement | null>
  readonly isBottom: boolean
  readonly recording: number | undefined
  readonly list: TrafficList
  /** What the filter is understood as. */
  readonly parsed: Query
  /** The list that is shown. */
  readonly view: TrafficView
  readonly isFiltered: boolean
  readonly names: () => KnownNames
  readonly onList: (list: TrafficList) => void
  /** On to the list. */
  readonly onLeave: () => void
}

export function TrafficToolbar(props: Props) {
  const { field, isBottom, list, view, onList } = props
  const { page, query, whose, after, recording: earlier } = useTrafficState()
  const side = isBottom ? 'top' : 'bottom'
  return (
    <div className={styles['toolbar']}>
      <h2 className={styles['title']}>Traffic</h2>
      <TrafficPages />
      {page !== 'metrics' && (
        <div className={styles['filter']}>
          <FilterBox
            field={field}
            label="Filter traffic"
            shortcut="/"
            placeholder="Filter: method:tools/* is:error …"
            query={query}
            parsed={props.parsed}
            vocabulary={FRAMES}
            side={side}
            names={props.names}
            more={(apply) => (
              <SavedFilters
                query={query}
                isValid={props.parsed.errors.length === 0}
                side={side}
                onApply={apply}
              />
            )}
            onQuery={(text) => changeTraffic({ query: text })}
            onLeave={props.onLeave}
          />
        </div>
      )}
      <div className={styles['whose']}>
        <Segments
          label="Whose traffic"
          value={whose}
          options={WHOSE}
          onChange={(chosen) => changeTraffic({ whose: chosen })}
        />
      </div>
      <BackgroundChip list={list} count={view.count?.background ?? 0} onList={onList} />
      <span className={styles['count']} aria-label="Count" role="group">
        {page !== 'metrics' && <Count view={view} isFiltered={props.isFiltered} />}
      </span>
      <div className={styles['buttons']}>
        {page === 'list' && (
          <MenuButton label="How rows are shown" entries={() => viewMenu(list, onList)}>
            <IconButton label="How rows are shown">
              <SlidersHorizontal aria-hidden="true" size={14} />
            </IconButton>
          </MenuButton>
        )}
        <ExportMenu recording={props.recording} viewId={view.viewId} />
        <RecordingsMenu recording={props.recording} side={side} onLeave={props.onLeave} />
        {earlier === undefined && <PauseButton />}
        {page !== 'metrics' && <HideButton after={after} counted={view.count} />}
        <IconButton
          label={isBottom ? 'Move to the right' : 'Move to the bottom'}
          onClick={() => changePreferences({ dock: isBottom ? 'right' : 'bottom' })}
        >
          {isBottom ? (
            <PanelRight aria-hidden="true" size={14} />
          ) : (
            <PanelBottom aria-hidden="true" size={14} />
          )}
        </IconButton>
        <IconButton label="Hide traffic" shortcut="Ctrl J" onClick={toggleDock}>
          <X aria-hidden="true" size={14} />
        </IconButton>
      </div>
    </div>
  )
}

function Count({ view, isFiltered }: Pick<Props, 'view' | 'isFiltered'>) {
  const { count, isBefore, spec } = view
  if (!count) return null
  const hidden = spec?.hidesBackground === true ? count.background : 0
  return (
    <>
      {describeCount({ ...count, hidden }, isFiltered)}
      {(isBefore || !count.isComplete) && <span className="ui-late">, looking…</span>}
    </>
  )
}

type ChipProps = Pick<Props, 'list' | 'onList'> & { readonly count: number }

/** Counts the rows of automatic traffic, and shows or hides them. */
function BackgroundChip({ list, count, onList }: ChipProps) {
  const isShown = !list.hidesBackground
  if (count === 0) return null
  return (
    <button
      type="button"
      className={styles['chip']}
      aria-pressed={isShown}
      title={`${isShown ? 'Hide' : 'Show'} automatic pings, probes and polls`}
      onClick={() => onList({ ...list, hidesBackground: isShown })}
    >
      {count.toLocaleString('en-GB')} background
    </button>
  )
}

function viewMenu(list: TrafficList, onList: (list: TrafficList) => void): readonly MenuEntry[] {
  const { isPaired, isFolded, hidesBackground } = list
  return [
    {
      label: 'Pairs as one row',
      isChecked: isPaired,
      onSelect: () => onList({ ...list, isPaired: !isPaired })
    },
    {
      label: 'Fold progress and logs under their call',
      isChecked: isFolded,
      onSelect: () => onList({ ...list, isFolded: !isFolded })
    },
    {
      label: 'Hide pings, probes and polls',
      isChecked: hidesBackground,
      onSelect: () => onList({ ...list, hidesBackground: !hidesBackground })
    },
    'line',
    { label: 'Time', entries: timeMenu(list, onList) },
    { label: 'Columns', entries: columnsMenu(list, onList) }
  ]
}

function PauseButton() {
  const isPaused = useTrafficState((state) => state.pausedAt !== undefined)
  return (
    <IconButton
      label={isPaused ? 'Go on' : 'Pause the view'}
      shortcut="Space"
      aria-pressed={isPaused}
      onClick={togglePause}
    >
      {isPaused ? <Play aria-hidden="true" size={14} /> : <Pause aria-hidden="true" size={14} />}
    </IconButton>
  )
}

type HideProps = { readonly after: number; readonly counted: ViewCount | undefined }

function HideButton({ after, counted }: HideProps) {
  if (after > 0) {
    return (
      <IconButton label="Show earlier rows again" onClick={() => changeTraffic({ after: 0 })}>
        <Undo2 aria-hidden="true" size={14} />
      </IconButton>
    )
  }
  return (
    <IconButton
      label="Hide the rows so far"
      disabled={(counted?.total ?? 0) === 0}
      onClick={() => changeTraffic({ after: counted?.lastSeq ?? 0 })}
    >
      <EyeOff aria-hidden="true" size={14} />
    </IconButton>
  )
}
