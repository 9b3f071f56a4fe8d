import { useDeferredValue } from 'react'
import { Panel } from 'react-resizable-panels'
import type { ServerSummary } from '../../../shared/servers/server-config'
import { changeLogView, useLogView, type LogView } from '../../stores/records/log-view'
import { useTraffic } from '../../stores/records/traffic'
import { selectFrame, useView } from '../../stores/window/view'
import { Button } from '../../ui/controls/Button'
import { EmptyState } from '../../ui/panes/EmptyState'
import { PanelEdge, Panels } from '../../ui/panes/Panels'
import { isLogLine } from '../logs/log-lines'
import { LogTable } from '../logs/LogTable'
import { LogToolbar } from '../logs/LogToolbar'
import { useLogLines } from '../logs/use-log-lines'
import { WholeLine } from '../logs/WholeLine'
import { useRow } from '../frame/use-row'
import styles from '../logs/logs.module.css'

/** What the server wrote to stderr and sent as log messages, newest at the bottom. */
export function LogsTab({ server }: { readonly server: ServerSummary }) {
  const view = useLogView(server.id)
  const search = useDeferredValue(view.search)
  const { all, lines } = useLogLines(server.id, { ...view, search })
  const selectedSeq = useView((state) => state.selectedSeq)
  const recording = useTraffic((state) => state.recording)
  const row = useRow(recording, view.isWhole ? selectedSeq : undefined)
  const selected = row && row.serverId === server.id && isLogLine(row) ? row : undefined
  const change = (changed: Partial<LogView>): void => changeLogView(server.id, changed)

  return (
    <section className={styles['logs']} aria-label="Logs">
      <LogToolbar server={server} view={view} all={all} lines={lines} onChange={change} />
      <div className="ui-fill">
        {lines.count?.matched === 0 ? (
          <NoLines server={server} hasLines={all > 0} view={view} onChange={change} />
        ) : (
          <Panels name="logs" orientation="vertical">
            <Panel id="lines" minSize={60}>
              <LogTable
                lines={lines}
                selectedSeq={selectedSeq}
                onSelect={selectFrame}
                onOpen={() => change({ isWhole: true })}
                onClose={() => change({ isWhole: false })}
              />
            </Panel>
            {selected && <PanelEdge label="Size of the message" />}
            {selected && (
              <Panel id="whole" defaultSize="45%" minSize={80}>
                <WholeLine
                  key={selected.seq}
                  line={selected}
                  onClose={() => change({ isWhole: false })}
                />
              </Panel>
            )}
          </Panels>
        )}
      </div>
    </section>
  )
}

type NoLinesProps = {
  readonly server: ServerSummary
  readonly hasLines: boolean
  readonly view: LogView
  readonly onChange: (change: Partial<LogView>) => void
}

function NoLines({ server, hasLines, view, onChange }: NoLinesProps) {
  if (!hasLines) {
    return (
      <EmptyState title="Nothing logged">
        {server.transport === 'stdio'
          ? `${server.name} has written nothing to stderr and sent no log message.`
          : `${server.name} has sent no log message.`}
      </EmptyState>
    )
  }
  const isFiltered = view.search !== '' || view.least !== 'debug' || !view.hasStderr
  if (!isFiltered) {
    return (
      <EmptyState
        title="Nothing since the view was cleared"
        action={<Button onClick={() => onChange({ after: 0 })}>Show earlier lines</Button>}
      />
    )
  }
  return (
    <EmptyState
      title="No line matches"
      action={
        <Button onClick={() => onChange({ search: '', least: 'debug', hasStderr: true })}>
          Show all lines
        </Button>
      }
    />
  )
}
