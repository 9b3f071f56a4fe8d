import { useEffect, useEffectEvent, useState } from 'react'
import { notify } from '../../stores/notices'
import type { TrafficView } from '../../use-traffic-view'

/** Where the selected row is in the list; -1 when it is not. `reveal` is called when another is selected. */
export function useSelectedPlace(
  view: TrafficView,
  selectedSeq: number | undefined,
  reveal: (index: number) => void
): number {
  const [place, setPlace] = useState<{ readonly seq: number; readonly index: number }>()
  const { count, from, rows, key } = view
  const isThere = count !== undefined
  const version = count?.version
  const handleReveal = useEffectEvent(reveal)
  const find = useEffectEvent(async (seq: number): Promise<number> => {
    const near = rows.findIndex((row) => row.seq === seq)
    if (near !== -1) return from + near
    const found = await view.placeOf(seq)
    return found?.isThere === true ? found.index : -1
  })

  useEffect(() => {
    if (selectedSeq === undefined || !isThere) return undefined
    let isStale = false
    const placed = (index: number): void => {
      if (isStale) return
      setPlace({ seq: selectedSeq, index })
      if (index !== -1) handleReveal(index)
    }
    find(selectedSeq).then(placed, notify)
    return () => {
      isStale = true
    }
  }, [selectedSeq, isThere])

  // Rows before it may have come or gone.
  useEffect(() => {
    if (selectedSeq === undefined || version === undefined) return undefined
    let isStale = false
    find(selectedSeq).then((index) => {
      if (!isStale) setPlace({ seq: selectedSeq, index })
    }, notify)
    return () => {
      isStale = true
    }
  }, [selectedSeq, version, key])

  return place !== undefined && place.seq === selectedSeq ? place.index : -1
}
