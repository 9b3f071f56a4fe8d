/** What the command line asks of servers is written into the same audit log as what the app does. */
import { join } from 'node:path'
import { auditSettingsOf } from '../core/audit/audit-settings'
import { auditPath, openDirectAudit } from '../core/audit/direct-audit'
import type { Redactor } from '../core/audit/redaction'
import { systemClock } from '../core/clock'
import { StateFile } from '../core/config/state-file'
import { DEFAULT_PREFERENCES } from '../shared/preferences'
import { StoredPreferences } from '../shared/preferences-schema'

export type CallAuditOptions = {
  readonly profile: string
  /** Of the server that is asked, if it is one. */
  readonly name?: string
  readonly redactor: Redactor
  readonly isWanted: boolean
  readonly onNotice: (message: string) => void
}

export function openCallAudit({ profile, name, redactor, isWanted, onNotice }: CallAuditOptions) {
  const file = new StateFile(join(profile, 'preferences.json'), StoredPreferences)
  const preferences = file.read({ ...DEFAULT_PREFERENCES, layouts: {} })
  return openDirectAudit({
    path: auditPath(profile),
    settings: auditSettingsOf(preferences),
    redactor,
    clock: systemClock,
    isOn: () => isWanted && preferences.isAudited,
    nameOf: (serverId) => name ?? serverId,
    isTextCut: (serverId) => preferences.auditCutServers.includes(serverId),
    wayOut: 'Free some space, or say --no-audit, then call again.',
    onNotice
  })
}
