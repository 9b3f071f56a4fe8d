import { useDeferredValue, useMemo } from 'react'
import { Panel } from 'react-resizable-panels'
import type { ServerSummary } from '../../../shared/server-config'
import { indexOfSeq, usePassing } from '../../growing-list'
import { changeLogView, useLogView, type LogView } from '../../stores/log-view'
import { selectFrame, useView } from '../../stores/view'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { PanelEdge, Panels } from '../../ui/Panels'
import { lineFilter } from '../logs/log-lines'
import { LogRows } from '../logs/LogRows'
import { LogToolbar } from '../logs/LogToolbar'
import { useLogLines } from '../logs/use-log-lines'
import { WholeLine } from '../logs/WholeLine'
import styles from '../logs/logs.module.css'

/** What the server wrote to stderr and sent as log messages, newest at the bottom. */
export function LogsTab({ server }: { readonly server: ServerSummary }) {
  const lines = useLogLines(server.id)
  const view = useLogView(server.id)
  const { least, hasStderr, after } = view
  const search = useDeferredValue(view.search)
  const passes = useMemo(
    () => lineFilter({ least, hasStderr, after, search }),
    [least, hasStderr, after, search]
  )
  const shown = usePassing(lines, passes)
  const selectedSeq = useView((state) => state.selectedSeq)
  const selected = view.isWhole ? shown[indexOfSeq(shown, selectedSeq)] : undefined
  const change = (changed: Partial<LogView>): void => changeLogView(server.id, changed)

  return (
    <section className={styles['logs']} aria-label="Logs">
      <LogToolbar server={server} view={view} lines={lines} shown={shown} onChange={change} />
      <div className={styles['body']}>
        {shown.length === 0 ? (
          <NoLines server={server} hasLines={lines.length > 0} view={view} onChange={change} />
        ) : (
          <Panels name="logs" orientation="vertical">
            <Panel id="lines" minSize={60}>
              <LogRows
                lines={shown}
                search={search}
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
