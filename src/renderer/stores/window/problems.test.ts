import { beforeEach, describe, expect, it } from 'vitest'
import type { ServerId } from '../../../shared/protocol/ids'
import type { Problem } from '../../../shared/traffic/problem'
import { emptyProblems, startProblems, updateProblems, useProblems } from './problems'

const problem: Problem = {
  id: 1,
  key: 'failed demo',
  serverId: 'demo' as ServerId,
  kind: 'failed',
  time: 0,
  message: 'demo broke too often.',
  action: { kind: 'reopen', serverId: 'demo' as ServerId }
}

describe('problems', () => {
  beforeEach(() => useProblems.setState(emptyProblems()))

  it('are those main had when it was asked', () => {
    startProblems([problem])
    expect(useProblems.getState().problems).toEqual([problem])
  })

  it('stay dismissed when an older answer comes after the news', () => {
    updateProblems([])
    startProblems([problem])
    expect(useProblems.getState().problems).toEqual([])
  })
})
