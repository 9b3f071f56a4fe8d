import { Tooltip } from 'radix-ui'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { Panel } from 'react-resizable-panels'
import { CommandBar } from './CommandBar'
import { DropZone } from './DropZone'
import { ExportDialog } from '../features/export/ExportDialog'
import { InboxPage } from '../features/inbox/InboxPage'
import { InboxSheet } from '../features/inbox/InboxSheet'
import { focusSheet } from '../features/inbox/item/sheet-focus'
import { Palette } from '../features/palette/Palette'
import { focusServerFilter } from '../features/server-list/ServerFilter'
import { RemoveDialog } from '../features/server-list/RemoveDialog'
import { ServersPane } from '../features/server-list/ServersPane'
import { toggleDock, useDock } from '../stores/records/dock'
import { CompareFrames } from '../features/traffic/detail/CompareFrames'
import { SendDialog } from '../features/traffic/send/SendDialog'
import { TrafficDock } from '../features/traffic/TrafficDock'
import { Workspace } from '../features/workspace/Workspace'
import { Notices } from './Notices'
import { StatusBar } from './StatusBar'
import { undoLast } from '../stores/window/notices'
import { openPalette, showPage, useView, type Page } from '../stores/window/view'
import { defaultHeight, defaultWidth } from '../ui/panes/default-size'
import { isWriting } from '../ui/attention/is-writing'
import { PaneBoundary } from '../ui/panes/PaneBoundary'
import { PanelEdge, Panels } from '../ui/panes/Panels'
import { focusNextPane, leaveHiddenPane, rememberFocus } from '../ui/attention/panes'
import styles from './app.module.css'

/** What nobody sees at the start is loaded when it is wanted. */
const PAGES: Readonly<Record<Page, ComponentType>> = {
  workspace: Workspace,
  inbox: InboxPage,
  audit: lazy(() =>
    import('../features/audit/AuditPage').then((page) => ({ default: page.AuditPage }))
  ),
  settings: lazy(() =>
    import('../features/settings/SettingsPage').then((page) => ({ default: page.SettingsPage }))
  ),
  editor: lazy(() =>
    import('../features/editor/EditorPage').then((page) => ({ default: page.EditorPage }))
  ),
  authorization: lazy(() =>
    import('../features/authorization/AuthorizationPage').then((page) => ({
      default: page.AuthorizationPage
    }))
  ),
  import: lazy(() =>
    import('../features/import/ImportPage').then((page) => ({ default: page.ImportPage }))
  )
}

export function App() {
  useShortcuts()
  const isPaletteOpen = useView((state) => state.isPaletteOpen)
  return (
    <Tooltip.Provider delayDuration={400} disableHoverableContent>
      <div className="ui-pane">
        <CommandBar />
        <div className={styles['middle']}>
          <main className={styles['work']}>
            <Panels name="window" orientation="horizontal">
              <Panel
                id="servers"
                defaultSize={defaultWidth(232, 176)}
                minSize={150}
                maxSize={420}
                groupResizeBehavior="preserve-pixel-size"
              >
                <PaneBoundary name="the servers">
                  <ServersPane />
                </PaneBoundary>
              </Panel>
              <PanelEdge label="Width of the list of servers" />
              <Panel id="centre">
                <Centre />
              </Panel>
            </Panels>
          </main>
          <InboxSheet />
        </div>
        <StatusBar />
        {isPaletteOpen && <Palette />}
        <ExportDialog />
        <SendDialog />
        <RemoveDialog />
        <CompareFrames />
        <Notices />
        <DropZone />
      </div>
    </Tooltip.Provider>
  )
}

function Centre() {
  const page = useView((state) => state.page)
  const { dock, place, isFolded } = useDock()
  const isHidden = dock === 'hidden' || isFolded
  useEffect(() => {
    if (isHidden) leaveHiddenPane('traffic')
  }, [isHidden])
  const CurrentPage = PAGES[page]
  const main = (
    <div className={styles['page']} data-window-pane="page">
      <PaneBoundary key={page} name="this page">
        <Suspense>
          <CurrentPage />
        </Suspense>
      </PaneBoundary>
    </div>
  )
  // Also while the traffic is hidden, because another tree would draw the page anew and lose the focus.
  return (
    <Panels
      key={place}
      name={`centre-${place}`}
      orientation={place === 'bottom' ? 'vertical' : 'horizontal'}
      isFolded={isHidden}
    >
      <Panel id="page" minSize={place === 'bottom' ? 160 : 360}>
        {main}
      </Panel>
      <PanelEdge label="Size of the traffic" />
      <Panel
        id="traffic"
        defaultSize={place === 'bottom' ? defaultHeight('36%', '26%') : '36%'}
        minSize={place === 'bottom' ? 96 : 280}
      >
        {dock !== 'hidden' && (
          <PaneBoundary name="the traffic">
            <TrafficDock />
          </PaneBoundary>
        )}
      </Panel>
    </Panels>
  )
}

/** What waits, or the page where it would. */
function showInbox(): void {
  if (!focusSheet()) showPage('inbox')
}

/** The menu has these too; here they work even where the menu is hidden. */
function useShortcuts(): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key === 'F6' && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault()
        return focusNextPane(event.shiftKey ? -1 : 1)
      }
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (event.key === 'k') openPalette(true)
      else if (event.key === 'j') toggleDock()
      else if (event.key === 'l') focusServerFilter()
      else if (event.key === 'i') showInbox()
      else if (event.key !== 'z' || isWriting(event.target) || !undoLast()) return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before an editor takes the key for the start of a chord of its own.
    addEventListener('keydown', handleKey, { capture: true })
    const forget = rememberFocus()
    return () => {
      removeEventListener('keydown', handleKey, { capture: true })
      forget()
    }
  }, [])
}
