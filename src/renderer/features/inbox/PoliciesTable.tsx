import { useRef, useState } from 'react'
import { SERVER_POLICIES, type Policy, type PolicyRecord } from '../../../shared/question/inbox'
import { visibleText } from '../../../shared/text/visible-text'
import { usePolicies } from '../../stores/calls/policies'
import { serverOf, useServers } from '../../stores/servers/servers'
import { Button } from '../../ui/controls/Button'
import { count } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { Skeleton } from '../../ui/panes/Skeleton'
import { forgetLoss, setPolicy } from './item/inbox-actions'
import { POLICY_WORDS, UNSET_WORDS } from './item/inbox-words'
import { PolicySelect } from './item/PolicySelect'
import styles from './inbox-page.module.css'

/** Fewer are seen at a glance. */
const FILTERED_FROM = 6

/** What the person has set about calls: of a tool, or of all tools of a server. */
export function PoliciesTable() {
  const { records, isLost = false } = usePolicies()
  const [filter, setFilter] = useState('')
  const list = useRef<HTMLDivElement>(null)
  if (!records) return <Skeleton rows={2} />
  if (records.length === 0) {
    return (
      <>
        {isLost && <LossNote />}
        <p className={styles['none']}>
          Nothing is set. Options of a tool say what happens before it is called; for all tools of a
          server, it is under Info.
        </p>
      </>
    )
  }

  /** What is chosen goes away with its row, so the list takes the focus. */
  function handleRemove(): void {
    list.current?.focus({ preventScroll: true })
  }

  const isFiltered = records.length >= FILTERED_FROM
  const shown = isFiltered ? matching(records, filter) : records
  return (
    <div ref={list} tabIndex={-1} className={styles['list']}>
      {isLost && <LossNote />}
      {isFiltered && (
        <div className={styles['bar']}>
          <input
            type="search"
            className="ui-input"
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
          <PolicyRow key={keyOf(record)} record={record} onRemove={handleRemove} />
        ))}
      </ul>
    </div>
  )
}

/** A tool may have any name, also that of none. */
function keyOf({ serverId, tool }: PolicyRecord): string {
  return tool === undefined ? serverId : `${serverId} ${tool}`
}

function LossNote() {
  return (
    <div className={styles['row']}>
      <p className={`${styles['what']} ${styles['over']}`}>
        What you had set before cannot be read any more. It may have been that something is denied,
        so you are asked about every call for which nothing is set here.
      </p>
      <Button onClick={forgetLoss}>Go by the risk again</Button>
    </div>
  )
}

type RowProps = { readonly record: PolicyRecord; readonly onRemove: () => void }

function PolicyRow({ record, onRemove }: RowProps) {
  const { serverId, tool, policy, isOver } = record
  const serverName = useServers(({ nameOf }) => nameOf(serverOf(record)))
  const what = tool === undefined ? 'every other tool' : visibleText(tool)

  function handleChange(next: Policy | undefined): void {
    if (next === undefined) onRemove()
    setPolicy(serverId, tool, next)
  }

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
            “{POLICY_WORDS[policy]}” holds no longer: the tool or its server is not what it was.
          </span>
        )}
      </span>
      {isOver && (
        <Button
          aria-label={`Forget what was set for ${what} of ${visibleText(serverName)}`}
          onClick={() => handleChange(undefined)}
        >
          Forget
        </Button>
      )}
      <PolicySelect
        aria-label={`Before a call of ${what} of ${visibleText(serverName)}`}
        value={isOver ? undefined : policy}
        policies={tool === undefined ? SERVER_POLICIES : undefined}
        unset={tool === undefined ? UNSET_WORDS.server : UNSET_WORDS.tool}
        onChange={handleChange}
      />
    </li>
  )
}

function matching(records: readonly PolicyRecord[], filter: string): readonly PolicyRecord[] {
  const wanted = filter.trim().toLowerCase()
  const { nameOf } = useServers.getState()
  const textOf = (record: PolicyRecord): string => {
    const { tool = '', policy } = record
    return `${nameOf(serverOf(record))} ${tool} ${POLICY_WORDS[policy]}`.toLowerCase()
  }
  return records.filter((record) => textOf(record).includes(wanted))
}
