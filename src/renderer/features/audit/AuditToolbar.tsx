import { ArrowDownUp, ListTree, ShieldCheck, X } from 'lucide-react'
import { useCallback, useMemo, type RefObject } from 'react'
import { AUDIT_STATUSES, type AuditForm, type AuditQuery } from '../../../shared/traffic/audit'
import { AUDIT_RECORDS, parseAuditFilter } from '../../../shared/query/audit-records'
import { request } from '../../bridge/bridge'
import type { AuditView } from '../../records/audit-list'
import { FilterBox } from '../../records/filter/FilterBox'
import { useKnownNames } from '../../records/filter/use-known-names'
import { changeAudit, useAudit } from '../../stores/records/audit'
import { notify, tell } from '../../stores/window/notices'
import { useServers } from '../../stores/servers/servers'
import { Button } from '../../ui/controls/Button'
import { count } from '../../ui/text/format'
import { IconButton } from '../../ui/controls/IconButton'
import { MenuButton } from '../../ui/controls/Menu'
import styles from './audit.module.css'

type Props = {
  readonly field: RefObject<HTMLInputElement | null>
  readonly view: AuditView
  readonly isVerifying: boolean
  readonly onVerify: () => void
  /** On to the list. */
  readonly onLeave: () => void
}

export function AuditToolbar({ field, view, isVerifying, onVerify, onLeave }: Props) {
  const { query, isGrouped } = useAudit()
  const { matched = 0, total = 0 } = view.count ?? {}
  const parsed = useMemo(() => parseAuditFilter(query.text), [query.text])
  const serverNames = useServers((state) => state.names)
  const nameOf = useCallback((serverId: string) => serverNames[serverId] ?? serverId, [serverNames])
  const names = useKnownNames('audit', view.rows, nameOf)
  return (
    <div className={styles['toolbar']}>
      <h1 className={styles['title']}>Audit</h1>
      <div className={styles['filter']}>
        <FilterBox
          field={field}
          label="Filter the audit log"
          placeholder="Filter: words, server:name, -word"
          query={query.text}
          parsed={parsed}
          vocabulary={AUDIT_RECORDS}
          side="bottom"
          names={names}
          onQuery={(text) => changeAudit({ query: { ...query, text } })}
          onLeave={onLeave}
        />
      </div>
      <select
        className={`ui-input ${styles['status']}`}
        aria-label="Status"
        value={query.status ?? ''}
        onChange={({ target }) => changeAudit({ query: withStatus(query, target.value) })}
      >
        <option value="">Any status</option>
        {AUDIT_STATUSES.map((status) => (
          <option key={status} value={status}>
            {status}
          </option>
        ))}
      </select>
      {query.sessionId !== undefined && (
        <Button
          aria-label="Show all sessions again"
          onClick={() => changeAudit({ query: { ...query, sessionId: undefined } })}
        >
          One session <X aria-hidden="true" size={12} />
        </Button>
      )}
      <span className={styles['count']} role="status">
        {view.count && (matched === total ? count(total, 'record') : `${matched} of ${total}`)}
      </span>
      <div className={styles['buttons']}>
        <IconButton
          label="Group by session"
          aria-pressed={isGrouped}
          onClick={() => changeAudit({ isGrouped: !isGrouped })}
        >
          <ListTree aria-hidden="true" size={14} />
        </IconButton>
        <MenuButton
          label="Export"
          entries={() => [
            { label: 'Export what is shown as CSV…', onSelect: () => exportAs(query, 'csv') },
            {
              label: 'Export what is shown as JSON Lines…',
              onSelect: () => exportAs(query, 'jsonl')
            }
          ]}
        >
          <IconButton label="Export">
            <ArrowDownUp aria-hidden="true" size={14} />
          </IconButton>
        </MenuButton>
        <Button disabled={isVerifying} onClick={onVerify}>
          <ShieldCheck aria-hidden="true" size={14} /> Verify
        </Button>
      </div>
    </div>
  )
}

function withStatus(query: AuditQuery, chosen: string): AuditQuery {
  return { ...query, status: AUDIT_STATUSES.find((status) => status === chosen) }
}

function exportAs(query: AuditQuery, form: AuditForm): void {
  request('audit.export', { query, form }).then((written) => {
    if (written) tell(`Wrote ${count(written.records, 'record')} to ${written.path}.`)
  }, notify)
}
