import { useEffect, useState } from 'react'
import type { TrafficRow } from '../../../shared/traffic/traffic-row'
import { request } from '../../bridge/bridge'
import { notify } from '../../stores/window/notices'
import type { TrafficView } from '../../records/traffic-list'

type Answer = {
  readonly recording: number
  readonly seq: number
  /** None when it is no longer kept. */
  readonly row: TrafficRow | null
}

/** One row, asked for again whenever it may have become another. */
export function useRow(
  recording: number | undefined,
  seq: number | undefined,
  version?: number
): TrafficRow | undefined {
  return useAnswer(recording, seq, version)?.row ?? undefined
}

function useAnswer(
  recording: number | undefined,
  seq: number | undefined,
  version: number | undefined
): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    if (recording === undefined || seq === undefined) return undefined
    let isStale = false
    request('traffic.row', { recording, seq }).then((row) => {
      if (!isStale) setAnswer({ recording, seq, row })
    }, notify)
    return () => {
      isStale = true
    }
  }, [recording, seq, version])
  return answer?.recording === recording && answer?.seq === seq ? answer : undefined
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
  const [last, setLast] = useState<TrafficRow & Pick<Answer, 'recording'>>()
  if (recording === undefined || seq === undefined) return {}
  const row = listed ?? answer?.row
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
