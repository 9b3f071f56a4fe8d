/** What you are told while settings that decide what is deleted or cut could not be read. */
import type { Loss } from '../../core/disk/state-file'
import type { Raised } from '../../core/problems/problems'
import { isUnread, type Preferences } from '../../shared/ipc/preferences'

type Told = Omit<Raised, 'key'>

/** Undefined when all of them are known. What else this run could not read is told with it. */
export function unreadSettings(preferences: Preferences, loss?: Loss): Told | undefined {
  const { unread } = preferences
  if (unread.length === 0) return undefined
  const names = unread.map(({ setting }) => `"${setting}"`).join(', ')
  const copies = [...new Set(unread.map(({ copy }) => copy))].join(' and ')
  const what = hasMadeUnread(preferences, loss)
    ? loss.message
    : `Some settings could not be read. Patchbay kept a copy of the file as ${copies}.`
  const message = `${what} Until you choose ${names} again, ${meanwhile(preferences).join(', and ')}.`
  return { kind: 'damaged', message, action: { kind: 'settings', section: sectionOf(preferences) } }
}

/** Whether settings are unread because of what this run could not read. */
export function hasMadeUnread({ unread }: Preferences, loss: Loss | undefined): loss is Loss {
  return loss !== undefined && unread.some(({ copy }) => copy === loss.path)
}

function meanwhile(preferences: Preferences): readonly string[] {
  const kept = [
    ...(isUnread(preferences, 'auditDays', 'auditMegabytes') ? ['the audit log'] : []),
    ...(isUnread(preferences, 'trafficDays', 'trafficMegabytes') ? ['the traffic'] : []),
    ...(isUnread(preferences, 'historyLimit') ? ['the history of calls'] : [])
  ]
  const isCut = isUnread(preferences, 'auditCutServers')
  return [
    ...(kept.length > 0 ? [`nothing is deleted from ${kept.join(' or ')}`] : []),
    ...(isCut ? ['only the beginning of texts is kept in the audit log, for every server'] : [])
  ]
}

function sectionOf(preferences: Preferences): 'audit' | 'traffic' | 'history' {
  if (isUnread(preferences, 'auditDays', 'auditMegabytes', 'auditCutServers')) return 'audit'
  return isUnread(preferences, 'trafficDays', 'trafficMegabytes') ? 'traffic' : 'history'
}
