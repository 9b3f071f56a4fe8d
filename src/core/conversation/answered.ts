import type { Outcome } from '../../shared/calls/call'
import type { Exchange, ResourceReading } from '../../shared/calls/exchange'
import type { Clock } from '../time/clock'
import type { RequestOptions } from './rpc-peer'

/** An exchange with all of its outcome, however large. */
export type Answered = Omit<Exchange, 'outcome'> & { readonly outcome: Outcome }
export type Reading = Omit<ResourceReading, 'outcome'> & { readonly outcome: Outcome }

type Hooks = Required<Pick<RequestOptions, 'onSent' | 'onAnswer'>>

/** Asks, and takes note of how long it took and of where it is in the log. */
export async function answered(
  clock: Clock,
  ask: (hooks: Hooks) => Promise<Outcome>
): Promise<Answered> {
  let noted: Omit<Answered, 'outcome' | 'tookMs'> & { tookMs?: number } = {}
  const startedAt = clock.monotonic()
  const outcome = await ask({
    onSent: ({ seq }) => (noted = { requestSeq: seq }),
    onAnswer: ({ seq, bytes, tookMs, violations }) =>
      (noted = {
        ...noted,
        answerSeq: seq,
        answerBytes: bytes,
        ...(tookMs !== undefined && { tookMs }),
        ...(violations && { violations })
      })
  })
  // What the wire took, where there was an answer; how long the person waited, where there was none.
  return { tookMs: clock.monotonic() - startedAt, ...noted, outcome }
}

export function lost(): Outcome {
  return { kind: 'connection-lost', reason: 'The session was closed.' }
}
