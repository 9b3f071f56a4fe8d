import { ArrowUp } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Panel } from 'react-resizable-panels'
import type { AuditVerdict } from '../../../shared/audit'
import { request } from '../../bridge'
import { changeAudit, useAudit } from '../../stores/audit'
import { notify } from '../../stores/notices'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { PanelEdge, Panels } from '../../ui/Panels'
import { Skeleton } from '../../ui/Skeleton'
import { AuditBanners } from './AuditBanners'
import { AuditDetail } from './AuditDetail'
import { AuditList, type Listed } from './audit-list'
import { AuditTable } from './AuditTable'
import { AuditToolbar } from './AuditToolbar'
import styles from './audit.module.css'

const NOTHING: Listed = { pages: new Map() }

export function AuditPage() {
  const grid = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const pane = useRef<HTMLElement>(null)
  const { selectedId, standing, isGrouped } = useAudit()
  const { listed, list } = useListed(() => (grid.current?.scrollTop ?? 0) < 1)
  const [verdict, setVerdict] = useState<AuditVerdict>()
  const [isVerifying, setIsVerifying] = useState(false)
  const want = useCallback((first: number, end: number) => list.want(first, end), [list])

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
    list.refresh('newest')
    grid.current?.focus()
  }

  const hasNewer = listed.count !== undefined && standing.newest > listed.count.until
  return (
    <div className={styles['page']}>
      <AuditToolbar
        field={field}
        listed={listed}
        isVerifying={isVerifying}
        onVerify={verify}
        onLeave={() => grid.current?.focus()}
      />
      <AuditBanners
        verdict={verdict}
        onDismiss={() => setVerdict(undefined)}
        onShow={(id) => select(id)}
      />
      <div className={styles['middle']}>
        <Panels name="audit" orientation="horizontal">
          <Panel id="records" minSize={240}>
            <div className={styles['records']}>
              {(listed.count?.matched ?? 0) > 0 ? (
                <AuditTable
                  grid={grid}
                  listed={listed}
                  isGrouped={isGrouped}
                  selectedId={selectedId}
                  onSelect={select}
                  onEnter={() => pane.current?.focus()}
                  onWant={want}
                />
              ) : (
                <NoRecords listed={listed} onRetry={() => list.refresh('newest')} />
              )}
              {hasNewer && (
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
function NoRecords({ listed, onRetry }: { readonly listed: Listed; readonly onRetry: () => void }) {
  const isOn = useAudit(({ standing }) => standing.isOn)
  const { count, failure } = listed
  if (failure !== undefined) {
    return (
      <EmptyState
        title="The audit log cannot be read"
        action={<Button onClick={onRetry}>Try again</Button>}
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

/** Follows the newest records while the first of them are looked at, and holds still otherwise. */
function useListed(isAtTop: () => boolean): { readonly listed: Listed; readonly list: AuditList } {
  const { query, isGrouped, standing } = useAudit()
  const [listed, setListed] = useState(NOTHING)
  const list = useMemo(() => new AuditList(query, isGrouped, setListed), [query, isGrouped])
  useEffect(() => {
    list.refresh('newest')
    return () => list.stop()
  }, [list])
  const isFirst = useRef(true)
  const readAgain = useEffectEvent(() => list.refresh(isAtTop() ? 'newest' : 'same'))
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else readAgain()
  }, [standing.revision])
  return { listed, list }
}
