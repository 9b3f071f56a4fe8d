import { PanelBottom, PanelRight, Trash2, X } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { Panel } from 'react-resizable-panels'
import { request } from '../../bridge'
import { notify } from '../../stores/notices'
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
import { matchEntries } from './rows'
import { TrafficTable } from './TrafficTable'
import styles from './traffic.module.css'

const WHOSE = [
  { value: 'all', label: 'All' },
  { value: 'one', label: 'This server' }
] as const

export function TrafficDock() {
  const { entries, answers } = useTraffic()
  const selectedSeq = useView((state) => state.selectedSeq)
  const serverId = useView((state) => state.serverId)
  const dock = usePreferences((state) => state.dock)
  const [filter, setFilter] = useState('')
  const [whose, setWhose] = useState<'all' | 'one'>('all')
  const wanted = useDeferredValue(filter)
  const shown = useMemo(
    () => matchEntries(entries, whose === 'one' ? serverId : undefined, wanted),
    [entries, whose, serverId, wanted]
  )
  const selected = selectedSeq === undefined ? undefined : findEntry(entries, selectedSeq)

  return (
    <section className={styles['dock']} aria-label="Traffic">
      <div className={styles['toolbar']}>
        <h2 className={styles['title']}>Traffic</h2>
        <input
          type="search"
          className={`${controls['input']} ${styles['filter']}`}
          aria-label="Filter traffic"
          placeholder="Filter by method, tool or text"
          value={filter}
          spellCheck={false}
          onChange={(event) => setFilter(event.target.value)}
        />
        <Segments label="Whose traffic" value={whose} options={WHOSE} onChange={setWhose} />
        <span className={styles['spring']} />
        <span className={styles['count']}>
          {shown.length === entries.length
            ? count(entries.length, 'entry', 'entries')
            : `${shown.length} of ${count(entries.length, 'entry', 'entries')}`}
        </span>
        <IconButton
          label={dock === 'bottom' ? 'Move to the right' : 'Move to the bottom'}
          onClick={() => changePreferences({ dock: dock === 'bottom' ? 'right' : 'bottom' })}
        >
          {dock === 'bottom' ? (
            <PanelRight aria-hidden="true" size={14} />
          ) : (
            <PanelBottom aria-hidden="true" size={14} />
          )}
        </IconButton>
        <IconButton
          label="Clear"
          disabled={entries.length === 0}
          onClick={() => void request('traffic.clear').catch(notify)}
        >
          <Trash2 aria-hidden="true" size={14} />
        </IconButton>
        <IconButton label="Hide" shortcut="Ctrl J" onClick={toggleDock}>
          <X aria-hidden="true" size={14} />
        </IconButton>
      </div>
      <div className={styles['body']}>
        {entries.length === 0 ? (
          <EmptyState title="No traffic yet">
            Open a server: every frame, both ways, will be listed here as it passes.
          </EmptyState>
        ) : (
          <Panels
            key={selected ? 'with detail' : 'list'}
            name={`traffic-${dock}`}
            orientation={dock === 'bottom' ? 'horizontal' : 'vertical'}
          >
            <Panel id="list" minSize={dock === 'bottom' ? 280 : 120}>
              {shown.length === 0 ? (
                <EmptyState title="Nothing matches the filter" />
              ) : (
                <TrafficTable
                  entries={shown}
                  answers={answers}
                  selectedSeq={selectedSeq}
                  onSelect={selectFrame}
                />
              )}
            </Panel>
            {selected && (
              <>
                <PanelEdge label="Size of the frame" />
                <Panel id="detail" defaultSize="45%" minSize={dock === 'bottom' ? 240 : 100}>
                  <FrameDetail
                    entry={selected}
                    entries={entries}
                    answers={answers}
                    onClose={() => selectFrame(undefined)}
                  />
                </Panel>
              </>
            )}
          </Panels>
        )}
      </div>
    </section>
  )
}
