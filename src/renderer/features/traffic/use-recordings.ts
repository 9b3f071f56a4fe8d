import { useCallback, useEffect, useState } from 'react'
import type { RecordingSummary } from '../../../shared/traffic/traffic-row'
import { request } from '../../bridge/bridge'
import { useAsked } from '../../bridge/use-asked'
import { notify } from '../../stores/window/notices'

type Recordings = {
  /** Newest first; undefined until they are known. */
  readonly recordings: readonly RecordingSummary[] | undefined
  readonly reload: () => void
}

/** The recordings there are, asked for when they are wanted. */
export function useRecordings(isWanted: boolean): Recordings {
  const [recordings, setRecordings] = useState<readonly RecordingSummary[]>()
  const reload = useCallback(() => {
    request('traffic.recordings').then(setRecordings, notify)
  }, [])
  useEffect(() => {
    if (isWanted) reload()
  }, [isWanted, reload])
  return { recordings, reload }
}

/** An earlier recording, whenever another one is looked at; undefined until it is known. */
export function useRecording(recording: number | undefined): RecordingSummary | undefined {
  const { value } = useAsked(recording?.toString(), () => request('traffic.recordings'), {
    onFailure: notify
  })
  return value?.find(({ id }) => id === recording)
}

/** The names that servers had when a recording was made; undefined until they are known. */
export function useRecordedNames(
  recording: number | undefined
): Readonly<Record<string, string>> | undefined {
  const wanted = recording === undefined ? undefined : { recording }
  const ask = async () => wanted && request('traffic.serverNames', wanted)
  return useAsked(wanted && String(recording), ask, { onFailure: notify }).value
}
