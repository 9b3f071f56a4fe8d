import { useEffect, useState } from 'react'
import type { TrafficRow } from '../../../shared/traffic-row'
import { request } from '../../bridge'
import { notify } from '../../stores/notices'

/** One row, asked for again whenever it may have become another. */
export function useRow(
  recording: number | undefined,
  seq: number | undefined,
  version?: number
): TrafficRow | undefined {
  const [row, setRow] = useState<TrafficRow>()
  useEffect(() => {
    if (recording === undefined || seq === undefined) return undefined
    let isStale = false
    request('traffic.row', { recording, seq }).then((found) => {
      if (!isStale) setRow(found ?? undefined)
    }, notify)
    return () => {
      isStale = true
    }
  }, [recording, seq, version])
  return row?.seq === seq ? row : undefined
}

/** Rows of this run, as they were when they were asked for; those that are no longer kept are left out. */
export function useRows(seqs: readonly number[]): readonly TrafficRow[] {
  const [rows, setRows] = useState<readonly TrafficRow[]>([])
  useEffect(() => {
    let isStale = false
    Promise.all(seqs.map((seq) => request('traffic.row', { seq }))).then((found) => {
      if (!isStale) setRows(found.flatMap((row) => row ?? []))
    }, notify)
    return () => {
      isStale = true
    }
  }, [seqs])
  return rows
}
