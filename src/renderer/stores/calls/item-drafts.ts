/** What the person has begun to answer. Whoever looks at something else meanwhile loses nothing. */
import { create } from 'zustand'

type Parts = Readonly<Record<string, unknown>>

const useItemDrafts = create<{ readonly byItem: ReadonlyMap<number, Parts> }>()(() => ({
  byItem: new Map()
}))

/** A part of the answer to an item, and how it is changed. */
export function useItemDraft<T>(
  id: number,
  part: string,
  initial: T
): readonly [T, (value: T) => void] {
  const kept = useItemDrafts(({ byItem }) => byItem.get(id)?.[part])
  return [kept === undefined ? initial : (kept as T), (value) => setPart(id, part, value)]
}

function setPart(id: number, part: string, value: unknown): void {
  useItemDrafts.setState(({ byItem }) => ({
    byItem: new Map(byItem).set(id, { ...byItem.get(id), [part]: value })
  }))
}

/** What is no longer asked needs no answer. */
export function keepDraftsOf(ids: ReadonlySet<number>): void {
  const { byItem } = useItemDrafts.getState()
  const kept = [...byItem].filter(([id]) => ids.has(id))
  if (kept.length < byItem.size) useItemDrafts.setState({ byItem: new Map(kept) })
}
