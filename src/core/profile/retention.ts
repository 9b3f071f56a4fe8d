/**
 * How much is kept, by the settings. A number that could not be read deletes nothing: who chose 3,000 days
 * must not lose records because the file with the settings was damaged.
 */
import type { ServerId } from '../../shared/protocol/ids'
import { isUnread, type Preferences } from '../../shared/ipc/preferences'
import type { AuditSettings } from '../audit/log/audit-messages'
import type { StoreLimits } from '../store/store-messages'

const MEGABYTE = 1024 * 1024
/** More than any disk has, and older than any record: as numbers that a database and a date can hold. */
const EVERYTHING = { bytes: Number.MAX_SAFE_INTEGER, days: 36_500 }

export function auditSettingsOf(preferences: Preferences): AuditSettings {
  const { auditMegabytes, auditDays, auditFolder } = preferences
  const isHeld = isUnread(preferences, 'auditDays', 'auditMegabytes')
  return {
    ...(isHeld ? EVERYTHING : { bytes: auditMegabytes * MEGABYTE, days: auditDays }),
    ...(auditFolder !== '' && { folder: auditFolder })
  }
}

export function trafficLimitsOf(preferences: Preferences): StoreLimits {
  const { trafficMegabytes, trafficDays } = preferences
  const isHeld = isUnread(preferences, 'trafficDays', 'trafficMegabytes')
  return isHeld ? EVERYTHING : { bytes: trafficMegabytes * MEGABYTE, days: trafficDays }
}

/** How many calls of each tool. */
export function historyLimitOf(preferences: Preferences): number {
  return isUnread(preferences, 'historyLimit') ? Number.POSITIVE_INFINITY : preferences.historyLimit
}

/** Whether only the beginning of texts that are sent to a server is kept in the audit log. */
export function isTextCut(preferences: Preferences, serverId: ServerId): boolean {
  return isUnread(preferences, 'auditCutServers') || preferences.auditCutServers.includes(serverId)
}
