import { Import, Inbox, Plus, ScrollText, Settings } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import type { ServerSummary } from '../../../shared/servers/server-config'
import { useInbox } from '../../stores/calls/inbox'
import { useServers } from '../../stores/servers/servers'
import { showPage, useView, type Page } from '../../stores/window/view'
import { Button } from '../../ui/controls/Button'
import { IconButton } from '../../ui/controls/IconButton'
import { OutsideChanges } from './OutsideChanges'
import { FileFaults } from './FileFaults'
import { focusServerFilter, ServerFilter } from './ServerFilter'
import { groupServers, type ServerGroup } from './group-servers'
import { GroupHeader } from './GroupHeader'
import { ProjectRow } from './ProjectRow'
import { focusRow, moveAmongRows, noteFocus } from '../server/server-rows'
import { addServer } from '../server/server-actions'
import { ServerRow } from './ServerRow'
import styles from './servers.module.css'

const PAGES: readonly { page: Page; title: string; icon: typeof Inbox }[] = [
  { page: 'inbox', title: 'Inbox', icon: Inbox },
  { page: 'audit', title: 'Audit', icon: ScrollText },
  { page: 'settings', title: 'Settings', icon: Settings }
]

export function ServersPane() {
  return (
    <nav className={styles['pane']} aria-label="Servers" data-window-pane="servers">
      <h2 className="ui-unseen">Servers</h2>
      <ServerList />
      <ul className={styles['pages']}>
        {PAGES.map(({ page, title, icon: Icon }) => (
          <li key={page}>
            <PageLink page={page}>
              <Icon aria-hidden="true" className={styles['icon']} />
              {title}
              {page === 'inbox' && <Waiting />}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Waiting() {
  const waiting = useInbox((state) => state.items.length)
  return waiting > 0 && <span className={styles['meta']}>{waiting} waiting</span>
}

function ServerList() {
  const { servers, config } = useServers()
  const [filter, setFilter] = useState('')
  const [focusedId, setFocusedId] = useState<ServerId>()
  const selectedId = useView(({ serverId }) => serverId)
  const groups = groupServers(servers, config, filter)
  const shownIds = groups.flatMap((group) => group.servers.map(({ id }) => id))
  const tabStop = [focusedId, selectedId, shownIds[0]].find(
    (id) => id !== undefined && shownIds.includes(id)
  )
  const keepFocus = useKeptFocus(servers)
  const projectAt = groups.findIndex(({ scope }) => scope === 'user')

  return (
    <>
      <div className={styles['top']}>
        <ServerFilter value={filter} onChange={setFilter} />
        <IconButton label="Add server" onClick={() => addServer()}>
          <Plus aria-hidden="true" size={15} />
        </IconButton>
        <IconButton label="Import servers" onClick={() => showPage('import')}>
          <Import aria-hidden="true" size={15} />
        </IconButton>
      </div>
      <div className={styles['alerts']}>
        <FileFaults />
        <OutsideChanges />
      </div>
      <div
        className={styles['groups']}
        onKeyDown={handleListKey}
        onFocus={({ target }) => {
          const row = target.dataset['serverRow']
          if (row !== undefined) setFocusedId(row as ServerId)
          keepFocus(row as ServerId | undefined)
          noteFocus(row as ServerId | undefined)
        }}
        onBlur={() => keepFocus(undefined)}
      >
        {groups.map((group, index) => (
          <div key={group.scope}>
            {index === projectAt && filter === '' && <ProjectRow />}
            <Group group={group} isFiltered={filter !== ''} tabStop={tabStop} />
          </div>
        ))}
        {shownIds.length === 0 && filter !== '' && (
          <p className={styles['none']} role="status">
            No server matches.
          </p>
        )}
      </div>
    </>
  )
}

/** A row that moves in the list is taken out and put back, and would lose the cursor by it. */
function useKeptFocus(servers: readonly ServerSummary[]): (id: ServerId | undefined) => void {
  const focused = useRef<ServerId>(undefined)
  useLayoutEffect(() => {
    if (focused.current !== undefined && document.activeElement === document.body) {
      focusRow(focused.current)
    }
  }, [servers])
  return (id) => {
    focused.current = id
  }
}

function handleListKey(event: KeyboardEvent<HTMLElement>): void {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
  const isRow = (event.target as HTMLElement).dataset['serverRow'] !== undefined
  if (!isRow || hasModifier) return
  if (event.key === '/') focusServerFilter()
  // The field has the cursor before the letter is typed, so that the letter lands in it.
  else if (event.key.length === 1 && event.key !== ' ') return focusServerFilter()
  else if (!moveAmongRows(event.key, document.activeElement)) return
  event.preventDefault()
}

type GroupProps = {
  readonly group: ServerGroup
  readonly isFiltered: boolean
  readonly tabStop: ServerId | undefined
}

function Group({ group, isFiltered, tabStop }: GroupProps) {
  const { scope, title, servers, total, isFaulty } = group
  if (isFiltered && servers.length === 0) return null
  return (
    <section aria-label={title}>
      <GroupHeader group={group} />
      {total === 0 && !isFaulty && <Empty scope={scope} />}
      <ul>
        {servers.map((server) => (
          <li key={server.id}>
            <ServerRow server={server} isTabStop={server.id === tabStop} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Empty({ scope }: { readonly scope: ServerGroup['scope'] }) {
  if (scope !== 'user') {
    return <p className={styles['none']}>This project has no servers of its own yet.</p>
  }
  return (
    <div className={styles['none']}>
      <p>You have no servers of your own yet.</p>
      <div className={styles['emptyButtons']}>
        <Button onClick={() => addServer()}>Add</Button>
        <Button onClick={() => showPage('import')}>Import</Button>
      </div>
    </div>
  )
}

function PageLink({ page, children }: { readonly page: Page; readonly children: ReactNode }) {
  const isCurrent = useView((state) => state.page === page)
  return (
    <button
      type="button"
      className={styles['server']}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => showPage(page)}
    >
      {children}
    </button>
  )
}
