/** What is asked and what became of it, in words. */
import type { AskKind, LeftItem, Policy, RiskLevel } from '../../../shared/inbox'
import type { ServerSummary } from '../../../shared/server-config'
import { count } from '../../ui/format'

export const KIND_WORDS: Readonly<Record<AskKind, string>> = {
  consent: 'Consent',
  approval: 'Approval of a call',
  form: 'Values',
  url: 'A page',
  sampling: 'A model’s answer',
  roots: 'Folders',
  scopes: 'More access'
}

/** After the name of the server. */
const ASKS: Readonly<Record<Exclude<AskKind, 'approval'>, string>> = {
  consent: 'asks whether it may do this',
  form: 'asks you for values',
  url: 'wants you to go to a page',
  sampling: 'asks for the answer of a model',
  roots: 'asks which folders it may work in',
  scopes: 'needs more access than you have granted'
}

/** Around the name of the server: calls are made to it, and everything else is asked by it. */
export function wordsAround(kind: AskKind): readonly [before: string, after: string] {
  return kind === 'approval' ? ['A call to ', ' needs your approval'] : ['', ` ${ASKS[kind]}`]
}

/** What becomes of it by itself. */
export const UNANSWERED: Readonly<Record<AskKind, string>> = {
  consent: 'Denied',
  approval: 'Not called',
  form: 'Cancelled',
  url: 'Cancelled',
  sampling: 'Declined',
  roots: 'Nothing is shared',
  scopes: 'Denied'
}

/** To a server these are two things. */
export const DECLINE_MEANS = 'Tells the server that you say no.'
export const CANCEL_MEANS = 'Tells the server that you have decided nothing.'

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
  switch (leaving) {
    case 'answered':
      return word ?? 'answered'
    case 'cancelled':
      return kind === 'approval' ? 'you took the call back' : 'taken back by the server'
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

/** What a person who has not read everything cannot do yet. */
export const READ_FIRST: Readonly<Record<AskKind, string>> = {
  consent: 'Read to the end before you allow it.',
  approval: 'Read to the end before you have it called.',
  form: 'Read to the end before you send it.',
  url: 'Read to the end before you open it.',
  sampling: 'Read to the end before you send it.',
  roots: 'Read to the end before you share something.',
  scopes: 'Read to the end before you allow it.'
}

/** Where the server comes from: what is run, or what is reached. */
export function originOf(server: ServerSummary): string {
  if (server.transport === 'unknown') return ''
  if (server.transport !== 'stdio') return server.url
  return [server.command, ...server.args].join(' ')
}
