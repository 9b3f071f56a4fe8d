import { Eraser, PanelBottom, Undo2 } from 'lucide-react'
import { LOG_LEVELS, type LogLevel } from '../../../shared/protocol/log-level'
import type { ServerSummary } from '../../../shared/servers/server-config'
import type { LogView } from '../../stores/records/log-view'
import { Checkbox } from '../../ui/controls/Checkbox'
import { CopyButton } from '../../ui/controls/CopyButton'
import { count } from '../../ui/text/format'
import { IconButton } from '../../ui/controls/IconButton'
import type { TrafficView } from '../../records/traffic-list'
import { linesText } from './log-text'
import { LevelControl } from './LevelControl'
import styles from './logs.module.css'

type Props = {
  readonly server: ServerSummary
  readonly view: LogView
  /** How many lines there are. */
  readonly all: number
  /** Those that are shown. */
  readonly lines: TrafficView
  readonly onChange: (change: Partial<LogView>) => void
}

/** What of the log is shown, what the server is asked to say, and what can be done with it. */
export function LogToolbar({ server, view, all, lines, onChange }: Props) {
  return (
    <div className={styles['toolbar']}>
      <input
        type="search"
        className={`ui-input ${styles['search']}`}
        aria-label="Search the log"
        placeholder="Search"
        value={view.search}
        spellCheck={false}
        onChange={(event) => onChange({ search: event.target.value })}
      />
      <select
        className={`ui-input ${styles['least']}`}
        aria-label="Least level shown"
        title="Messages below this level are hidden"
        value={view.least}
        onChange={(event) => onChange({ least: event.target.value as LogLevel })}
      >
        {LOG_LEVELS.map((level, index) => (
          <option key={level} value={level}>
            {wordFor(level, index)}
          </option>
        ))}
      </select>
      {server.transport === 'stdio' && (
        <Checkbox isChecked={view.hasStderr} onChange={(hasStderr) => onChange({ hasStderr })}>
          stderr
        </Checkbox>
      )}
      <span className={styles['count']} role="status">
        {describeCount(lines.count?.matched ?? 0, all)}
        {view.search.trim() !== '' && (
          <span title="Select a line and show it whole to read all of it">
            {' · of long lines, only the beginning is searched'}
          </span>
        )}
      </span>
      <span className="ui-spring" />
      <LevelControl server={server} />
      <div className={styles['buttons']}>
        <IconButton
          label="Show the selected line whole"
          shortcut="↵"
          aria-pressed={view.isWhole}
          onClick={() => onChange({ isWhole: !view.isWhole })}
        >
          <PanelBottom aria-hidden="true" size={14} />
        </IconButton>
        <CopyButton
          label="Copy the lines shown"
          text={async () => linesText(await lines.everything())}
        />
        {view.after > 0 ? (
          <IconButton label="Show earlier lines again" onClick={() => onChange({ after: 0 })}>
            <Undo2 aria-hidden="true" size={14} />
          </IconButton>
        ) : (
          <IconButton
            label="Clear the view; the recording stays"
            disabled={all === 0}
            onClick={() => onChange({ after: lines.count?.lastSeq ?? 0 })}
          >
            <Eraser aria-hidden="true" size={14} />
          </IconButton>
        )}
      </div>
    </div>
  )
}

function wordFor(level: LogLevel, index: number): string {
  if (index === 0) return 'All levels'
  return index === LOG_LEVELS.length - 1 ? level : `${level} and above`
}

function describeCount(shown: number, all: number): string {
  const total = count(all, 'line')
  return shown === all ? total : `${shown.toLocaleString('en-GB')} of ${total}`
}
