import { useState } from 'react'
import { SERVER_POLICIES, type PolicyRecord } from '../../../shared/inbox'
import { visibleText } from '../../../shared/visible-text'
import { usePolicies } from '../../stores/policies'
import { count } from '../../ui/format'
import { ServerText } from '../../ui/ServerText'
import { Skeleton } from '../../ui/Skeleton'
import controls from '../../ui/controls.module.css'
import { setPolicy } from './inbox-actions'
import { POLICY_WORDS, UNSET_WORDS } from './inbox-words'
import { PolicySelect } from './PolicySelect'
import styles from './inbox-page.module.css'

/** Fewer are seen at a glance. */
const FILTERED_FROM = 6

/** What the person has set about calls: of a tool, or of all tools of a server. */
export function PoliciesTable() {
  const records = usePolicies((state) => state.records)
  const [filter, setFilter] = useState('')
  if (!records) return <Skeleton rows={2} />
  if (records.length === 0) {
    return (
      <p className={styles['none']}>
        Nothing is set. Options of a tool say what happens before it is called; for all tools of a
        server, it is under Info.
      </p>
    )
  }
  const isFiltered = records.length >= FILTERED_FROM
  const shown = isFiltered ? matching(records, filter) : records
  return (
    <>
      {isFiltered && (
        <div className={styles['bar']}>
          <input
            type="search"
            className={controls['input']}
            aria-label="Filter what is set"
            placeholder={`Filter ${count(records.length, 'policy', 'policies')}`}
            value={filter}
            spellCheck={false}
            onChange={(event) => setFilter(event.target.value)}
          />
        </div>
      )}
      {shown.length === 0 && <p className={styles['none']}>No policy matches the filter.</p>}
      <ul>
        {shown.map((record) => (
          <PolicyRow key={`${record.serverId} ${record.tool ?? ''}`} record={record} />
        ))}
      </ul>
    </>
  )
}

function PolicyRow({ record }: { readonly record: PolicyRecord }) {
  const { serverId, serverName, tool, policy, isOver } = record
  const what = tool === undefined ? 'every other tool' : visibleText(tool)
  return (
    <li className={styles['row']}>
      <span className={styles['what']}>
        <span>
          <ServerText>{serverName}</ServerText> ›{' '}
          {tool === undefined ? (
            'every tool without one of its own'
          ) : (
            <strong>
              <ServerText>{tool}</ServerText>
            </strong>
          )}
        </span>
        {isOver && (
          <span className={styles['over']}>
            It holds no longer: the tool or its server is not what it was.
          </span>
        )}
      </span>
      <PolicySelect
        aria-label={`Before a call of ${what} of ${visibleText(serverName)}`}
        value={policy}
        policies={tool === undefined ? SERVER_POLICIES : undefined}
        unset={tool === undefined ? UNSET_WORDS.server : UNSET_WORDS.tool}
        onChange={(next) => setPolicy(serverId, tool, next)}
      />
    </li>
  )
}

function matching(records: readonly PolicyRecord[], filter: string): readonly PolicyRecord[] {
  const wanted = filter.trim().toLowerCase()
  const textOf = ({ serverName, tool = '', policy }: PolicyRecord): string =>
    `${serverName} ${tool} ${POLICY_WORDS[policy]}`.toLowerCase()
  return records.filter((record) => textOf(record).includes(wanted))
}
