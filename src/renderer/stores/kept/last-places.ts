/** Where you were with each server, across restarts, and which server you used last. */
import type { ServerId } from '../../../shared/protocol/ids'
import { isObject } from '../../../shared/json/json'
import { createKeptDrafts } from './kept-drafts'

type LastPlace = {
  readonly tool?: string
  /** Milliseconds since 1970. */
  readonly usedAt: number
}

const { useDrafts, keyOf, start, save } = createKeptDrafts<LastPlace>('place', readPlace)
export { start as startLastPlaces }

export function keepPlace(serverId: ServerId, tool: string | undefined, usedAt: number): void {
  save(keyOf(serverId, ''), { usedAt, ...(tool !== undefined && { tool }) })
}

/** Of these servers, those that were used before, the last one first. */
export function lastPlacesOf(
  serverIds: readonly ServerId[]
): readonly (LastPlace & { readonly serverId: ServerId })[] {
  const { drafts } = useDrafts.getState()
  return serverIds
    .flatMap((serverId) => {
      const place = drafts[keyOf(serverId, '')]
      return place ? [{ serverId, ...place }] : []
    })
    .sort((one, other) => other.usedAt - one.usedAt)
}

function readPlace(value: unknown): LastPlace | undefined {
  if (!isObject(value)) return undefined
  const { tool, usedAt } = value
  if (typeof usedAt !== 'number') return undefined
  return { usedAt, ...(typeof tool === 'string' && { tool }) }
}
