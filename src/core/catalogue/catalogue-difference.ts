/** How much of a catalogue is another one after a restart, by what a change is everywhere else, too. */
import { LIST_KINDS, type Catalogue } from '../../shared/calls/catalogue'
import { byKey } from './catalogue-memory'
import { isSameItem, seenItem, type SeenItem } from './seen-items'

/** What a catalogue held, by kind and name. */
export type CatalogueSnapshot = ReadonlyMap<string, SeenItem>

export function snapshotOf(catalogue: Catalogue): CatalogueSnapshot {
  const items = LIST_KINDS.flatMap((kind) =>
    [...byKey(kind, catalogue[kind])].map(([key, item]): [string, SeenItem] => [
      `${kind} ${key}`,
      seenItem(item)
    ])
  )
  return new Map(items)
}

/** How many things are new, changed or gone. */
export function countDifferences(before: CatalogueSnapshot, after: CatalogueSnapshot): number {
  const isOther = ([key, item]: readonly [string, SeenItem]): boolean => {
    const old = before.get(key)
    return !old || !isSameItem(old, item, (json) => json)
  }
  const gone = [...before.keys()].filter((key) => !after.has(key)).length
  return [...after].filter(isOther).length + gone
}
