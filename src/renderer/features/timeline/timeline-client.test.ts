// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Timeline } from '../../../shared/traffic/traffic-row'
import { TimelineClient } from './timeline-client'
import { bar } from './timeline-testing'

const spec = { recording: 1, query: 'is:error', isPaired: false, isFolded: false }
const few: Timeline = { bars: [bar(0, 5)], isCut: false, isComplete: true }
const tooMany: Timeline = { ...few, isCut: true }

type Answer = Timeline | { readonly code: string }

/** Answers like main does; the last answer again and again. */
function main(...answers: readonly Answer[]) {
  const asked: (readonly [string, unknown])[] = []
  const left = [...answers]
  const request = async (route: string, input: string): Promise<string> => {
    asked.push([route, JSON.parse(input)])
    if (route !== 'traffic.timeline') return ok({ viewId: asked.length })
    const answer = left.length > 1 ? left.shift() : left[0]
    if (answer && 'code' in answer) {
      return JSON.stringify({ ok: false, error: { code: answer.code, message: 'No.' } })
    }
    return ok(answer)
  }
  Object.assign(window, { patchbay: { request, on: () => () => {} } })
  return asked
}

function ok(value: unknown): string {
  return JSON.stringify({ ok: true, value })
}

const soon = () => vi.advanceTimersByTimeAsync(300)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('TimelineClient', () => {
  it('asks for all calls of the list, once, wherever is looked', async () => {
    const asked = main(few)
    const client = new TimelineClient(spec)
    await soon()
    client.look({ from: 1, to: 2 })
    await soon()
    expect(asked).toEqual([
      ['traffic.open', spec],
      ['traffic.timeline', { viewId: 1 }]
    ])
    expect(client.current()).toEqual({ timeline: few })
  })

  it('asks for those around what is looked at where there are too many', async () => {
    const asked = main(tooMany)
    const client = new TimelineClient(spec)
    await soon()
    client.look({ from: 100, to: 200 })
    await soon()
    client.look({ from: 120, to: 220 })
    await soon()
    client.look({ from: 500, to: 600 })
    await soon()
    expect(asked.slice(2)).toEqual([
      ['traffic.timeline', { viewId: 1, from: 0, to: 300 }],
      ['traffic.timeline', { viewId: 1, from: 400, to: 700 }]
    ])
  })

  it('asks once for many changes, and goes on while the list is looked through', async () => {
    const asked = main({ ...few, isComplete: false }, few)
    const client = new TimelineClient(spec)
    await soon()
    expect(asked).toHaveLength(3)
    for (let change = 0; change < 10; change++) client.refresh()
    await soon()
    expect(asked).toHaveLength(4)
  })

  it('opens the list again when it is gone, and says what else is wrong', async () => {
    const asked = main({ code: 'NOT_FOUND' }, few, { code: 'INTERNAL' })
    const client = new TimelineClient(spec)
    await soon()
    expect([asked.map(([route]) => route), client.current()]).toEqual([
      ['traffic.open', 'traffic.timeline', 'traffic.open', 'traffic.timeline'],
      { timeline: few }
    ])
    client.refresh()
    await soon()
    expect(client.current()).toEqual({ timeline: few, failure: 'No.' })
  })

  it('opens the list anew when it is tried again', async () => {
    const asked = main({ code: 'INTERNAL' }, few)
    const client = new TimelineClient(spec)
    await soon()
    client.retry()
    await soon()
    expect([asked.slice(2).map(([route]) => route), client.current()]).toEqual([
      ['traffic.close', 'traffic.open', 'traffic.timeline'],
      { timeline: few }
    ])
  })

  it('leaves nothing open', async () => {
    const asked = main(few)
    new TimelineClient(spec).close()
    await soon()
    expect(asked).toEqual([
      ['traffic.open', spec],
      ['traffic.close', { viewId: 1 }]
    ])
  })
})
