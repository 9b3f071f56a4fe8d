import { create } from 'zustand'
import type { Undo } from '../../shared/configuration'
import { isDismissal, messageOf } from '../../shared/errors'
import { request } from '../bridge'

export type Notice = {
  readonly id: number
  readonly text: string
  readonly tone: 'bad' | 'quiet'
  /** What it tells of can be taken back. */
  readonly undo?: Undo
}

export const useNotices = create<{ readonly notices: readonly Notice[] }>()(() => ({ notices: [] }))

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

/** Offers to take back what was just done. */
export function notifyUndo(undo: Undo): void {
  show({ text: undo.what, tone: 'quiet', undo })
}

export function dismissNotice(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }))
}

/** Takes back the last of what is still offered. False when nothing is. */
export function undoLast(): boolean {
  const last = useNotices.getState().notices.findLast(({ undo }) => undo !== undefined)
  if (last) undoNotice(last)
  return last !== undefined
}

export function undoNotice({ id, undo }: Notice): void {
  dismissNotice(id)
  if (undo) request('undo.apply', { token: undo.token }).catch(notify)
}
