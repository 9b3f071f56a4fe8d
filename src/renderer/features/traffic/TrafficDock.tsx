import { useCallback, useDeferredValue, useEffect, useMemo, useRef, type RefObject } from 'react'
import { Panel } from 'react-resizable-panels'
import type { TrafficList } from '../../../shared/ipc/preferences'
import { parseFrameFilter } from '../../../shared/query/frames'
import { highlightsOf } from '../../../shared/query/highlights'
import type { ViewSpec } from '../../../shared/traffic/traffic-row'
import { useKnownNames } from '../../records/filter/use-known-names'
import { changePreferences, usePreferences } from '../../stores/window/preferences'
import { useTraffic } from '../../stores/records/traffic'
import { toggleOpened, useTrafficState } from '../../stores/records/traffic-view'
import { selectFrame, useView } from '../../stores/window/view'
import { PanelEdge, Panels } from '../../ui/panes/Panels'
import { useIsNarrow } from '../../ui/panes/use-is-narrow'
import { useSize } from '../../ui/panes/use-size'
import { useTrafficView } from '../../records/traffic-list'
import { MetricsPane } from '../metrics/MetricsPane'
import { TimelinePane } from '../timeline/TimelinePane'
import { togglePause } from '../../stores/records/dock'
import { FrameDetail } from './FrameDetail'
import { NoRows } from './list/NoRows'
import { PauseBar } from './list/PauseBar'
import { RecordingBanner } from './RecordingBanner'
import { TrafficTable } from './list/TrafficTable'
import { TrafficToolbar } from './TrafficToolbar'
import { useServerNames } from './use-server-names'
import { useRecording } from './use-recordings'
import { useSelectedRow } from '../frame/use-row'
import { useViolationNews } from './use-violation-news'
import styles from './traffic.module.css'

export function TrafficDock() {
  const field = useRef<HTMLInputElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const detail = useRef<HTMLDivElement>(null)
  const section = useRef<HTMLElement>(null)
  const selectedSeq = useView((state) => state.selectedSeq)
  const currentId = useView((state) => state.serverId)
  const dock = usePreferences((state) => state.dock)
  const list = usePreferences((state) => state.trafficList)
  const live = useTraffic((state) => state.recording)
  const { page, recording: earlier, query, after, opened } = useTrafficState()
  const recording = earlier ?? live
  const isLive = earlier === undefined
  const summary = useRecording(earlier)
  const isImported = summary?.source === 'file'
  const isBottom = dock === 'bottom'
  const isNarrow = useIsNarrow()
  useRoomTaken(section, isBottom)

  const parsed = useMemo(() => parseFrameFilter(query), [query])
  const spec = useSpec(recording, list)
  const view = useTrafficView(spec, isLive ? 'end' : 'top')
  const shown = useMemo(() => parseFrameFilter(view.spec?.query ?? ''), [view.spec])
  const highlights = useMemo(() => highlightsOf(shown), [shown])
  const isFiltered = shown.terms.length > 0 || view.spec?.serverId !== undefined
  const { row: selected, shown: detailed } = useSelectedRow(recording, selectedSeq, view)
  const nameOf = useServerNames(earlier)
  const names = useKnownNames(recording, view.rows, nameOf)

  const focusList = useCallback(() => grid.current?.focus(), [])

  function handleSelect(seq: number | undefined): void {
    // Whoever was in the frame would otherwise be nowhere.
    if (seq === undefined && detail.current?.contains(document.activeElement) === true) focusList()
    selectFrame(seq)
  }

  return (
    <section
      ref={section}
      className={styles['dock']}
      aria-label="Traffic"
      data-window-pane="traffic"
    >
      <TrafficToolbar
        field={field}
        isBottom={isBottom}
        recording={recording}
        list={list}
        parsed={parsed}
        view={view}
        isFiltered={isFiltered}
        names={names}
        onList={changeList}
        onLeave={focusList}
      />
      {earlier !== undefined && <RecordingBanner shown={summary} />}
      <div className="ui-fill">
        {page === 'metrics' ? (
          <MetricsPane
            recording={earlier}
            serverId={spec?.serverId}
            currentId={currentId}
            isPaused={spec?.until !== undefined}
            isWide={isBottom}
            hidesBackground={list.hidesBackground}
            nameOf={nameOf}
            onPause={togglePause}
            footer={<PauseBar />}
          />
        ) : (
          <Panels name={`traffic-${dock}`} orientation={isBottom ? 'horizontal' : 'vertical'}>
            <Panel id="list" minSize={isBottom ? (isNarrow ? 200 : 280) : 120}>
              {page === 'timeline' ? (
                <TimelinePane
                  frame={grid}
                  view={view}
                  isLive={isLive}
                  nameOf={nameOf}
                  selectedSeq={selectedSeq}
                  onSelect={handleSelect}
                  onPause={togglePause}
                  footer={<PauseBar />}
                />
              ) : (
                <TrafficTable
                  key={recording}
                  grid={grid}
                  recording={recording ?? 0}
                  isLive={isLive}
                  isImported={isImported}
                  view={view}
                  list={list}
                  highlights={highlights}
                  opened={opened}
                  selectedSeq={selectedSeq}
                  selected={selected}
                  nameOf={nameOf}
                  onSelect={handleSelect}
                  onList={changeList}
                  onFold={toggleOpened}
                  onFilter={() => field.current?.select()}
                  onPause={togglePause}
                  onEnter={() => detail.current?.focus()}
                  footer={<PauseBar />}
                >
                  <NoRows
                    view={view}
                    isFiltered={isFiltered}
                    isHidden={after > 0}
                    isLive={isLive}
                    onShowBackground={() => changeList({ ...list, hidesBackground: false })}
                  />
                </TrafficTable>
              )}
            </Panel>
            {detailed && recording !== undefined && <PanelEdge label="Size of the frame" />}
            {detailed && recording !== undefined && (
              <Panel
                id="detail"
                defaultSize="45%"
                minSize={isBottom ? (isNarrow ? 200 : 240) : 100}
              >
                <div
                  ref={detail}
                  className={styles['detailFrame']}
                  role="group"
                  aria-label="Detail"
                  tabIndex={-1}
                  onKeyDown={(event) => {
                    if (event.key === 'Escape' && !event.defaultPrevented) handleSelect(undefined)
                  }}
                >
                  <FrameDetail
                    recording={recording}
                    row={detailed}
                    isImported={isImported}
                    onClose={() => handleSelect(undefined)}
                  />
                </div>
              </Panel>
            )}
          </Panels>
        )}
      </div>
      <News />
    </section>
  )
}

/** Says how much room the traffic takes, for what must not lie over it. */
function useRoomTaken(section: RefObject<HTMLElement | null>, isBottom: boolean): void {
  const { width, height } = useSize(section)
  useEffect(() => {
    const { style } = document.documentElement
    const name = isBottom ? '--dock-height' : '--dock-width'
    style.setProperty(name, `${isBottom ? height : width}px`)
    return () => void style.removeProperty(name)
  }, [isBottom, width, height])
}

function changeList(trafficList: TrafficList): void {
  changePreferences({ trafficList })
}

/** For whoever does not see it. */
function News() {
  const violations = useViolationNews()
  const isPaused = useTrafficState((state) => state.pausedAt !== undefined)
  return (
    <>
      <span className="ui-unseen" role="status">
        {violations}
      </span>
      <span className="ui-unseen" role="status">
        {isPaused ? 'The view is paused. Recording goes on.' : ''}
      </span>
    </>
  )
}

/** Nothing behind them is understood anyway. */
const SENT_CHARS = 10_000

/** What is wanted of a recording, as it stands in the toolbar. */
function useSpec(recording: number | undefined, list: TrafficList): ViewSpec | undefined {
  const { query, whose, after, pausedAt, opened } = useTrafficState()
  const serverId = useView((state) => state.serverId)
  const wanted = useDeferredValue(query)
  const ofServer = whose === 'one' ? serverId : undefined
  const { isPaired, isFolded, hidesBackground } = list
  return useMemo(() => {
    if (recording === undefined) return undefined
    return {
      recording,
      query: wanted.slice(0, SENT_CHARS),
      isPaired,
      isFolded,
      hidesBackground,
      ...(ofServer !== undefined && { serverId: ofServer }),
      ...(after > 0 && { after }),
      ...(pausedAt !== undefined && { until: pausedAt }),
      ...(isFolded && opened.length > 0 && { opened })
    }
  }, [recording, wanted, isPaired, isFolded, hidesBackground, ofServer, after, pausedAt, opened])
}
