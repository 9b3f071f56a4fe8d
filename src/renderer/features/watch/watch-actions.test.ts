import { beforeEach, describe, expect, it } from 'vitest'
import type { CallId, ServerId } from '../../../shared/protocol/ids'
import type { WatchReport } from '../../../shared/traffic/watch'
import { goTo, useView } from '../../stores/window/view'
import { emptyWatch, useWatch } from '../../stores/calls/watch'
import { receiveWatch } from './watch-actions'

const demo = 'demo' as ServerId

function rerun(before: string, after: string): WatchReport {
  const calls = { before: before as CallId, after: after as CallId }
  const last = { time: 1, file: 'a.mjs', phase: 'ready' as const, rerun: calls }
  return { serverId: demo, isRerunning: true, suggestions: [], last }
}

function shownCall(): string | undefined {
  return useView.getState().places[demo]?.calls['echo']
}

beforeEach(() => {
  useWatch.setState(emptyWatch(), true)
  goTo(demo, { calls: { echo: 'first' as CallId } })
})

describe('receiveWatch', () => {
  it('shows the call that was made again in the place of the one it repeats', () => {
    receiveWatch(rerun('first', 'second'))
    expect(shownCall()).toBe('second')
    expect(useWatch.getState().byServer[demo]?.last?.rerun?.after).toBe('second')
  })

  it('does so once: whoever goes back to the earlier call stays there', () => {
    receiveWatch(rerun('first', 'second'))
    goTo(demo, { calls: { echo: 'first' as CallId } })
    receiveWatch(rerun('first', 'second'))
    expect(shownCall()).toBe('first')
  })
})
