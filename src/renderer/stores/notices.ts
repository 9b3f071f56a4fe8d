import { create } from 'zustand'
import { messageOf } from '../../shared/errors'

export type Notice = { readonly id: number; readonly text: string }

export const useNotices = create<{ readonly notices: readonly Notice[] }>()(() => ({ notices: [] }))

let lastId = 0

/** For what went wrong and has no better place to be said. */
export function notify(error: unknown): void {
  const notice = { id: ++lastId, text: messageOf(error) }
  useNotices.setState(({ notices }) => ({ notices: [...notices, notice].slice(-5) }))
}

export function dismissNotice(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }))
}
