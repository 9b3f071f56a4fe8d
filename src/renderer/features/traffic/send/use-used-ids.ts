import { useEffect, useState } from 'react'
import { MOST_ASKED_IDS } from '../../../../shared/protocol/frame-id'
import type { ServerId } from '../../../../shared/protocol/ids'
import { fromJson } from '../../../../shared/json/json'
import type { UsedId } from '../../../../shared/ipc/traffic-contract'
import { request } from '../../../bridge/bridge'
import type { Reading } from './frame-faults'

const NONE: readonly UsedId[] = []

/** Which ids of a frame requests of the session have had already. Main knows, whatever is listed here. */
export function useUsedIds(serverId: ServerId | undefined, reading: Reading): readonly UsedId[] {
  const [known, setKnown] = useState({ of: '', used: NONE })
  const ids = reading.kind === 'frame' ? reading.ids.slice(0, MOST_ASKED_IDS) : []
  const asked = JSON.stringify([serverId, ids])
  useEffect(() => {
    const [id, wanted] = fromJson(asked) as [ServerId | null, UsedId['id'][]]
    if (id === null || wanted.length === 0) return undefined
    let isStale = false
    request('traffic.usedIds', { serverId: id, ids: wanted }).then(
      (used) => {
        if (!isStale) setKnown({ of: asked, used })
      },
      () => undefined // the server may have closed since, and the dialog says so
    )
    return () => {
      isStale = true
    }
  }, [asked])
  return known.of === asked ? known.used : NONE
}
