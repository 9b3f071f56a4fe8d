import { describe, expect, it } from 'vitest'
import { failureWords, leftWords, markOf } from './sign-in-words'

describe('the time until tokens expire', () => {
  it.each([
    [-3, 'expired'],
    [0, 'expired'],
    [59, 'in 59 s'],
    [61, 'in 1 min 1 s'],
    [3_600, 'in 1 h 0 min'],
    [49 * 3_600, 'in 2 days']
  ])('%d s: %s', (seconds, words) => {
    expect(leftWords(seconds)).toBe(words)
  })
})

describe('the mark of a step', () => {
  const step = { id: 'authorization', state: 'failed', frames: [] } as const

  it('does not call it a failure when you stopped it yourself', () => {
    expect(markOf({ ...step, blame: 'you' }).word).toBe('Stopped')
    expect(markOf({ ...step, blame: 'server' }).word).toBe('Failed')
  })
})

describe('a sign-in that failed', () => {
  const failed = {
    phase: 'failed',
    why: 'Access was denied.',
    blame: 'you',
    steps: [{ id: 'authorization', state: 'failed', frames: [] }]
  } as const
  const facts = {
    issuer: 'https://login.example',
    clientId: 'me',
    clientSource: 'dynamic',
    grant: 'authorization-code',
    scopes: [],
    obtainedAt: 0,
    canRefresh: false,
    canRevoke: false,
    isBoundToKey: false,
    deviations: [],
    isKept: false
  } as const

  it('says that you are not signed in only where you are not', () => {
    const step = 'It stopped at the step “Your decision in the browser”.'
    expect(failureWords(failed)).toBe(`${step} You are not signed in.`)
    expect(failureWords({ ...failed, facts })).toBe(`${step} You are still signed in as before.`)
  })

  it('names whoever caused it', () => {
    expect(failureWords({ ...failed, blame: 'server', steps: [] })).toBe(
      'The server caused this. You are not signed in.'
    )
  })
})
