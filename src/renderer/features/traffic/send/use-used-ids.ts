import { MOST_ASKED_IDS } from '../../../../shared/protocol/frame-id'
import type { ServerId } from '../../../../shared/protocol/ids'
import type { UsedId } from '../../../../shared/ipc/traffic-contract'
import { request } from '../../../bridge/bridge'
import { useAsked } from '../../../bridge/use-asked'
import type { Reading } from './frame-faults'

const NONE: readonly UsedId[] = []

/** Which ids of a frame requests of the session have had already. Main knows, whatever is listed here. */
export function useUsedIds(serverId: ServerId | undefined, reading: Reading): readonly UsedId[] {
  const ids = reading.kind === 'frame' ? reading.ids.slice(0, MOST_ASKED_IDS) : []
  const wanted = serverId !== undefined && ids.length > 0 ? { serverId, ids } : undefined
  // The server may have closed since, and the dialog says so.
  const { value = NONE } = useAsked(
    wanted && JSON.stringify(wanted),
    async () => wanted && request('traffic.usedIds', wanted)
  )
  return value
}
