import { create } from 'zustand'
import { EMPTY_CATALOGUE } from '../../shared/catalogue'
import type { SessionReport } from '../../shared/ipc-contract'
import type { ServerId } from '../../shared/ids'
import { IDLE } from '../../shared/session-state'

type SessionsState = { readonly byServer: Readonly<Record<string, SessionReport>> }

export const useSessions = create<SessionsState>()(() => ({ byServer: {} }))

/** What main had when it was asked; what has changed since is newer. */
export function startSessions(reports: readonly SessionReport[]): void {
  const listed = Object.fromEntries(reports.map((report) => [report.serverId, report]))
  useSessions.setState(({ byServer }) => ({ byServer: { ...listed, ...byServer } }))
}

export function updateSession(report: SessionReport): void {
  useSessions.setState(({ byServer }) => ({
    byServer: { ...byServer, [report.serverId]: report }
  }))
}

export function useSession(serverId: ServerId): SessionReport {
  const report = useSessions(({ byServer }) => byServer[serverId])
  return report ?? { serverId, state: IDLE, catalogue: EMPTY_CATALOGUE }
}
