/** Writes down what is done for the person, and tells the window how that goes. */
import { auditFiles } from '../../core/audit/log/audit-files'
import { AuditLog } from '../../core/audit/log/audit-log'
import { AuditClient } from '../../core/ledger/audit-client'
import { noteJump, type Auditing } from '../../core/audit/auditing'
import type { Ledger } from '../../core/ledger/ledger'
import type { Redactor } from '../../core/redaction/redaction'
import { systemClock, systemTime, type WallTime } from '../../core/time/clock'
import type { Problems } from '../../core/problems/problems'
import { auditSettingsOf, isTextCut } from '../../core/profile/retention'
import type { AuditSpec, AuditStanding } from '../../shared/traffic/audit'
import type { ServerId } from '../../shared/protocol/ids'
import type { Preferences } from '../../shared/ipc/preferences'
import type { ListCount, OpenedList } from '../../shared/traffic/list'
import type { WindowEvents } from '../ipc/broadcast'
import { OpenViews, withoutEnds } from './open-views'
import type { PreferencesHolder } from '../profile/preferences'

export type AuditParts = {
  readonly profile: string
  readonly redactor: Redactor
  readonly preferences: Pick<PreferencesHolder, 'get' | 'change'>
  readonly nameOf: (serverId: ServerId) => string
  readonly events: Pick<WindowEvents, 'send' | 'isBehind'>
  readonly problems: Problems
  readonly ledger: Ledger
  readonly time?: Pick<WallTime, 'now' | 'onJump'>
}

export type Audit = Auditing & {
  readonly thread: Pick<AuditClient, 'ask'>
  /** Of the window. */
  readonly views: OpenViews<AuditSpec, OpenedList<ListCount>>
  readonly standing: () => AuditStanding
  /** The person wants it otherwise. Says so in the log, as long as there is one. */
  readonly change: (change: Partial<Preferences>) => Preferences
  /** What has happened is on disk when it resolves. */
  readonly stop: () => Promise<void>
}

const TO_SETTINGS = { kind: 'settings', section: 'audit' } as const
const DAMAGED = 'audit damaged'

/** What may not be changed without a word in the log. */
const TOLD = [
  'isAudited',
  'auditDays',
  'auditMegabytes',
  'auditFolder',
  'auditCutServers'
] as const satisfies readonly (keyof Preferences)[]

export function openAudit(parts: AuditParts): Audit {
  const { profile, redactor, preferences, nameOf, problems, time = systemTime } = parts
  const { send, isBehind } = parts.events
  let known: Omit<AuditStanding, 'isOn' | 'notice'> = { newest: 0, revision: 0 }
  let notice: string | undefined
  let hidden = 0
  const standing = (): AuditStanding => ({
    ...known,
    isOn: preferences.get().isAudited,
    ...(notice !== undefined && { notice })
  })
  const tellStanding = (): void => {
    const { isOn, problem, folderProblem } = standing()
    send('audit.changed', standing())
    const cannot = `The audit log cannot be written: ${problem}. Until it can, nothing is sent to servers for you.`
    const told = (message: string) => ({ kind: 'storage', message, action: TO_SETTINGS }) as const
    problems.hold('audit', isOn && problem !== undefined ? told(cannot) : undefined)
    const hasFault = isOn && folderProblem !== undefined
    problems.hold('audit folder', hasFault ? told(folderProblem) : undefined)
  }
  const thread = new AuditClient({
    ledger: parts.ledger,
    start: { ...auditFiles(profile), settings: auditSettingsOf(preferences.get()) },
    onStanding: (now) => {
      known = now
      tellStanding()
    },
    onNotice: (message, path) => {
      notice = message
      send('audit.changed', standing())
      const action = { kind: 'reveal', path, isEnough: true } as const
      problems.raise({ key: DAMAGED, kind: 'damaged', message, action })
    },
    onGrowth: (grew) => send('audit.grew', isBehind() ? withoutEnds(grew) : grew)
  })
  const views: Audit['views'] = new OpenViews({
    open: (spec) => thread.ask('openView', spec),
    close: (viewId) => thread.ask('closeView', viewId)
  })
  thread.breaks.hear(() => send('audit.grew', views.gone()))
  problems.onChange((_, change) => {
    if (!('ended' in change) || change.ended.key !== DAMAGED) return
    notice = undefined
    send('audit.changed', standing())
  })
  /** Before the records in which they may be. */
  const hideSecrets = (): void => {
    if (redactor.size === hidden) return
    hidden = redactor.size
    thread.hide(redactor.known())
  }
  const { intend, note } = new AuditLog({
    begin: (intent) => {
      hideSecrets()
      return thread.begin(intent)
    },
    hand: (late) => {
      hideSecrets()
      thread.hand(late)
    },
    clock: { ...systemClock, wall: time.now },
    isOn: () => preferences.get().isAudited,
    nameOf,
    isTextCut: (serverId) => isTextCut(preferences.get(), serverId),
    wayOut: 'Mend this or turn off the audit log in the settings, then call again.'
  })
  const stopHearing = time.onJump((jump) => noteJump({ intend, note }, jump))
  const change = (wanted: Partial<Preferences>): Preferences => {
    const before = preferences.get()
    const told = TOLD.filter(
      (name) =>
        wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(before[name])
    )
    const tell = (): void => {
      const params = Object.fromEntries(told.map((name) => [name, wanted[name]]))
      if (told.length === 0) return
      note({ method: 'patchbay/config', params: { action: 'change the audit log', ...params } })
    }
    // The last word before it is turned off, and the first after it is turned on.
    if (before.isAudited) tell()
    const changed = preferences.change(wanted)
    if (!before.isAudited) tell()
    thread.configure(auditSettingsOf(changed))
    if (told.length > 0) tellStanding()
    return changed
  }
  return {
    intend,
    note,
    thread,
    views,
    standing,
    change,
    stop: () => {
      stopHearing()
      return thread.settled()
    }
  }
}
