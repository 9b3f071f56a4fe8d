/** What the preferences say about the audit log. */
import type { Preferences } from '../../shared/preferences'
import type { AuditSettings } from './audit-messages'

const MEGABYTE = 1024 * 1024

export function auditSettingsOf(preferences: Preferences): AuditSettings {
  const { auditMegabytes, auditDays, auditFolder } = preferences
  return {
    bytes: auditMegabytes * MEGABYTE,
    days: auditDays,
    ...(auditFolder !== '' && { folder: auditFolder })
  }
}
