/** What is asked and what became of it, in words. */
import { SHEET_RECORDS } from '../../../../shared/question/sheet-records'
import type { LeftItem, Policy, RiskLevel } from '../../../../shared/question/inbox'
import type { ServerSummary } from '../../../../shared/servers/server-config'
import { count } from '../../../ui/text/format'

export const RISK_WORDS: Readonly<Record<RiskLevel, string>> = {
  low: 'Low risk',
  medium: 'Medium risk',
  high: 'High risk'
}

export const POLICY_WORDS: Readonly<Record<Policy, string>> = {
  ask: 'Ask always',
  once: 'Ask once per run',
  allow: 'Allow',
  deny: 'Deny'
}

/** What holds where nothing is set. */
export const UNSET_WORDS = { tool: 'By its risk', server: 'By their risk' } as const

const HOUR_MS = 3_600_000

export const REMEMBERED: readonly { readonly value: string; readonly label: string }[] = [
  { value: '', label: 'Ask again next time' },
  { value: String(HOUR_MS), label: 'For an hour' },
  { value: String(24 * HOUR_MS), label: 'For a day' },
  { value: String(7 * 24 * HOUR_MS), label: 'For 7 days' },
  { value: String(30 * 24 * HOUR_MS), label: 'For 30 days' }
]

export function becameOf({ kind, leaving, word, count: times }: LeftItem): string {
  const record = SHEET_RECORDS[kind]
  switch (leaving) {
    case 'answered':
      return word ?? 'answered'
    case 'cancelled':
      return 'cancelled' in record ? record.cancelled : 'taken back by the server'
    case 'closed':
      return 'its session ended'
    case 'expired':
      return 'nobody decided in time'
    case 'flood':
      return `cancelled by Patchbay without asking: ${count(times, 'question')} too many`
    case 'paused':
      return `denied while paused: ${count(times, 'question')}`
    case 'repeated':
      return `cancelled without asking: the same page again in one call, ${count(times, 'time')}`
    case 'denied':
      return 'denied with all others'
    case 'completed':
      return 'the server says that it is done'
  }
}

/** Where the server comes from: what is run, or what is reached. */
export function originOf(server: ServerSummary): string {
  if (server.transport === 'unknown') return ''
  if (server.transport !== 'stdio') return server.url
  return [server.command, ...server.args].join(' ')
}
