/** What servers ask of the person, as main has it, and which of it the person looks at. */
import { create } from 'zustand'
import type { ServerId } from '../../../shared/protocol/ids'
import type { Grant, InboxState, InboxSummary } from '../../../shared/question/inbox'
import { keepDraftsOf } from './item-drafts'

type InboxView = InboxState & {
  /** Main has told of a change, which is newer than any answer it gave. */
  readonly isTold: boolean
  /** The sheet is there, if something waits. */
  readonly isOpen: boolean
  readonly selectedId?: number | undefined
}

export function emptyInbox(): InboxView {
  return { items: [], recent: [], paused: [], isTold: false, isOpen: false }
}

export const useInbox = create<InboxView>()(emptyInbox)

/** Something new brings the sheet back, and is in it; what the person looks at stays until it is gone. */
export function withInbox(view: InboxView, state: InboxState): InboxView {
  const known = new Set(view.items.map(({ id }) => id))
  const fresh = state.items.find(({ id }) => !known.has(id))
  const isThere = state.items.some(({ id }) => id === view.selectedId)
  const stays = isThere && (view.isOpen || !fresh)
  return {
    ...state,
    isTold: true,
    isOpen: state.items.length > 0 && (view.isOpen || fresh !== undefined),
    selectedId: stays ? view.selectedId : (fresh ?? state.items[0])?.id
  }
}

export function updateInbox(state: InboxState): void {
  useInbox.setState((view) => withInbox(view, state))
  keepDraftsOf(new Set(state.items.map(({ id }) => id)))
}

/** What main had when it was asked; what has changed since is newer. */
export function startInbox(state: InboxState): void {
  useInbox.setState((view) => (view.isTold ? view : withInbox(view, state)))
}

export function openSheet(isOpen: boolean): void {
  useInbox.setState({ isOpen })
}

export function selectItem(selectedId: number): void {
  useInbox.setState({ selectedId, isOpen: true })
}

/** The one before or after it, if there is one. */
export function selectBeside(id: number, by: -1 | 1): void {
  const { items } = useInbox.getState()
  const next = items[items.findIndex((item) => item.id === id) + by]
  if (next && next.id !== id) selectItem(next.id)
}

/** What is gone by now cannot be shown, and what else waits is. */
export function showItem(id: number): void {
  if (useInbox.getState().items.some((item) => item.id === id)) selectItem(id)
  else openSheet(true)
}

/** The one that is shown, and its place among all. */
export function shownItem({ items, selectedId }: Pick<InboxView, 'items' | 'selectedId'>): {
  readonly item: InboxSummary | undefined
  readonly index: number
} {
  const index = items.findIndex(({ id }) => id === selectedId)
  return { item: items[index], index }
}

/** The approvals that calls of a tool wait for, oldest first. */
export function awaitedCalls(
  items: readonly InboxSummary[],
  serverId: ServerId,
  tool: string
): readonly number[] {
  return items
    .filter((item) => item.serverId === serverId && item.tool === tool)
    .map(({ id }) => id)
}

export const useGrants = create<{ readonly grants?: readonly Grant[] }>()(() => ({}))

export function setGrants(grants: readonly Grant[]): void {
  useGrants.setState({ grants })
}
