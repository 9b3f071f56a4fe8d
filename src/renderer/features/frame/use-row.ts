import { useEffect, useState } from 'react'
import type { TrafficRow } from '../../../shared/traffic/traffic-row'
import { request } from '../../bridge/bridge'
import { useAsked } from '../../bridge/use-asked'
import { notify } from '../../stores/window/notices'
import type { TrafficView } from '../../records/traffic-list'

/** One row, asked for again whenever it may have become another. */
export function useRow(
  recording: number | undefined,
  seq: number | undefined,
  version?: number
): TrafficRow | undefined {
  return useAnswer(recording, seq, version) ?? undefined
}

/** Null when it is no longer kept. */
function useAnswer(
  recording: number | undefined,
  seq: number | undefined,
  version: number | undefined
): TrafficRow | null | undefined {
  const wanted = recording === undefined || seq === undefined ? undefined : { recording, seq }
  const ask = async () => wanted && request('traffic.row', wanted)
  return useAsked(wanted && `${recording} ${seq}`, ask, { version, onFailure: notify }).value
}

export type SelectedRow = {
  readonly row?: TrafficRow
  /** What stays in view until the row is there, so that nothing jumps and nobody loses the focus. */
  readonly shown?: TrafficRow
}

/** The row of an entry: at once where the list has it, else as soon as it is there. */
export function useSelectedRow(
  recording: number | undefined,
  seq: number | undefined,
  { spec, rows, count }: Pick<TrafficView, 'spec' | 'rows' | 'count'>
): SelectedRow {
  const listed =
    spec?.recording === recording ? rows.find((listedRow) => listedRow.seq === seq) : undefined
  const answer = useAnswer(recording, listed ? undefined : seq, count?.version)
  const [last, setLast] = useState<TrafficRow & { readonly recording: number }>()
  if (recording === undefined || seq === undefined) return {}
  const row = listed ?? answer
  if (row && (last?.seq !== seq || last.recording !== recording)) setLast({ ...row, recording })
  if (row) return { row, shown: row }
  return answer === undefined && last?.recording === recording ? { shown: last } : {}
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
