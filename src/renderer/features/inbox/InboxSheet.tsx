import { ChevronLeft, ChevronRight, EllipsisVertical, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { InboxItem, InboxSummary, LeftItem, Leaving } from '../../../shared/question/inbox'
import { SHEET_RECORDS } from '../../../shared/question/sheet-records'
import { visibleText } from '../../../shared/text/visible-text'
import { request } from '../../bridge/bridge'
import { openSheet, selectBeside, shownItem, useInbox } from '../../stores/calls/inbox'
import { tell } from '../../stores/window/notices'
import { useServerName, useServers } from '../../stores/servers/servers'
import { useView } from '../../stores/window/view'
import { IconButton } from '../../ui/controls/IconButton'
import { MenuButton, type MenuEntry } from '../../ui/controls/Menu'
import { PaneBoundary } from '../../ui/panes/PaneBoundary'
import { denyAll, pauseServer } from './item/inbox-actions'
import { becameOf } from './item/inbox-words'
import { ItemView } from './ItemView'
import { useSheetFocus } from './item/sheet-focus'
import styles from './item/inbox.module.css'

/** Slides in when something is asked. It takes the focus from nobody. */
export function InboxSheet() {
  const isOpen = useInbox((state) => state.isOpen)
  const item = useInbox((state) => shownItem(state).item)
  useTakenBack(isOpen ? item?.id : undefined)
  return (
    <>
      <p className="ui-unseen" role="status">
        {item && <Announcement item={item} />}
      </p>
      {isOpen && item && <Sheet item={item} />}
    </>
  )
}

/** What goes away while somebody looks at it is not gone without a word. */
function useTakenBack(id: number | undefined): void {
  const recent = useInbox((state) => state.recent)
  const shown = useRef(id)
  useEffect(() => {
    const left = recent.find((one) => one.id === shown.current)
    shown.current = id
    if (!left || !UNASKED.has(left.leaving) || isOwnCall(left)) return
    const name = useServers.getState().names[left.serverId] ?? 'a server'
    const title = visibleText(left.title.slice(0, TITLE_CHARS))
    tell(`What ${visibleText(name)} asked is gone (${title}): ${becameOf(left)}.`)
  }, [id, recent])
}

/** Of a call of their own the person is told where they made it. */
function isOwnCall({ kind, leaving }: LeftItem): boolean {
  return kind === 'approval' || (kind === 'scopes' && leaving === 'cancelled')
}

const TITLE_CHARS = 60
const UNASKED: ReadonlySet<Leaving> = new Set(['cancelled', 'closed', 'expired', 'completed'])

/** For whoever does not see the sheet come. */
function Announcement({ item }: { readonly item: InboxSummary }) {
  const name = useServerName(item.serverId)
  const [before, after] = SHEET_RECORDS[item.kind].around
  return `${before}${visibleText(name)}${after}. It is in the inbox, Control I.`
}

function Sheet({ item }: { readonly item: InboxSummary }) {
  const sheet = useSheetFocus(item.id)
  const isBeside = useView(({ page }) => page === 'inbox')
  const whole = useWholeItem(item.id)

  function handleKey(event: KeyboardEvent): void {
    if (event.defaultPrevented) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      openSheet(false)
    } else if ((event.target as HTMLElement).matches('[data-sheet], [role=region]')) {
      // Where nothing else has the arrows for itself.
      if (event.key === 'ArrowLeft') selectBeside(item.id, -1)
      if (event.key === 'ArrowRight') selectBeside(item.id, 1)
    }
  }

  return (
    <aside
      ref={sheet}
      className={styles['sheet']}
      aria-label="Inbox"
      data-sheet=""
      data-window-pane="inbox"
      data-beside={isBeside}
      tabIndex={-1}
      onKeyDown={handleKey}
    >
      <SheetHeader item={item} />
      {whole ? (
        <PaneBoundary key={whole.id} name="this question">
          <ItemView item={{ ...whole, repeats: item.repeats }} ask={whole.ask} />
        </PaneBoundary>
      ) : (
        <div className={styles['item']} />
      )}
    </aside>
  )
}

function SheetHeader({ item }: { readonly item: InboxSummary }) {
  const items = useInbox((state) => state.items)
  const index = items.indexOf(item)
  const name = useServerName(item.serverId)
  const isPaused = useInbox(({ paused }) => paused.includes(item.serverId))

  function entries(): readonly MenuEntry[] {
    return [
      { label: `Deny all from ${visibleText(name)}`, onSelect: () => denyAll(item.serverId) },
      {
        label: isPaused ? `Go on with ${visibleText(name)}` : `Pause ${visibleText(name)}`,
        onSelect: () => pauseServer(item.serverId, !isPaused)
      }
    ]
  }

  return (
    <header className={styles['sheetHeader']}>
      <h2>
        Inbox{' '}
        <span className={styles['hint']}>
          {index + 1} of {items.length}
        </span>
      </h2>
      <IconButton
        label="Previous"
        shortcut="←"
        disabled={index <= 0}
        onClick={() => selectBeside(item.id, -1)}
      >
        <ChevronLeft aria-hidden="true" size={15} />
      </IconButton>
      <IconButton
        label="Next"
        shortcut="→"
        disabled={index >= items.length - 1}
        onClick={() => selectBeside(item.id, 1)}
      >
        <ChevronRight aria-hidden="true" size={15} />
      </IconButton>
      <MenuButton label="More to do with this server" entries={entries}>
        <IconButton label="More to do with this server">
          <EllipsisVertical aria-hidden="true" size={15} />
        </IconButton>
      </MenuButton>
      <IconButton label="Decide later" shortcut="Esc" onClick={() => openSheet(false)}>
        <X aria-hidden="true" size={15} />
      </IconButton>
    </header>
  )
}

/** What is asked is fetched when it is looked at: it may be long. */
function useWholeItem(id: number): InboxItem | undefined {
  const [whole, setWhole] = useState<InboxItem>()
  useEffect(() => {
    let isGone = false
    request('inbox.item', { id }).then(
      (item) => !isGone && setWhole(item),
      // It has left the inbox meanwhile, and the next event says so.
      () => undefined
    )
    return () => {
      isGone = true
    }
  }, [id])
  return whole?.id === id ? whole : undefined
}
