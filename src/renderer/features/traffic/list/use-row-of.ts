import { useState } from 'react'
import type { TrafficEntry } from '../../../../shared/traffic/traffic'
import type { TrafficView } from '../../../records/traffic-list'
import { rowFor, type Folding } from '../../frame/row-words'

/**
 * The row in which an entry is shown. One that is listed itself is in no other row: what it
 * belongs to may be forgotten. It stays so when it is scrolled out of what the window knows.
 */
export function useRowOf(
  entry: TrafficEntry | undefined,
  { key, rows }: Pick<TrafficView, 'key' | 'rows'>,
  folding: Folding
): number | undefined {
  const [listed, setListed] = useState<{ readonly seq: number; readonly key: number }>()
  if (!entry) return undefined
  const { seq } = entry
  const row = rowFor(entry, folding)
  if (row === seq || (listed?.seq === seq && listed.key === key)) return seq
  if (!rows.some((other) => other.seq === seq)) return row
  setListed({ seq, key })
  return seq
}
