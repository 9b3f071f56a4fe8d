import { RotateCw } from 'lucide-react'
import type { ServerId } from '../../../shared/protocol/ids'
import type { SessionState } from '../../../shared/servers/session-state'
import { IconButton } from '../../ui/controls/IconButton'
import { refreshCatalogue } from '../server/session-actions'
import styles from './item-list.module.css'

type Props = {
  readonly serverId: ServerId
  readonly state: SessionState
  readonly isLoading: boolean
  /** F5 is for something else in the pane. */
  readonly hasNoKey?: boolean
}

/** Asks the server for its lists again. */
export function RefreshButton({ serverId, state, isLoading, hasNoKey = false }: Props) {
  return (
    <IconButton
      label={hasNoKey ? 'Refresh the lists' : 'Refresh'}
      {...(!hasNoKey && { shortcut: 'F5', 'aria-keyshortcuts': 'F5' })}
      aria-busy={isLoading}
      disabled={state.phase !== 'ready'}
      onClick={() => refreshCatalogue(serverId)}
    >
      <RotateCw
        aria-hidden="true"
        size={14}
        className={isLoading ? styles['turning'] : undefined}
      />
    </IconButton>
  )
}
