/** What the command line asks of servers is written into the same audit log as what the app does. */
import { auditFiles } from '../../core/audit/log/audit-files'
import { openDirectAudit } from '../../core/audit/log/direct-audit'
import { noteJump } from '../../core/audit/auditing'
import type { Redactor } from '../../core/redaction/redaction'
import { systemClock, systemTime } from '../../core/time/clock'
import { auditSettingsOf, isTextCut } from '../../core/profile/retention'
import type { Preferences } from '../../shared/ipc/preferences'

export type CallAuditOptions = {
  readonly profile: string
  readonly preferences: Preferences
  /** Of the server that is asked, if it is one. */
  readonly name?: string
  readonly redactor: Redactor
  readonly isWanted: boolean
  readonly onNotice: (message: string) => void
}

export function openCallAudit(options: CallAuditOptions) {
  const { profile, preferences, name, redactor, isWanted, onNotice } = options
  const audit = openDirectAudit({
    ...auditFiles(profile),
    settings: auditSettingsOf(preferences),
    redactor,
    clock: systemClock,
    isOn: () => isWanted && preferences.isAudited,
    nameOf: (serverId) => name ?? serverId,
    isTextCut: (serverId) => isTextCut(preferences, serverId),
    wayOut: 'Mend this or add --no-audit, then call again.',
    onNotice
  })
  const stopHearing = systemTime.onJump((jump) => noteJump(audit, jump))
  const close = (): void => {
    stopHearing()
    audit.keeper.close()
  }
  return { ...audit, close }
}
