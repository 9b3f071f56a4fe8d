/** Lists of entries that get longer at their end and lose their beginning, and what is shown of them. */
import { useRef } from 'react'

type Numbered = { readonly seq: number }

type Passed<T> = {
  readonly all: readonly T[]
  readonly shown: readonly T[]
  readonly passes: ((item: T) => boolean) | undefined
}

/** The place of the first item from a number on; their count when there is none. */
export function indexFrom(items: readonly Numbered[], seq: number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle]?.seq ?? Infinity) < seq) low = middle + 1
    else high = middle
  }
  return low
}

/** The place of an item; -1 when it is not there. */
export function indexOfSeq(items: readonly Numbered[], seq: number | undefined): number {
  if (seq === undefined) return -1
  const index = indexFrom(items, seq)
  return items[index]?.seq === seq ? index : -1
}

/**
 * What passes of a list, given what passed of it before. Each item is looked at once. The same list
 * as before when nothing is different: what is not shown must not make anything draw itself.
 */
export function passOn<T extends Numbered>(
  before: Passed<T>,
  all: readonly T[],
  passes: (item: T) => boolean
): readonly T[] {
  const oldest = all[0]?.seq ?? Infinity
  // At the start, earlier items are put in front of those that had come in.
  const isContinued = before.passes === passes && oldest >= (before.all[0]?.seq ?? 0)
  if (!isContinued) return all.filter(passes)
  const fresh = all.slice(indexFrom(all, (before.all.at(-1)?.seq ?? 0) + 1)).filter(passes)
  const gone = indexFrom(before.shown, oldest)
  const held = gone === 0 ? before.shown : before.shown.slice(gone)
  return fresh.length === 0 ? held : held.concat(fresh)
}

/** `passes` is the same function for as long as the same is wanted; everything without one. */
export function usePassing<T extends Numbered>(
  all: readonly T[],
  passes: ((item: T) => boolean) | undefined
): readonly T[] {
  const last = useRef<Passed<T>>({ all: [], shown: [], passes: undefined })
  if (!passes) return all
  if (last.current.all !== all || last.current.passes !== passes) {
    last.current = { all, shown: passOn(last.current, all, passes), passes }
  }
  return last.current.shown
}
