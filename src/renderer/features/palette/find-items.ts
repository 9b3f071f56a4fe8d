import type { Item } from './palette-items'
import { rankItem } from './rank-item'

/** More than anybody looks through; each one that is drawn costs time with every key. */
const MOST_SHOWN = 100

export type Found = {
  /** The best group first, and in it the best item. */
  readonly groups: readonly (readonly [string, readonly Item[]])[]
  /** How many were found and are not among them. */
  readonly more: number
}

/** What goes by the words that were typed; without any, the beginning of everything. */
export function findItems(items: readonly Item[], search: string): Found {
  const ranked = search.trim() === '' ? spread(items) : rank(items, search)
  const groups = new Map<string, Item[]>()
  for (const item of ranked.slice(0, MOST_SHOWN)) {
    const group = groups.get(item.group)
    if (group) group.push(item)
    else groups.set(item.group, [item])
  }
  return { groups: [...groups], more: Math.max(0, ranked.length - MOST_SHOWN) }
}

/** An item is found by what it says and by its other words; its group only helps to find it by letters. */
function rank(items: readonly Item[], search: string): readonly Item[] {
  return items
    .map((item) => ({ item, rank: rankItem(valueOf(item), search, item.label, moreOf(item)) }))
    .filter((found) => found.rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .map(({ item }) => item)
}

function moreOf({ hint = '', otherWords = '' }: Item): string {
  return `${hint} ${otherWords}`
}

/** A long list of tools leaves room for the commands below it. */
function spread(items: readonly Item[]): readonly Item[] {
  const groups = Object.values(Object.groupBy(items, ({ group }) => group)).map((all) => all ?? [])
  const share = Math.floor(MOST_SHOWN / Math.max(1, groups.length))
  return [
    ...groups.flatMap((all) => all.slice(0, share)),
    ...groups.flatMap((all) => all.slice(share))
  ]
}

/** Tells every item from every other. */
export function valueOf({ group, key, label }: Item): string {
  return `${group} ${key ?? label}`
}
