import { useEffect, useRef, useState } from 'react'
import type { Grant } from '../../../shared/question/inbox'
import { visibleText } from '../../../shared/text/visible-text'
import { useGrants } from '../../stores/calls/inbox'
import { serverOf, useServers } from '../../stores/servers/servers'
import { Button } from '../../ui/controls/Button'
import { exactly, when } from '../../ui/time/day'
import { count } from '../../ui/text/format'
import { ServerText } from '../../ui/text/ServerText'
import { Skeleton } from '../../ui/panes/Skeleton'
import { loadGrants, revokeGrants } from './item/inbox-actions'
import styles from './inbox-page.module.css'

/** What the person said yes to once and for some time. Taking it back is safe: the question comes again. */
export function GrantsTable() {
  const grants = useGrants((state) => state.grants)
  const nameOf = useServers((state) => state.nameOf)
  const [filter, setFilter] = useState('')
  const list = useRef<HTMLDivElement>(null)
  useEffect(loadGrants, [])

  /** The button that was pressed goes away with its grant, so the list takes the focus. */
  function handleRevoke(revoked: readonly Grant[]): void {
    list.current?.focus({ preventScroll: true })
    revokeGrants(revoked.map(({ id }) => id))
  }

  if (!grants) return <Skeleton rows={2} />
  if (grants.length === 0) {
    return (
      <p className={styles['none']}>
        Nothing. When you allow something of low or medium risk, you can have it remembered for up
        to 30 days.
      </p>
    )
  }
  const named = grants.map((grant) => ({ ...grant, serverName: nameOf(serverOf(grant)) }))
  const shown = matching(named, filter)
  return (
    <>
      <div className={styles['bar']}>
        <input
          type="search"
          className="ui-input"
          aria-label="Filter what is remembered"
          placeholder={`Filter ${count(grants.length, 'grant')}`}
          value={filter}
          spellCheck={false}
          onChange={(event) => setFilter(event.target.value)}
        />
        <Button disabled={shown.length === 0} onClick={() => handleRevoke(shown)}>
          {shown.length === grants.length ? 'Revoke all' : `Revoke these ${shown.length}`}
        </Button>
      </div>
      <div ref={list} tabIndex={-1} className={styles['list']}>
        {shown.length === 0 && <p className={styles['none']}>No grant matches the filter.</p>}
        <ul>
          {shown.map((grant) => (
            <li key={grant.id} className={styles['row']}>
              <span className={styles['what']}>
                <span>
                  <ServerText>{grant.serverName}</ServerText> may{' '}
                  <strong>
                    <ServerText>{grant.action}</ServerText>
                  </strong>
                </span>
                <code className={styles['hint']}>
                  <ServerText>{grant.details}</ServerText>
                </code>
                {grant.during.length > 0 && (
                  <span className={styles['hint']}>
                    while <ServerText>{grant.during.join(', ')}</ServerText>{' '}
                    {grant.during.length === 1 ? 'runs' : 'run'}
                  </span>
                )}
              </span>
              <time className={styles['hint']} title={exactly(grant.expiresAt)}>
                until {when(grant.expiresAt)}
              </time>
              <Button
                aria-label={`Revoke ${visibleText(grant.action)} of ${visibleText(grant.serverName)}`}
                onClick={() => handleRevoke([grant])}
              >
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

function matching(grants: readonly Grant[], filter: string): readonly Grant[] {
  const wanted = filter.trim().toLowerCase()
  return grants.filter(({ serverName, action, details, during }) =>
    `${serverName} ${action} ${details} ${during.join(' ')}`.toLowerCase().includes(wanted)
  )
}
