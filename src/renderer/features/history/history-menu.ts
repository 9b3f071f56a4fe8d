import type { MenuEntry } from '../../ui/controls/Menu'
import type { Sent } from '../call/call-options'
import {
  clearHistory,
  copyAs,
  pin,
  removeCall,
  restore,
  runAgain,
  SNIPPETS
} from './history-actions'
import type { HistoryRow } from './history-rows'

type Actions = {
  readonly isRemote: boolean
  readonly onReuse: (sent: Sent) => void
  readonly onCompare: (row: HistoryRow) => void
  readonly onName: (row: HistoryRow) => void
}

/** Everything that can be done with a call. */
export function historyMenu(row: HistoryRow, actions: Actions): readonly MenuEntry[] {
  const { isRemote, onReuse, onCompare, onName } = actions
  const isRunning = row.ending === 'running'
  return [
    { label: 'Restore arguments', onSelect: () => restore(row, onReuse) },
    { label: 'Run again', onSelect: () => void runAgain(row) },
    { label: 'Compare with…', isDisabled: isRunning, onSelect: () => onCompare(row) },
    {
      label: 'Copy as',
      entries: SNIPPETS.map(({ format, label }) => {
        const isRefused = format === 'curl' && !isRemote
        return {
          label: isRefused ? `${label} (only over HTTP)` : label,
          isDisabled: isRefused,
          onSelect: () => void copyAs(row, format)
        }
      })
    },
    'line',
    {
      label: row.isPinned ? 'Unpin' : 'Pin',
      isDisabled: !row.isKept,
      onSelect: () => pin(row)
    },
    {
      label: row.name === undefined ? 'Name…' : 'Rename…',
      shortcut: 'F2',
      isDisabled: !row.isKept,
      onSelect: () => onName(row)
    },
    {
      label: 'Remove',
      shortcut: 'Del',
      isDisabled: !row.isKept,
      onSelect: () => void removeCall(row.id)
    },
    'line',
    {
      label: 'Clear the history of this tool',
      onSelect: () => void clearHistory(row.serverId, row.tool)
    }
  ]
}
