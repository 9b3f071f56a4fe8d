/** Whether and when a request is made again. Pure: whoever asks does the waiting. */
import { failureOf, isUnanswered, type Outcome, type Waiting } from '../../shared/calls/call'
import { isUnreachable } from '../../shared/protocol/failure'
import { resetDelay } from '../../shared/protocol/rate-limit'
import type { RetryProfile } from '../../shared/servers/server-config'

/** Nobody is made to wait longer than this without having been asked. */
export const LONGEST_WAIT_MS = 300_000

/** How much longer than the profile says a wait may be, so that many do not come back at once. */
const JITTER = 0.25

export type RetryQuestion = {
  readonly outcome: Outcome
  /** How often it has been made again already. */
  readonly attempt: number
  /** Asking twice changes nothing at the server. Never true of a call: its claims are not trusted. */
  readonly isRepeatable: boolean
  readonly profile: RetryProfile
  readonly nowMs: number
  /** From 0 up to 1. */
  readonly random: () => number
}

/** How long to wait before the request is made again; undefined if it must not be. */
export function retryDelay(question: RetryQuestion): number | undefined {
  const { outcome, attempt, isRepeatable, profile, nowMs } = question
  if (attempt >= profile.retries) return undefined
  if (outcome.kind === 'error') {
    const untilReset = resetDelay(outcome.error.data, nowMs)
    return isRepeatable ? bearable(untilReset) : undefined
  }
  const failure = failureOf(outcome)
  if (!failure) return undefined
  if (!isRepeatable && !failure.isUnsent) return undefined
  switch (failure.class) {
    case 'rate-limit':
      return bearable(failure.retryAfterMs ?? backoff(question))
    case 'network':
    case 'proxy':
      return isUnreachable(failure) ? backoff(question) : undefined
    case 'http':
      return (failure.status ?? 0) >= 500 ? backoff(question) : undefined
    default:
      return undefined
  }
}

function bearable(ms: number | undefined): number | undefined {
  return ms !== undefined && ms <= LONGEST_WAIT_MS ? ms : undefined
}

function backoff({ attempt, profile, random }: RetryQuestion): number {
  const full = Math.min(profile.firstDelayMs * profile.factor ** attempt, profile.maxDelayMs)
  const jitter = profile.hasJitter ? full * JITTER * random() : 0
  return Math.min(Math.round(full + jitter), profile.maxDelayMs)
}

/** Whose doing it is that a request waits. */
export function whyWait(outcome: Outcome): Waiting['why'] {
  const failure = failureOf(outcome)
  if (failure && isUnreachable(failure)) return 'unreachable'
  return !failure || failure.retryAfterMs !== undefined ? 'asked' : 'busy'
}

/** Why a request is made again, in the words of what became of it. */
export function whyAgain(outcome: Outcome): string {
  if (outcome.kind === 'error') return outcome.error.message
  return isUnanswered(outcome) ? outcome.reason : outcome.kind
}
