import { EyeOff, PanelBottom, PanelRight, Undo2, X } from 'lucide-react'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { Panel } from 'react-resizable-panels'
import { usePassing } from '../../growing-list'
import { changePreferences, usePreferences } from '../../stores/preferences'
import { findEntry, useTraffic } from '../../stores/traffic'
import { selectFrame, useView } from '../../stores/view'
import { EmptyState } from '../../ui/EmptyState'
import { count } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { PanelEdge, Panels } from '../../ui/Panels'
import { Segments } from '../../ui/Segments'
import controls from '../../ui/controls.module.css'
import { toggleDock } from './dock'
import { FrameDetail } from './FrameDetail'
import { entryFilter } from './rows'
import { TrafficTable } from './TrafficTable'
import styles from './traffic.module.css'

const WHOSE = [
  { value: 'all', label: 'All' },
  { value: 'one', label: 'This server' }
] as const

/** New rows may wait for what the person waits for: the result comes before its frames. */
export function TrafficDock() {
  return <Dock traffic={useDeferredValue(useTraffic())} />
}

type DockProps = { readonly traffic: ReturnType<typeof useTraffic.getState> }

const Dock = memo(function Dock({ traffic: { entries, endings } }: DockProps) {
  const selectedSeq = useView((state) => state.selectedSeq)
  const serverId = useView((state) => state.serverId)
  const dock = usePreferences((state) => state.dock)
  const [filter, setFilter] = useState('')
  const [whose, setWhose] = useState<'all' | 'one'>('all')
  /** Rows up to this one are hidden. They are still recorded, and one click away. */
  const [after, setAfter] = useState(0)
  const wanted = useDeferredValue(filter)
  const ofServer = whose === 'one' ? serverId : undefined
  const passes = useMemo(
    () =>
      entryFilter({
        filter: wanted,
        after,
        ...(ofServer !== undefined && { serverId: ofServer })
      }),
    [ofServer, wanted, after]
  )
  const shown = usePassing(entries, passes)
  const selected = selectedSeq === undefined ? undefined : findEntry(entries, selectedSeq)
  const isBottom = dock === 'bottom'

  return (
    <section className={styles['dock']} aria-label="Traffic">
      <div className={styles['toolbar']}>
        <h2 className={styles['title']}>Traffic</h2>
        <input
          type="search"
          className={`${controls['input']} ${styles['filter']}`}
          aria-label="Filter traffic"
          placeholder="Filter by method or tool"
          value={filter}
          spellCheck={false}
          onChange={(event) => setFilter(event.target.value)}
        />
        <div className={styles['whose']}>
          <Segments label="Whose traffic" value={whose} options={WHOSE} onChange={setWhose} />
        </div>
        <span className={styles['spring']} />
        <span className={styles['count']}>{describeCount(shown.length, entries)}</span>
        {after > 0 ? (
          <IconButton label="Show earlier rows again" onClick={() => setAfter(0)}>
            <Undo2 aria-hidden="true" size={14} />
          </IconButton>
        ) : (
          <IconButton
            label="Hide the rows so far"
            disabled={entries.length === 0}
            onClick={() => setAfter(entries.at(-1)?.seq ?? 0)}
          >
            <EyeOff aria-hidden="true" size={14} />
          </IconButton>
        )}
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
      <div className={styles['body']}>
        <Panels name={`traffic-${dock}`} orientation={isBottom ? 'horizontal' : 'vertical'}>
          <Panel id="list" minSize={isBottom ? 280 : 120}>
            {shown.length === 0 ? (
              <NoRows hasEntries={entries.length > 0} isHidden={after > 0} />
            ) : (
              <TrafficTable
                entries={shown}
                endings={endings}
                selectedSeq={selectedSeq}
                onSelect={selectFrame}
              />
            )}
          </Panel>
          {selected && <PanelEdge label="Size of the frame" />}
          {selected && (
            <Panel id="detail" defaultSize="45%" minSize={isBottom ? 240 : 100}>
              <FrameDetail
                entry={selected}
                entries={entries}
                endings={endings}
                onClose={() => selectFrame(undefined)}
              />
            </Panel>
          )}
        </Panels>
      </div>
    </section>
  )
})

function NoRows({
  hasEntries,
  isHidden
}: {
  readonly hasEntries: boolean
  readonly isHidden: boolean
}) {
  if (!hasEntries) {
    return (
      <EmptyState title="No traffic yet">
        Open a server: every frame, both ways, will be listed here as it passes.
      </EmptyState>
    )
  }
  if (isHidden) return <EmptyState title="Nothing since you hid the rows so far" />
  return <EmptyState title="Nothing matches the filter" />
}

/** The window holds the newest rows only; when older ones are not among them, it says so. */
function describeCount(shown: number, entries: readonly { readonly seq: number }[]): string {
  const held = entries.length
  const first = entries[0]?.seq ?? 1
  const all = first > 1 ? `newest ${held.toLocaleString('en-GB')} of ` : ''
  const total = count(first - 1 + held, 'entry', 'entries')
  return shown === held ? `${all}${total}` : `${shown.toLocaleString('en-GB')} of ${total}`
}
