import type { ListKind } from '../../../shared/calls/catalogue'
import type { CatalogueChange } from '../../../shared/calls/catalogue-change'

export type ChangeWords = ReadonlyMap<string, CatalogueChange['change']>

/** What is different in one list, by name, URI or template. */
export function changesOf(changes: readonly CatalogueChange[], kind: ListKind): ChangeWords {
  return new Map(
    changes.filter((change) => change.kind === kind).map(({ key, change }) => [key, change])
  )
}
