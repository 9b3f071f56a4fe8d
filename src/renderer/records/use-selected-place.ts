import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { notify } from '../stores/window/notices'
import type { TrafficView } from './traffic-list'

/** Where the selected row is in the list; -1 when it is not. `reveal` is called when another is selected. */
export function useSelectedPlace(
  view: TrafficView,
  selectedSeq: number | undefined,
  reveal: (index: number) => void
): number {
  const [place, setPlace] = useState<{ readonly seq: number; readonly index: number }>()
  const { count, from, rows, key } = view
  const { version, matched = 0, lastSeq = -1 } = count ?? {}
  const hasCome = selectedSeq !== undefined && selectedSeq <= lastSeq
  const revealed = useRef<number>(undefined)
  const handleReveal = useEffectEvent(reveal)
  const find = useEffectEvent(async (seq: number): Promise<number> => {
    const near = rows.findIndex((row) => row.seq === seq)
    if (near !== -1) return from + near
    const found = await view.placeOf(seq)
    return found?.isThere === true ? found.index : -1
  })

  // Rows before it may have come or gone, and a frame can be selected before its row is there.
  useEffect(() => {
    if (selectedSeq === undefined || version === undefined) return undefined
    let isStale = false
    find(selectedSeq).then((index) => {
      if (!isStale) setPlace({ seq: selectedSeq, index })
    }, notify)
    return () => {
      isStale = true
    }
  }, [selectedSeq, version, key, hasCome])

  // A list cannot be scrolled to a row that it has no room for yet.
  useEffect(() => {
    if (selectedSeq === undefined) revealed.current = undefined
    if (place === undefined || place.seq !== selectedSeq || revealed.current === place.seq) return
    if (place.index === -1 || place.index >= matched) return
    revealed.current = place.seq
    handleReveal(place.index)
  }, [selectedSeq, place, matched])

  return place !== undefined && place.seq === selectedSeq ? place.index : -1
}
