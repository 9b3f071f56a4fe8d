/** How writing the audit log goes, and what of it is looked at. Kept while the person is elsewhere. */
import { create } from 'zustand'
import type { AuditQuery, AuditStanding } from '../../../shared/traffic/audit'

type AuditState = {
  readonly standing: AuditStanding
  readonly query: AuditQuery
  /** All of a session together. */
  readonly isGrouped: boolean
  readonly selectedId?: number | undefined
}

export const useAudit = create<AuditState>()(() => ({
  standing: { isOn: true, newest: 0, revision: 0 },
  query: { text: '' },
  isGrouped: false
}))

export function setStanding(standing: AuditStanding): void {
  useAudit.setState({ standing })
}

export function changeAudit(change: Partial<Omit<AuditState, 'standing'>>): void {
  useAudit.setState(change)
}
