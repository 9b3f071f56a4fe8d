/** How a record is told to a person. */
import type {
  AuditDetail,
  AuditRecord,
  AuditStatus,
  AuditVerdict
} from '../../../shared/traffic/audit'
import type { NamedServer } from '../../../shared/servers/server-names'
import { dayOf } from '../../ui/time/day'
import { count, milliseconds, shortTimeOfDay } from '../../ui/text/format'

export const STATUS_TONES: Readonly<Record<AuditStatus, string>> = {
  ok: 'good',
  failed: 'bad',
  cancelled: 'plain',
  running: 'busy',
  interrupted: 'bad'
}

/** What goes on because of it. */
const ALLOWED: readonly string[] = ['accepted', 'approved', 'granted', 'shared', 'trusted']

/** Nothing has gone wrong where somebody said no. */
export function endingOf({ status, decision }: AuditRecord): { word: string; tone: string } {
  if (decision === undefined) return { word: status, tone: STATUS_TONES[status] }
  return { word: decision, tone: ALLOWED.includes(decision) ? 'good' : 'plain' }
}

/** The time of today, and the day of what was before. */
export function momentOf(time: number, now: number): string {
  return dayOf(time, now) ?? shortTimeOfDay(time)
}

/** How long it took, or how long the person did; undefined for what took no time. */
export function tookOf({ kind, durationMs }: AuditRecord): string | undefined {
  const isMoment = durationMs === undefined || (kind === 'note' && durationMs === 0)
  return isMoment ? undefined : milliseconds(durationMs)
}

/** The window may know of another server of that name, about which there is no record. */
export function auditedServer(
  { serverId, serverName }: AuditRecord,
  nameOf: (server: NamedServer) => string
): string {
  if (serverName === undefined) return 'Patchbay'
  return nameOf({ id: serverId ?? serverName, name: serverName })
}

export function subjectOf({ method, target }: AuditRecord): string {
  return target === undefined ? method : `${method} ${target}`
}

export function statusSentence({ status, kind }: AuditDetail): string | undefined {
  if (status === 'interrupted') {
    return 'Patchbay ended before it was known how this ended. It may have been done.'
  }
  if (kind === 'raw') return 'A person wrote this frame. How it was answered is in the traffic.'
  return undefined
}

export function verdictWords(verdict: AuditVerdict): string {
  if (!verdict.isIntact) return `Not intact: ${verdict.why}`
  const { records, removed, loss, caveat } = verdict
  const kept = records === 1 ? 'exactly as it was written' : 'exactly as they were written'
  const older = removed === 0 ? '' : ` No longer kept: ${count(removed, 'older one')}.`
  const lost = loss
    ? ` But record ${loss.id} says that records before it are missing: ${loss.why}`
    : ''
  const unchecked = caveat === undefined ? '' : ` ${caveat}`
  return `Intact: ${count(records, 'record')}, ${kept}.${older}${unchecked}${lost}`
}
