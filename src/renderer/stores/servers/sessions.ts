import { create } from 'zustand'
import { EMPTY_CATALOGUE, LIST_KINDS, type Catalogue } from '../../../shared/calls/catalogue'
import type { CatalogueUpdate } from '../../../shared/calls/catalogue-change'
import type { SessionReport } from '../../../shared/ipc/ipc-contract'
import type { ServerId } from '../../../shared/protocol/ids'
import { IDLE } from '../../../shared/servers/session-state'

type SessionsState = { readonly byServer: Readonly<Record<string, SessionReport>> }
type SessionPart = Omit<SessionReport, 'catalogue'>

export const useSessions = create<SessionsState>()(() => ({ byServer: {} }))

const NOTHING: readonly never[] = []

/** As if nothing were known of it. */
export function emptySession(serverId: ServerId): SessionReport {
  return {
    serverId,
    state: IDLE,
    catalogue: EMPTY_CATALOGUE,
    subscriptions: NOTHING,
    changes: NOTHING
  }
}

/** A catalogue comes by itself; everything else comes together. */
export function withSession(before: SessionReport, part: SessionPart): SessionReport {
  return { ...part, catalogue: before.catalogue }
}

export function withCatalogue(
  before: SessionReport,
  { serverId: _, ...update }: CatalogueUpdate
): SessionReport {
  return { ...before, catalogue: { ...before.catalogue, ...update } }
}

/** What was heard before the list came is newer than the list; what still is empty was not heard of. */
export function withListed(listed: SessionReport, heard: SessionReport | undefined): SessionReport {
  if (!heard) return listed
  const session = heard.state === IDLE ? listed : heard
  return { ...session, catalogue: withListedLists(listed.catalogue, heard.catalogue) }
}

function withListedLists(listed: Catalogue, heard: Catalogue): Catalogue {
  if (heard.findings === EMPTY_CATALOGUE.findings) return listed
  const unheard = LIST_KINDS.filter((kind) => heard[kind] === EMPTY_CATALOGUE[kind])
  return { ...heard, ...Object.fromEntries(unheard.map((kind) => [kind, listed[kind]])) }
}

export function startSessions(reports: readonly SessionReport[]): void {
  useSessions.setState(({ byServer }) => ({
    byServer: {
      ...byServer,
      ...Object.fromEntries(
        reports.map((report) => [report.serverId, withListed(report, byServer[report.serverId])])
      )
    }
  }))
}

export function updateSession(part: SessionPart): void {
  change(part.serverId, (before) => withSession(before, part))
}

export function updateCatalogue(update: CatalogueUpdate): void {
  change(update.serverId, (before) => withCatalogue(before, update))
}

export function useSession(serverId: ServerId): SessionReport {
  const report = useSessions(({ byServer }) => byServer[serverId])
  return report ?? emptySession(serverId)
}

function change(serverId: ServerId, next: (before: SessionReport) => SessionReport): void {
  useSessions.setState(({ byServer }) => ({
    byServer: { ...byServer, [serverId]: next(byServer[serverId] ?? emptySession(serverId)) }
  }))
}
