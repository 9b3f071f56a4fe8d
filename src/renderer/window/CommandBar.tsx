import { Inbox, Moon, Search, Sun } from 'lucide-react'
import { focusSheet } from '../features/inbox/item/sheet-focus'
import { useInbox } from '../stores/calls/inbox'
import { changePreferences } from '../stores/window/preferences'
import { useServers } from '../stores/servers/servers'
import { openPalette, showPage, useView } from '../stores/window/view'
import { IconButton } from '../ui/controls/IconButton'
import { ServerText } from '../ui/text/ServerText'
import { useIsDark } from '../styles/use-is-dark'
import styles from './app.module.css'

export function CommandBar() {
  const isDark = useIsDark()
  return (
    <header className={styles['commandBar']}>
      <Breadcrumb />
      <button type="button" className={styles['search']} onClick={() => openPalette(true)}>
        <Search aria-hidden="true" size={13} />
        Go to anything
        <kbd>Ctrl K</kbd>
      </button>
      <div className={styles['commandButtons']}>
        <InboxButton />
        <IconButton
          label={isDark ? 'Light theme' : 'Dark theme'}
          onClick={() => changePreferences({ theme: isDark ? 'light' : 'dark' })}
        >
          {isDark ? <Sun aria-hidden="true" size={15} /> : <Moon aria-hidden="true" size={15} />}
        </IconButton>
      </div>
    </header>
  )
}

/** With the number of what waits; leads there, or to the page where it would be. */
function InboxButton() {
  const waiting = useInbox((state) => state.items.length)
  return (
    <IconButton
      label={waiting === 0 ? 'Inbox' : `Inbox, ${waiting} waiting`}
      shortcut="Ctrl I"
      data-waiting={waiting > 0}
      onClick={() => focusSheet() || showPage('inbox')}
    >
      <Inbox aria-hidden="true" size={15} />
      {waiting > 0 && (
        <span className={styles['inboxCount']} aria-hidden="true">
          {waiting}
        </span>
      )}
    </IconButton>
  )
}

const PAGE_TITLES = {
  inbox: 'Inbox',
  audit: 'Audit',
  settings: 'Settings',
  editor: 'Server definition',
  import: 'Import servers',
  authorization: 'Authorization'
} as const

function Breadcrumb() {
  const { page, serverId, places, editing } = useView()
  const name = useServers(({ names }) => serverId && names[serverId])
  const edited = useServers(({ names }) => editing?.serverId && names[editing.serverId])
  const place = serverId === undefined ? undefined : places[serverId]
  const parts =
    page === 'workspace'
      ? [name, place?.tab === undefined || place.tab === 'tools' ? place?.tool : place.tab]
      : [PAGE_TITLES[page], ...(page === 'editor' ? [edited] : [])]
  return (
    <ol className={styles['breadcrumb']} aria-label="You are here">
      {parts
        .filter((part) => part !== undefined)
        .map((part, index) => (
          <li key={index}>
            <ServerText>{part}</ServerText>
          </li>
        ))}
    </ol>
  )
}
