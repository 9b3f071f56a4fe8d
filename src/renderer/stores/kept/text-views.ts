/** How the person wants to see the texts that a tool returns, for each tool. */
import type { ServerId } from '../../../shared/protocol/ids'
import { isObject } from '../../../shared/json/json'
import { TEXT_VIEWS, type TextView } from '../../../shared/ipc/preferences'
import { createKeptDrafts } from './kept-drafts'

type Kept = { readonly view?: TextView }

const { useDrafts, keyOf, start, save } = createKeptDrafts<Kept>('text view', readKept)
export { start as startTextViews }

export function useToolTextView(serverId: ServerId, tool: string): TextView {
  return useDrafts(({ drafts }) => drafts[keyOf(serverId, tool)]?.view ?? 'plain')
}

export function setToolTextView(serverId: ServerId, tool: string, view: TextView): void {
  save(keyOf(serverId, tool), view === 'plain' ? {} : { view })
}

function readKept(value: unknown): Kept | undefined {
  const view = isObject(value) ? TEXT_VIEWS.find((known) => known === value['view']) : undefined
  return view && { view }
}
