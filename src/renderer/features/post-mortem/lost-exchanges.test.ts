// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import type { Exchange } from '../../../shared/calls/exchange'
import { ServerId } from '../../../shared/protocol/ids'
import type { Bridge } from '../../../shared/ipc/ipc-wire'
import { changeAnswer, usePromptAnswers } from '../../stores/calls/prompt-answers'
import { changeReadings, useReadings, withReading } from '../../stores/calls/readings'
import { useView } from '../../stores/window/view'
import { askAgain, lostNames, lostWords, type LostExchanges } from './lost-exchanges'

const demo = ServerId.parse('user:demo')
const other = ServerId.parse('user:other')
const asked: unknown[] = []

/** Main as it answers, whatever it is asked. */
const patchbay: Bridge = {
  request: async (route, inputJson) => {
    const { key: _, ...input } = JSON.parse(inputJson) as Record<string, unknown>
    asked.push([route, input])
    return JSON.stringify({ ok: true, value: { ...lost(90), readAt: 2, isCached: false } })
  },
  on: () => () => undefined,
  pathOf: () => ''
}

function lost(requestSeq: number): Exchange {
  return { outcome: { kind: 'connection-lost', reason: 'It is gone.' }, tookMs: 1, requestSeq }
}

function read(serverId: ServerId, uri: string, requestSeq: number): void {
  const reading = { ...lost(requestSeq), readAt: 1, isCached: false }
  changeReadings(serverId, uri, (readings) => withReading(readings, reading))
}

const inFlight = [
  { seq: 7, method: 'resources/read', target: 'a://very-lo…' },
  { seq: 8, method: 'prompts/get', target: 'greet' },
  { seq: 9, method: 'completion/complete' }
]

function lostOnes(): LostExchanges {
  const { byResource } = useReadings.getState()
  const { byPrompt } = usePromptAnswers.getState()
  return {
    uris: lostNames(demo, inFlight, byResource),
    prompts: lostNames(demo, inFlight, byPrompt)
  }
}

beforeEach(() => {
  asked.length = 0
  Object.assign(window, { patchbay })
  useReadings.setState({ byResource: {}, byTemplate: {} })
  usePromptAnswers.setState({ byPrompt: {} })
  useView.setState(useView.getInitialState(), true)
  read(demo, 'a://very-long', 7)
  read(demo, 'a://answered-since', 99)
  read(other, 'a://elsewhere', 7)
  changeAnswer(demo, 'greet', () => ({ last: lost(8), arguments: { who: 'Ada' } }))
})

describe('what was asked besides calls and not answered', () => {
  it('is known by its frame, whatever the traffic shows of it', () => {
    expect(lostOnes()).toEqual({ uris: ['a://very-long'], prompts: ['greet'] })
  })

  it('is asked for again with what it was asked for with, and led to', async () => {
    await askAgain(demo, { uris: ['a://very-long'], prompts: ['greet'] }, true)
    expect(asked).toEqual([
      ['resource.read', { serverId: demo, uri: 'a://very-long', isForced: true }],
      ['prompts.get', { serverId: demo, name: 'greet', arguments: { who: 'Ada' } }]
    ])
    expect(useView.getState().places[demo]).toMatchObject({
      tab: 'resources',
      resource: 'a://very-long'
    })
    expect(lostOnes()).toEqual({ uris: [], prompts: [] })
  })

  it('is led to only where there is nothing else to look at', async () => {
    await askAgain(demo, { uris: [], prompts: ['greet'] }, false)
    expect(useView.getState().places[demo]).toBeUndefined()
    await askAgain(demo, { uris: [], prompts: ['greet'] }, true)
    expect(useView.getState().places[demo]).toMatchObject({ tab: 'prompts', prompt: 'greet' })
  })

  it('is named by what is asked for again', () => {
    expect(lostWords(1, { uris: [], prompts: [] })).toBe('1 call')
    expect(lostWords(2, { uris: ['a'], prompts: ['b', 'c'] })).toBe(
      '2 calls, 1 resource, 2 prompts'
    )
  })
})
