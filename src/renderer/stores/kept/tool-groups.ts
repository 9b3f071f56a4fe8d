/** How the person wants the list of tools: in groups or not, and which of them folded. */
import { useMemo } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import { isObject } from '../../../shared/json/json'
import { createKeptDrafts } from './kept-drafts'

export type Grouping = { readonly isGrouped: boolean; readonly folded: ReadonlySet<string> }

/** Only what is not as it is at first. */
type Kept = { readonly isGrouped?: boolean; readonly folded?: readonly string[] }

/** The names of groups are the server's, who may have many. */
const MOST_FOLDED = 500

const { useDrafts, keyOf, start, save } = createKeptDrafts<Kept>('tool list', readKept)
export { start as startGroupings }

export function useGrouping(serverId: ServerId): Grouping {
  const kept = useDrafts(({ drafts }) => drafts[keyOf(serverId, '')])
  return useMemo(() => groupingOf(kept), [kept])
}

export function setGrouped(serverId: ServerId, isGrouped: boolean): void {
  change(serverId, (grouping) => ({ ...grouping, isGrouped }))
}

export function foldGroup(serverId: ServerId, prefix: string, isFolded: boolean): void {
  change(serverId, ({ isGrouped, folded }) => {
    const others = [...folded].filter((other) => other !== prefix)
    return { isGrouped, folded: new Set(isFolded ? [...others, prefix] : others) }
  })
}

function change(serverId: ServerId, how: (grouping: Grouping) => Grouping): void {
  const key = keyOf(serverId, '')
  const { isGrouped, folded } = how(groupingOf(useDrafts.getState().drafts[key]))
  save(key, {
    ...(!isGrouped && { isGrouped }),
    ...(folded.size > 0 && { folded: [...folded].slice(-MOST_FOLDED) })
  })
}

function groupingOf({ isGrouped = true, folded = [] }: Kept = {}): Grouping {
  return { isGrouped, folded: new Set(folded) }
}

function readKept(value: unknown): Kept | undefined {
  if (!isObject(value)) return undefined
  const { isGrouped, folded } = value
  return {
    ...(isGrouped === false && { isGrouped }),
    ...(Array.isArray(folded) && { folded: folded.filter((name) => typeof name === 'string') })
  }
}
