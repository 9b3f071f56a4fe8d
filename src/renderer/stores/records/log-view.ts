/** How the log of a server is looked at. Kept per server, so that coming back finds the same. */
import { create } from 'zustand'
import type { ServerId } from '../../../shared/protocol/ids'
import type { LogWish } from '../../../shared/query/log-filter'

export type LogView = LogWish & {
  /** Lines up to this entry are hidden. They are still recorded. */
  readonly after: number
  /** The selected line is shown whole, below the others. */
  readonly isWhole: boolean
}

const NEW_VIEW: LogView = {
  least: 'debug',
  hasStderr: true,
  search: '',
  after: 0,
  isWhole: false
}

type LogViewState = { readonly byServer: Readonly<Record<string, LogView>> }

const useLogViews = create<LogViewState>()(() => ({ byServer: {} }))

export function useLogView(serverId: ServerId): LogView {
  return useLogViews(({ byServer }) => byServer[serverId] ?? NEW_VIEW)
}

export function changeLogView(serverId: ServerId, change: Partial<LogView>): void {
  useLogViews.setState(({ byServer }) => ({
    byServer: { ...byServer, [serverId]: { ...(byServer[serverId] ?? NEW_VIEW), ...change } }
  }))
}
