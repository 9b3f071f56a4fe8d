/** Which servers are started again when their files change, and what came of the last change. */
import { create } from 'zustand'
import type { ServerId } from '../../../shared/protocol/ids'
import type { WatchReport } from '../../../shared/traffic/watch'

type WatchState = {
  readonly byServer: Readonly<Record<string, WatchReport>>
  /** The server whose choice of what to watch is open. */
  readonly choosingFor?: ServerId | undefined
  /** By server: the time of the restart whose line the person has closed. */
  readonly closed: Readonly<Record<string, number>>
}

export function emptyWatch(): WatchState {
  return { byServer: {}, closed: {} }
}

export const useWatch = create<WatchState>()(emptyWatch)

/** What main had when it was asked; what has changed since is newer. */
export function startWatches(reports: readonly WatchReport[]): void {
  const listed = Object.fromEntries(reports.map((report) => [report.serverId, report]))
  useWatch.setState(({ byServer }) => ({ byServer: { ...listed, ...byServer } }))
}

export function updateWatch(report: WatchReport): void {
  useWatch.setState(({ byServer }) => ({ byServer: { ...byServer, [report.serverId]: report } }))
}

/** Opens the choice of what to watch, or closes it. */
export function chooseWatch(choosingFor: ServerId | undefined): void {
  useWatch.setState({ choosingFor })
}

/** Until the next restart, nothing is said of this one. */
export function closeRestart(serverId: ServerId, time: number): void {
  useWatch.setState(({ closed }) => ({ closed: { ...closed, [serverId]: time } }))
}
