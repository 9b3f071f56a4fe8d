import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../shared/calls/call'
import type { WireFailure } from '../../shared/protocol/failure'
import { RETRY_PROFILES } from '../../shared/servers/server-config'
import { retryDelay } from './retry'

const NOW = 1_800_000_000_000

function lost(failure: Partial<WireFailure>): Outcome {
  const whole = { class: 'network', message: 'x', isUnsent: false, ...failure } as const
  return { kind: 'connection-lost', reason: 'x', failure: whole }
}

function delay(outcome: Outcome, isRepeatable = true, attempt = 0, random = 0): number | undefined {
  const profile = RETRY_PROFILES.standard
  return retryDelay({ outcome, attempt, isRepeatable, profile, nowMs: NOW, random: () => random })
}

describe('retryDelay', () => {
  it('doubles from one second, three times, and never exceeds its longest', () => {
    expect([0, 1, 2, 3].map((attempt) => delay(lost({}), true, attempt))).toEqual([
      1_000,
      2_000,
      4_000,
      undefined
    ])
  })

  it('only ever waits longer than that by chance, and by a quarter at most', () => {
    expect([0, 1, 2].map((attempt) => delay(lost({}), true, attempt, 1))).toEqual([
      1_250, 2_500, 5_000
    ])
  })

  it('never waits longer than 30 seconds, whatever chance says', () => {
    const profile = { ...RETRY_PROFILES.standard, retries: 9 }
    const question = { outcome: lost({}), isRepeatable: true, profile, nowMs: NOW }
    const waits = [4, 5, 8].map((attempt) => retryDelay({ ...question, attempt, random: () => 1 }))
    expect(waits).toEqual([20_000, 30_000, 30_000])
  })

  it('waits 5, 10 and 20 seconds in the patient profile, without jitter', () => {
    const waits = [0, 1, 2].map((attempt) =>
      retryDelay({
        outcome: lost({}),
        attempt,
        isRepeatable: true,
        profile: RETRY_PROFILES.patient,
        nowMs: NOW,
        random: () => 0
      })
    )
    expect(waits).toEqual([5_000, 10_000, 20_000])
  })

  it.each<[string, Outcome, boolean, boolean]>([
    ['a read that was cut off', lost({}), true, true],
    ['a call that may have reached the server', lost({}), false, false],
    ['a call that was never sent', lost({ isUnsent: true, code: 'ECONNREFUSED' }), false, true],
    ['a call that was turned away', lost({ class: 'rate-limit', isUnsent: true }), false, true],
    ['a read after 502', lost({ class: 'http', status: 502 }), true, true],
    ['a read after 404', lost({ class: 'http', status: 404 }), true, false],
    ['a call after 500', lost({ class: 'http', status: 500 }), false, false],
    [
      'a read without permission',
      lost({ class: 'auth', status: 401, isUnsent: true }),
      true,
      false
    ],
    ['a read over bad TLS', lost({ class: 'tls', isUnsent: true }), true, false],
    ['a read of a dead process', lost({ class: 'process' }), true, false],
    ['a read that timed out', { kind: 'timeout', afterMs: 1 }, true, false],
    ['a result', { kind: 'result', result: {} }, true, false]
  ])('of %s', (_, outcome, isRepeatable, isRetried) => {
    expect(delay(outcome, isRepeatable) !== undefined).toBe(isRetried)
  })

  it('waits as long as the server says, but not without end', () => {
    const limited = (retryAfterMs: number): Outcome =>
      lost({ class: 'rate-limit', isUnsent: true, retryAfterMs })
    expect([0, 7_000, 300_000, 300_001].map((ms) => delay(limited(ms), false))).toEqual([
      0,
      7_000,
      300_000,
      undefined
    ])
  })

  it('waits for the reset that an error names, where asking again is safe', () => {
    const error: Outcome = {
      kind: 'error',
      error: { code: -32000, message: 'Rate limit exceeded', data: { reset: 3 } }
    }
    expect([delay(error, true), delay(error, false)]).toEqual([3_000, undefined])
    expect(delay({ kind: 'error', error: { code: -32000, message: 'x' } })).toBeUndefined()
  })
})
