import type { CatalogueChange } from '../../../shared/calls/catalogue-change'
import type { Subscription } from '../../../shared/calls/exchange'
import type { ServerId } from '../../../shared/protocol/ids'
import { readingsKey, type Readings } from '../../stores/calls/readings'
import { resourceId, templateId } from './resource-tree'

/** What a row carries beside its name. */
export type RowMark = {
  readonly change?: CatalogueChange['change']
  readonly isSubscribed?: boolean
  /** How many updates the server told of since it was last read. */
  readonly unread?: number
}

/** By the ids of the rows. */
export type RowMarks = ReadonlyMap<string, RowMark>

export function marksOf(
  serverId: ServerId,
  changes: readonly CatalogueChange[],
  subscriptions: readonly Subscription[],
  byResource: Readonly<Record<string, Readings>>
): RowMarks {
  const marks = new Map<string, RowMark>()
  for (const { kind, key, change } of changes) {
    if (kind === 'resources') marks.set(resourceId(key), { change })
    if (kind === 'resourceTemplates') marks.set(templateId(key), { change })
  }
  for (const { uri, updates, failure } of subscriptions) {
    if (failure !== undefined) continue
    const id = resourceId(uri)
    const read = byResource[readingsKey(serverId, uri)]?.updatesRead ?? 0
    // Whoever subscribes anew counts from the beginning.
    const unread = updates >= read ? updates - read : updates
    marks.set(id, { ...marks.get(id), isSubscribed: true, unread })
  }
  return marks
}
