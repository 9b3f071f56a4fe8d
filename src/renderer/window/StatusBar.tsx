import { Problems } from '../features/problems/Problems'
import { showViolations, toggleDock, useDock } from '../stores/records/dock'
import { useAudit } from '../stores/records/audit'
import { useCalls } from '../stores/calls/calls'
import { applyUndo, useNotices } from '../stores/window/notices'
import { useServers } from '../stores/servers/servers'
import { useSessions } from '../stores/servers/sessions'
import { useTraffic } from '../stores/records/traffic'
import { showPage, useView } from '../stores/window/view'
import { count } from '../ui/text/format'
import { MenuButton, type MenuEntry } from '../ui/controls/Menu'
import styles from './app.module.css'

export function StatusBar() {
  const servers = useServers((state) => state.servers.length)
  const open = useSessions(
    ({ byServer }) => Object.values(byServer).filter(({ state }) => state.phase === 'ready').length
  )
  const running = useCalls(({ calls }) => calls.filter(({ outcome }) => !outcome).length)
  const entries = useTraffic((state) => state.lastSeq)
  const { dock, isFolded } = useDock()
  const version = useView((state) => state.app?.version)
  return (
    <footer className={styles['statusBar']}>
      <span>
        {open}/{count(servers, 'server')} open
      </span>
      {running > 0 && <span data-tone="busy">{count(running, 'call')} running</span>}
      <button
        type="button"
        aria-pressed={dock !== 'hidden' && !isFolded}
        onClick={toggleDock}
        title="Traffic (Ctrl J)"
      >
        {count(entries, 'entry', 'entries')}
      </button>
      <Violations />
      <Problems />
      <Undos />
      <span className="ui-spring" />
      <Audit />
      <span>Patchbay {version}</span>
    </footer>
  )
}

const LISTED_UNDOS = 20

/** What was removed can be put back until the app ends, also when its notice is gone. */
function Undos() {
  const undos = useNotices((state) => state.undos)
  if (undos.length === 0) return null
  const entries = (): readonly MenuEntry[] =>
    undos
      .toReversed()
      .slice(0, LISTED_UNDOS)
      .map((undo, index) => ({
        label: undo.what,
        ...(index === 0 && { shortcut: 'Ctrl Z' }),
        onSelect: () => void applyUndo(undo)
      }))
  return (
    <MenuButton label="What can be undone" entries={entries}>
      <button type="button" title="What can be undone (Ctrl Z for the last)">
        Undo ({undos.length})
      </button>
    </MenuButton>
  )
}

/** Whether what is done is written down, and leads to it. */
function Audit() {
  const { isOn, problem, notice } = useAudit(({ standing }) => standing)
  const isBad = isOn && problem !== undefined
  const word = isBad
    ? 'cannot be written'
    : notice === undefined
      ? isOn
        ? 'on'
        : 'off'
      : 'was damaged'
  return (
    <button
      type="button"
      data-tone={isBad || notice !== undefined ? 'bad' : undefined}
      title={(isBad ? problem : notice) ?? 'Audit log'}
      onClick={() => showPage('audit')}
    >
      audit {word}
    </button>
  )
}

/** Counts entries, of which one may break several rules, and leads to them. */
function Violations() {
  const violations = useTraffic((state) => state.violations)
  if (violations === 0) return <span>0 violations</span>
  return (
    <button type="button" data-tone="bad" title="Show them" onClick={showViolations}>
      {count(violations, 'entry', 'entries')} with violations
    </button>
  )
}
