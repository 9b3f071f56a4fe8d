import { describe, expect, it } from 'vitest'
import type { Outcome } from '../calls/call'
import { explainOutcome } from './explain'
import type { WireFailure } from '../protocol/failure'

function lost(failure: Partial<WireFailure>): Outcome {
  const whole = { class: 'network', message: 'Gone.', isUnsent: false, ...failure } as const
  return { kind: 'connection-lost', reason: 'Gone.', failure: whole }
}

describe('explainOutcome', () => {
  it.each<[string, Outcome, string, string]>([
    [
      'a tool that says it failed',
      { kind: 'result', result: { isError: true } },
      'application',
      'server'
    ],
    [
      'an error answer',
      { kind: 'error', error: { code: -32602, message: 'x' } },
      'protocol',
      'server'
    ],
    [
      'an answer that is none',
      { kind: 'error', error: { code: 0, message: 'x' } },
      'protocol',
      'server'
    ],
    ['silence', { kind: 'timeout', afterMs: 1 }, 'transport', 'server'],
    ['a broken connection', lost({}), 'transport', 'network'],
    ['a bad certificate', lost({ class: 'tls' }), 'transport', 'server'],
    ['a refusal', lost({ class: 'auth' }), 'transport', 'server'],
    ['what the person wanted', { kind: 'cancelled' }, 'patchbay', 'person']
  ])('names the tier and whose doing it is: %s', (_, outcome, tier, blame) => {
    expect(explainOutcome(outcome)).toMatchObject({ tier, blame })
  })

  it('has nothing to explain when it went well', () => {
    expect(explainOutcome({ kind: 'result', result: { isError: false } })).toBeUndefined()
  })

  it.each([-32700, -32600, -32601, -32602, -32603, -32002, -32042, -32800, -32020, -32021, -32022])(
    'names the code %i, and says what to do about it',
    (code) => {
      const explained = explainOutcome({ kind: 'error', error: { code, message: 'x' } })
      expect(explained?.what).toMatch(/error -\d+ \(.+\): x/)
      expect(explained?.next).not.toMatch(/for the server to say/)
    }
  )

  it.each([-32000, -32001, -32050, -32099])('calls %i a server error', (code) => {
    const explained = explainOutcome({ kind: 'error', error: { code, message: 'Too many' } })
    expect(explained).toMatchObject({
      tier: 'protocol',
      blame: 'server',
      what: `The server answered with error ${code} (Server error): Too many`
    })
  })

  it('gives no name to codes that neither specification has', () => {
    const error = { code: -31999, message: 'x' }
    expect(explainOutcome({ kind: 'error', error })?.what).toMatch(/with error -31999: x/)
  })

  it('tells one story of arguments that the schema forbids: the person sent them, and was refused', () => {
    const refusals: readonly Outcome[] = [
      { kind: 'result', result: { isError: true } },
      { kind: 'error', error: { code: -32602, message: 'x' } }
    ]
    for (const outcome of refusals) {
      const explained = explainOutcome(outcome, { asked: 'call', arguments: 'forbidden' })
      expect(explained?.blame).toBe('person')
      expect(explained?.next).toMatch(/schema forbids.*as it should be/)
    }
  })

  it('never advises to change arguments that there are none of, or that fit', () => {
    const failed: Outcome = { kind: 'result', result: { isError: true } }
    const next = (given: 'none' | 'fit'): string | undefined =>
      explainOutcome(failed, { asked: 'call', arguments: given })?.next
    expect([next('none'), next('fit'), explainOutcome(failed)?.next]).toEqual([
      expect.stringContaining('without arguments'),
      expect.stringContaining('fit the schema'),
      'Read what it says.'
    ])
  })

  it('sees a server and its schema disagree when it refuses arguments that fit', () => {
    const refused: Outcome = { kind: 'error', error: { code: -32602, message: 'x' } }
    for (const given of ['none', 'fit'] as const) {
      const explained = explainOutcome(refused, { asked: 'call', arguments: given })
      expect(explained).toMatchObject({ blame: 'server' })
      expect(explained?.next).toContain('the server and its own schema disagree')
    }
  })

  it('does not speak of a schema where there is none', () => {
    const refused: Outcome = { kind: 'error', error: { code: -32602, message: 'x' } }
    expect(explainOutcome(refused, { asked: 'resource' })?.next).toMatch(/URI.*variable/)
    expect(explainOutcome(refused, { asked: 'prompt' })?.next).toMatch(/the prompt asks for/)
  })

  it('does not ask for a server to be opened that is open again', () => {
    const died: Outcome = { kind: 'connection-lost', reason: 'It exited.' }
    const next = (server?: 'open' | 'opening'): string | undefined =>
      explainOutcome(died, server && { server })?.next
    expect([next(), next('open'), next('opening')]).toEqual([
      expect.stringContaining('open it again'),
      expect.stringContaining('it is open again already'),
      expect.stringContaining('it is opened again by itself')
    ])
  })

  it('says that it may have been done all the same, unless it cannot have been', () => {
    const what = (isUnsent: boolean): string => explainOutcome(lost({ isUnsent }))?.what ?? ''
    expect([what(true), what(false)]).toEqual([
      'Gone.',
      'Gone. What was asked for may have been done all the same.'
    ])
  })

  it('says when a server takes requests again, where its error does', () => {
    const error = { code: -32000, message: 'Rate limit exceeded', data: { reset: 60 } }
    expect(explainOutcome({ kind: 'error', error })?.next).toBe(
      'The server takes requests again in 60 s; call it then.'
    )
  })

  it('says when a server that limits its callers takes requests again', () => {
    const next = (retryAfterMs: number): string =>
      explainOutcome(lost({ class: 'rate-limit', retryAfterMs }))?.next ?? ''
    expect([next(90_000), next(3_600_000)]).toEqual([
      'The server takes requests again in 90 s; call it then.',
      'The server takes requests again in 60 min; call it then.'
    ])
  })
})
