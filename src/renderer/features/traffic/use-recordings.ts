import { useCallback, useEffect, useState } from 'react'
import type { RecordingSummary } from '../../../shared/traffic/traffic-row'
import { request } from '../../bridge/bridge'
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
  const [known, setKnown] = useState<RecordingSummary>()
  useEffect(() => {
    if (recording === undefined) return undefined
    let isStale = false
    request('traffic.recordings').then((recordings) => {
      if (!isStale) setKnown(recordings.find(({ id }) => id === recording))
    }, notify)
    return () => {
      isStale = true
    }
  }, [recording])
  return known?.id === recording ? known : undefined
}

/** The names that servers had when a recording was made; undefined until they are known. */
export function useRecordedNames(
  recording: number | undefined
): Readonly<Record<string, string>> | undefined {
  const [known, setKnown] = useState<{
    readonly recording: number
    readonly names: Readonly<Record<string, string>>
  }>()
  useEffect(() => {
    if (recording === undefined) return undefined
    let isStale = false
    request('traffic.serverNames', { recording }).then((names) => {
      if (!isStale) setKnown({ recording, names })
    }, notify)
    return () => {
      isStale = true
    }
  }, [recording])
  return known?.recording === recording ? known?.names : undefined
}
