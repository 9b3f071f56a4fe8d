import { ArrowUp } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Panel } from 'react-resizable-panels'
import type { AuditVerdict } from '../../../shared/traffic/audit'
import { request } from '../../bridge/bridge'
import { AUDIT, type AuditView } from '../../records/audit-list'
import { useRecordList } from '../../records/use-record-list'
import { changeAudit, useAudit } from '../../stores/records/audit'
import { notify } from '../../stores/window/notices'
import { Button } from '../../ui/controls/Button'
import { EmptyState } from '../../ui/panes/EmptyState'
import { PanelEdge, Panels } from '../../ui/panes/Panels'
import { Skeleton } from '../../ui/panes/Skeleton'
import { AuditBanners } from './AuditBanners'
import { AuditDetail } from './AuditDetail'
import { AuditTable } from './AuditTable'
import { AuditToolbar } from './AuditToolbar'
import styles from './audit.module.css'

export function AuditPage() {
  const grid = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const pane = useRef<HTMLElement>(null)
  const { query, isGrouped, selectedId, standing } = useAudit()
  const spec = useMemo(() => ({ query, isGrouped }), [query, isGrouped])
  const view = useRecordList(AUDIT, spec)
  useRetry(view, standing.revision)
  const [verdict, setVerdict] = useState<AuditVerdict>()
  const [isVerifying, setIsVerifying] = useState(false)

  function verify(): void {
    setVerdict(undefined)
    setIsVerifying(true)
    request('audit.verify')
      .then(setVerdict, notify)
      .finally(() => setIsVerifying(false))
  }

  function select(id: number | undefined): void {
    changeAudit({ selectedId: id })
    if (id === undefined) grid.current?.focus()
  }

  function showNewest(): void {
    grid.current?.scrollTo({ top: 0 })
    view.goOn()
    grid.current?.focus()
  }

  return (
    <div className="ui-pane">
      <AuditToolbar
        field={field}
        view={view}
        isVerifying={isVerifying}
        onVerify={verify}
        onLeave={() => grid.current?.focus()}
      />
      <AuditBanners
        verdict={verdict}
        onDismiss={() => setVerdict(undefined)}
        onShow={(id) => select(id)}
      />
      <div className="ui-fill">
        <Panels name="audit" orientation="horizontal">
          <Panel id="records" minSize={240}>
            <div className={styles['records']}>
              {(view.count?.matched ?? 0) > 0 ? (
                <AuditTable
                  grid={grid}
                  view={view}
                  isGrouped={isGrouped}
                  selectedId={selectedId}
                  onSelect={select}
                  onEnter={() => pane.current?.focus()}
                />
              ) : (
                <NoRecords view={view} />
              )}
              {view.isHeld === true && (
                <div className={styles['newest']}>
                  <Button onClick={showNewest}>
                    <ArrowUp aria-hidden="true" size={12} /> Newer records
                  </Button>
                </div>
              )}
            </div>
          </Panel>
          {selectedId !== undefined && (
            <>
              <PanelEdge label="Width of the record" />
              <Panel id="record" defaultSize="45%" minSize={240}>
                <AuditDetail
                  pane={pane}
                  id={selectedId}
                  revision={standing.revision}
                  onClose={() => select(undefined)}
                />
              </Panel>
            </>
          )}
        </Panels>
      </div>
    </div>
  )
}

/** What stands where records would be. */
function NoRecords({ view }: { readonly view: AuditView }) {
  const isOn = useAudit(({ standing }) => standing.isOn)
  const { count, failure } = view
  if (failure !== undefined) {
    return (
      <EmptyState
        title="The audit log cannot be read"
        action={<Button onClick={view.retry}>Try again</Button>}
      >
        {failure}
      </EmptyState>
    )
  }
  if (!count) return <Skeleton rows={8} />
  if (count.total > 0) {
    return (
      <EmptyState
        title="No record matches"
        action={
          <Button onClick={() => changeAudit({ query: { text: '' } })}>Show all records</Button>
        }
      >
        The audit log has {count.total} of them.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Nothing has been done yet">
      {isOn
        ? 'What you ask of a server is written down here before it is sent: calls, reads, prompts, raw frames. So is what you change in servers, trust and secrets.'
        : 'The audit log is off.'}
    </EmptyState>
  )
}

/** A log that could not be read may be readable once something about it has changed. */
function useRetry({ failure, retry }: AuditView, revision: number): void {
  const readAgain = useEffectEvent(() => {
    if (failure !== undefined) retry()
  })
  useEffect(() => readAgain(), [revision])
}
