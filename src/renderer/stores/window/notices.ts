import { create } from 'zustand'
import type { Undo } from '../../../shared/servers/configuration'
import { isDismissal, messageOf } from '../../../shared/protocol/errors'
import { request } from '../../bridge/bridge'

export type Notice = {
  readonly id: number
  readonly text: string
  readonly tone: 'bad' | 'quiet'
  /** What it tells of can be taken back. */
  readonly undo?: Undo
}

type NoticeState = {
  readonly notices: readonly Notice[]
  /** What can be taken back until the app ends, the next to take back last. */
  readonly undos: readonly Undo[]
}

export const useNotices = create<NoticeState>()(() => ({ notices: [], undos: [] }))

const SHOWN = 5

let lastId = 0

function show(notice: Omit<Notice, 'id'>): void {
  const numbered = { id: ++lastId, ...notice }
  useNotices.setState(({ notices }) => ({ notices: [...notices, numbered].slice(-SHOWN) }))
}

/** For what went wrong and has no better place to be said. */
export function notify(error: unknown): void {
  show({ text: messageOf(error), tone: isDismissal(error) ? 'quiet' : 'bad' })
}

/** For what went well and cannot be seen elsewhere. */
export function tell(text: string): void {
  show({ text, tone: 'quiet' })
}

/** Offers to take back what was just done; the offer outlasts its notice. */
export function notifyUndo(undo: Undo): void {
  useNotices.setState(({ undos }) => ({ undos: [...undos, undo] }))
  show({ text: undo.what, tone: 'quiet', undo })
}

/** For the feed: what could be taken back before the window was loaded again. */
export function startUndos(before: readonly Undo[]): void {
  useNotices.setState(({ undos }) => ({ undos: [...before, ...without(undos, before)] }))
}

export function dismissNotice(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }))
}

/** Takes back what was done last. False when there is nothing. */
export function undoLast(): boolean {
  const last = useNotices.getState().undos.at(-1)
  if (last) void applyUndo(last) // never rejects
  return last !== undefined
}

export async function applyUndo(undo: Undo): Promise<void> {
  useNotices.setState(({ notices, undos }) => ({
    notices: notices.filter((notice) => notice.undo?.token !== undo.token),
    undos: without(undos, [undo])
  }))
  try {
    await request('undo.apply', { token: undo.token })
    tell(`Undone: ${undo.what}`)
  } catch (error) {
    notify(error)
    await offerAgain(undo)
  }
}

/** It may succeed later. Until then it must not be in the way of what was done before it. */
async function offerAgain({ token }: Undo): Promise<void> {
  try {
    const known = await request('undo.list')
    const again = known.filter((other) => other.token === token)
    useNotices.setState(({ undos }) => ({ undos: [...again, ...without(undos, again)] }))
  } catch (error) {
    notify(error)
  }
}

function without(undos: readonly Undo[], others: readonly Undo[]): readonly Undo[] {
  return undos.filter(({ token }) => others.every((other) => other.token !== token))
}
