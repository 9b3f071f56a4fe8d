/** How the person wants the list of resources: as a tree or not, and which of its folders closed. */
import { useMemo } from 'react'
import type { ServerId } from '../../../shared/protocol/ids'
import { isObject } from '../../../shared/json/json'
import { createKeptDrafts } from './kept-drafts'

export type TreeView = { readonly isFlat: boolean; readonly closed: ReadonlySet<string> }

/** Only what is not as it is at first. */
type Kept = { readonly isFlat?: boolean; readonly closed?: readonly string[] }

/** The names of folders are the server's, who may have many. */
const MOST_CLOSED = 500

const { useDrafts, keyOf, start, save } = createKeptDrafts<Kept>('resource list', readKept)
export { start as startTreeViews }

export function useTreeView(serverId: ServerId): TreeView {
  const kept = useDrafts(({ drafts }) => drafts[keyOf(serverId, '')])
  return useMemo(() => viewOf(kept), [kept])
}

export function setFlat(serverId: ServerId, isFlat: boolean): void {
  change(serverId, (view) => ({ ...view, isFlat }))
}

export function toggleFolder(serverId: ServerId, folder: string): void {
  change(serverId, ({ isFlat, closed }) => {
    const toggled = new Set(closed)
    if (!toggled.delete(folder)) toggled.add(folder)
    return { isFlat, closed: toggled }
  })
}

function change(serverId: ServerId, how: (view: TreeView) => TreeView): void {
  const key = keyOf(serverId, '')
  const { isFlat, closed } = how(viewOf(useDrafts.getState().drafts[key]))
  save(key, {
    ...(isFlat && { isFlat }),
    ...(closed.size > 0 && { closed: [...closed].slice(-MOST_CLOSED) })
  })
}

function viewOf({ isFlat = false, closed = [] }: Kept = {}): TreeView {
  return { isFlat, closed: new Set(closed) }
}

function readKept(value: unknown): Kept | undefined {
  if (!isObject(value)) return undefined
  const { isFlat, closed } = value
  return {
    ...(isFlat === true && { isFlat }),
    ...(Array.isArray(closed) && { closed: closed.filter((name) => typeof name === 'string') })
  }
}
