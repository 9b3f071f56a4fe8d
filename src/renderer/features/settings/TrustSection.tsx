import { useEffect, useRef, useState } from 'react'
import type { TrustRecord } from '../../../shared/servers/configuration'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import { useServers } from '../../stores/servers/servers'
import { loadTrust, useTrust } from '../../stores/servers/trust'
import { exactly, when } from '../../ui/time/day'
import { Button } from '../../ui/controls/Button'
import { EmptyState } from '../../ui/panes/EmptyState'
import { count } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { Skeleton } from '../../ui/panes/Skeleton'
import { matchRecords } from './match-records'
import styles from './settings.module.css'

/** What the person said about which definition. Taking it back is safe: the question comes again. */
export function TrustSection() {
  const records = useTrust((state) => state.records)
  const servers = useServers((state) => state.servers)
  const [filter, setFilter] = useState('')
  const list = useRef<HTMLDivElement>(null)
  // Which of them are in use depends on the servers there are.
  useEffect(() => void loadTrust().catch(notify), [servers])

  /** The button that was pressed goes away with its record, so the list takes the focus. */
  function handleRevoke(revoked: readonly TrustRecord[]): void {
    list.current?.focus({ preventScroll: true })
    request('trust.revoke', { hashes: revoked.map(({ hash }) => hash) }).catch(notify)
  }

  if (!records) return <Skeleton rows={6} />
  if (records.length === 0) {
    return (
      <EmptyState title="Nothing has been decided yet">
        Before a server from a file starts for the first time, Patchbay shows what it would run and
        asks you. Your answers are listed here.
      </EmptyState>
    )
  }
  const shown = matchRecords(records, filter)
  const unused = records.filter(({ isUnused }) => isUnused)
  return (
    <>
      <p className={styles['about']}>
        You are asked again about what you revoke, before it next starts. A definition that changes
        is asked about again by itself.
      </p>
      <div className={styles['bar']}>
        <input
          type="search"
          className="ui-input"
          aria-label="Filter decisions"
          placeholder={`Filter ${count(records.length, 'decision')}`}
          value={filter}
          spellCheck={false}
          onChange={(event) => setFilter(event.target.value)}
        />
        <Button disabled={unused.length === 0} onClick={() => handleRevoke(unused)}>
          {unused.length === 0 ? 'Revoke unused' : `Revoke ${unused.length} unused`}
        </Button>
        <Button onClick={() => handleRevoke(records)}>Revoke all</Button>
      </div>
      <div ref={list} tabIndex={-1} className={styles['table']}>
        {shown.length === 0 && <p className={styles['about']}>No decision matches the filter.</p>}
        {shown.length > 0 && (
          <table aria-label="Decisions">
            <thead>
              <tr>
                <th scope="col">Decision</th>
                <th scope="col">Server</th>
                <th scope="col">What it runs or reaches</th>
                <th scope="col">
                  <span className="ui-unseen">Revoke</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((record) => (
                <DecisionRow key={record.hash} record={record} onRevoke={handleRevoke} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  )
}

type RowProps = {
  readonly record: TrustRecord
  readonly onRevoke: (records: readonly TrustRecord[]) => void
}

function DecisionRow({ record, onRevoke }: RowProps) {
  const { decision, name, what, source, time, isUnused } = record
  return (
    <tr>
      <td data-decision={decision} className={styles['word']}>
        <span aria-hidden="true">{decision === 'trusted' ? '✓' : '⊘'}</span> {decision}
      </td>
      <td className={styles['name']}>
        <ServerText>{name}</ServerText>{' '}
        {isUnused && (
          <span className="ui-badge" title="No server of this file has this definition any more.">
            unused
          </span>
        )}
      </td>
      <td className={styles['what']}>
        <code>
          <ServerText>{what}</ServerText>
        </code>
        <span className="ui-hint">
          {source} ·{' '}
          <time className={styles['when']} title={exactly(time)}>
            {when(time)}
          </time>
        </span>
      </td>
      <td>
        <Button
          aria-label={
            decision === 'trusted' ? `Revoke the trust in ${name}` : `Revoke the refusal of ${name}`
          }
          onClick={() => onRevoke([record])}
        >
          Revoke
        </Button>
      </td>
    </tr>
  )
}
