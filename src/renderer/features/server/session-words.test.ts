import { describe, expect, it } from 'vitest'
import { secondsLeft } from '../../ui/time/use-seconds-left'
import { describeEra, describeState, describeWait } from './session-words'

describe('a server that waits to be opened again', () => {
  const state = {
    phase: 'waiting',
    until: 0,
    attempt: 1,
    attempts: 3,
    reason: 'Gone.',
    blame: 'server'
  } as const

  it('is neither ready nor failed', () => {
    expect(describeState(state)).toEqual({ glyph: '◔', word: 'waiting', tone: 'busy' })
  })

  it('is not reachable where the connection is the cause', () => {
    expect(describeState({ ...state, blame: 'network' }).word).toBe('not reachable')
  })

  it('counts down in whole seconds, and says when the time has come', () => {
    const words = [61_500, 2_001, 2_000, 1, 0, -50].map((left) =>
      describeWait(secondsLeft(1_000_000 + left, 1_000_000))
    )
    expect(words).toEqual([
      'opens again in 1 min 2 s',
      'opens again in 3 s',
      'opens again in 2 s',
      'opens again in 1 s',
      'opens again now',
      'opens again now'
    ])
  })
})

describe('an era', () => {
  it('has a word a person knows', () => {
    const words = (['legacy', 'modern', 'bare'] as const).map((era) => describeEra(era).word)
    expect(words).toEqual(['legacy', 'modern', 'no handshake'])
  })
})
