import { beforeEach, describe, expect, it } from 'vitest'
import type { CallId, ServerId } from '../../../shared/protocol/ids'
import { followCall, goTo, selectServer, showPage, useView, wantArguments } from './view'

const demo = 'demo' as ServerId

beforeEach(() => useView.setState(useView.getInitialState(), true))

describe('the cursor that is wanted in the arguments', () => {
  it('is wanted no longer by someone who has gone elsewhere', () => {
    const ways = [
      () => goTo(demo, { tab: 'prompts' }),
      () => selectServer(demo),
      () => showPage('settings')
    ]
    for (const leave of ways) {
      wantArguments()
      leave()
      expect(useView.getState().isArgumentsWanted).toBe(false)
    }
  })
})

describe('followCall', () => {
  it('shows the call that repeats another to whoever looked at that one, and to nobody else', () => {
    const calls = { echo: 'a' as CallId, add: 'b' as CallId }
    goTo(demo, { calls })
    followCall(demo, 'a' as CallId, 'c' as CallId)
    followCall('other' as ServerId, 'b' as CallId, 'c' as CallId)
    expect(useView.getState().places[demo]?.calls).toEqual({ echo: 'c', add: 'b' })
  })
})
