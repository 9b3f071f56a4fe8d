/** How the person wants the list of tools: in groups or not, and which of them folded. */
import { create } from 'zustand'
import type { ServerId } from '../../shared/ids'

export type Grouping = { readonly isGrouped: boolean; readonly folded: ReadonlySet<string> }

const UNTOUCHED: Grouping = { isGrouped: true, folded: new Set() }

const useToolGroups = create<{ readonly byServer: Readonly<Record<string, Grouping>> }>()(() => ({
  byServer: {}
}))

export function useGrouping(serverId: ServerId): Grouping {
  return useToolGroups(({ byServer }) => byServer[serverId] ?? UNTOUCHED)
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
  useToolGroups.setState(({ byServer }) => ({
    byServer: { ...byServer, [serverId]: how(byServer[serverId] ?? UNTOUCHED) }
  }))
}
